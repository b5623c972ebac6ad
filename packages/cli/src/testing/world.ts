import type { World } from '../world.ts';

/** A world that keeps what was written. */
export interface KeptWorld extends World {
  /** Everything written to each output so far. */
  readonly written: { out: string; err: string };
}

export function keptWorld(env: World['env'] = {}, terminal?: { readonly columns: number }): KeptWorld {
  const written = { out: '', err: '' };
  const watched = terminal && { isTTY: true, columns: terminal.columns };
  return {
    env,
    written,
    stdout: { ...watched, write: (text) => (written.out += text) },
    stderr: { ...watched, write: (text) => (written.err += text) },
    untilStopped: async () => {},
  };
}
