import type { World } from './world.ts';

/** @returns Aborted at SIGTERM or Ctrl-C: for a command that goes on until then. */
export function stopSignal(world: World): AbortSignal {
  const stopping = new AbortController();
  void world.untilStopped().then(() => stopping.abort());
  return stopping.signal;
}
