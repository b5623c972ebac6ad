import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts listening. @returns The port, which is the free one that was found when 0 was asked for. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * Stops taking connections and waits for the requests under way.
 * @param graceMs Milliseconds they get; then their connections are cut.
 */
export function stopListening(server: Server, graceMs: number): Promise<void> {
  // A connection that is kept alive would go on bringing requests.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Milliseconds between two looks for connections that became idle. */
const SWEEP_MS = 100;
