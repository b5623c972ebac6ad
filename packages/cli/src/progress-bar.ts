import { printableLine } from './printable.ts';
import { cutToWidth } from './terminal-width.ts';
import type { Output } from './world.ts';

/** A bar on the last line of a terminal. */
export interface ProgressBar {
  /** @param label What was done last. */
  show(done: number, total: number, label: string): void;
  /** Removes the bar, so that other lines can be written. */
  clear(): void;
}

const BAR_WIDTH = 24;
/** For terminals that do not report their width, or report none. */
const USUAL_COLUMNS = 80;

export function progressBar(output: Output): ProgressBar {
  let isShown = false;
  return {
    show(done, total, label) {
      const filled = total === 0 ? BAR_WIDTH : Math.floor((done / total) * BAR_WIDTH);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
      // One column short: a full line would wrap and could not be cleared.
      const room = (output.columns || USUAL_COLUMNS) - 1;
      const count = `${done}/${total}`;
      // A narrow terminal has the count alone, whole: a part of it would be another number.
      const head = BAR_WIDTH + 1 + count.length > room ? count : `${bar} ${count}`;
      const left = room - head.length - 1;
      const line = left > 0 ? `${head} ${cutToWidth(printableLine(label), left)}` : head;
      output.overwrite?.(count.length > room ? '' : line);
      isShown = true;
    },
    clear() {
      if (isShown) output.overwrite?.('');
      isShown = false;
    },
  };
}
