import type { Server } from 'node:net';

/** Milliseconds between two reports of refused connections. */
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
  let refused = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  server.maxConnections = most;
  server.on('drop', () => {
    refused += 1;
    onRefused();
    const nowMs = performance.now();
    if (nowMs - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = nowMs;
    onTold(refused);
    refused = 0;
  });
}
