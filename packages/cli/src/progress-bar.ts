import type { Output } from './world.ts';

/** A bar on the last line of a terminal. */
export interface ProgressBar {
  /** @param label What was done last. */
  show(done: number, total: number, label: string): void;
  /** Removes the bar, so that other lines can be written. */
  clear(): void;
}

const BAR_WIDTH = 24;
/** For terminals that do not report their width. */
const USUAL_COLUMNS = 80;

export function progressBar(output: Output): ProgressBar {
  let isShown = false;
  return {
    show(done, total, label) {
      const filled = total === 0 ? BAR_WIDTH : Math.floor((done / total) * BAR_WIDTH);
      const line = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${done}/${total} ${label}`;
      // One column short: a full line would wrap and could not be cleared.
      const characters = [...line].slice(0, (output.columns ?? USUAL_COLUMNS) - 1);
      output.overwrite?.(characters.join(''));
      isShown = true;
    },
    clear() {
      if (isShown) output.overwrite?.('');
      isShown = false;
    },
  };
}
