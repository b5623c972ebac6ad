import type { World } from '../world.ts';

/** A world that keeps what was written. */
export interface KeptWorld extends World {
  /** Everything written to each output so far. */
  readonly written: { out: string; err: string };
}

export function keptWorld(
  env: World['env'] = {},
  terminal?: { readonly columns: number },
  others: Partial<World> = {},
): KeptWorld {
  const written = { out: '', err: '' };
  const watched = terminal && { isTTY: true, columns: terminal.columns };
  return {
    env,
    forget: () => {},
    directory: process.cwd(),
    home: '/nonexistent',
    machine: 'test-machine',
    written,
    stdout: { ...watched, write: (text) => (written.out += text) },
    stderr: { ...watched, write: (text) => (written.err += text) },
    stdin: { line: async () => '', lines: async function* () {} },
    untilStopped: async () => {},
    endWithin: async () => ({ move: () => {} }),
    sleep: async () => {},
    openBrowser: () => {},
    ...others,
  };
}
