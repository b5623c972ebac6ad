import type { Server } from 'node:net';

/** Milliseconds between two reports. */
const TELL_EVERY_MS = 10_000;

/**
 * Bounds how many connections a server has at once. A further one is closed before a byte of it is read, so that the
 * process keeps descriptors for its operator's port, its database and its files.
 * @param onRefused Called for each.
 * @param onTold Called at intervals, with how many were refused since.
 */
export function boundConnections(
  server: Server,
  most: number,
  onRefused: () => void,
  onTold: (refused: number) => void,
): void {
  const tell = atIntervals(onTold);
  server.maxConnections = most;
  server.on('drop', () => {
    onRefused();
    tell();
  });
}

/** @returns Counts, and tells at intervals how many there were since: of a flood, a line at a time. */
export function atIntervals(onTold: (count: number) => void): () => void {
  let count = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    count += 1;
    const nowMs = performance.now();
    if (nowMs - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = nowMs;
    onTold(count);
    count = 0;
  };
}
