import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';

/** Starts listening. @returns The port, which is the free one that was found when 0 was asked for. */
export function listen(server: NetServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Event of a server that lets go of its connections, for one that reads some of them itself. */
export const WINDING_DOWN = 'winding-down';

const lettingGo = new WeakSet<Server>();

/**
 * From now on the answer to the next request of each connection is its last; new connections are still taken. Callers that
 * keep connections alive move to another process between two requests, and lose none. Safe to call twice.
 */
export function letGo(server: Server): void {
  if (lettingGo.has(server)) return;
  lettingGo.add(server);
  server.emit(WINDING_DOWN);
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
}

/**
 * Stops taking connections and waits for the requests under way.
 * @param graceMs Milliseconds they get; then their connections are cut.
 */
export function stopListening(server: Server, graceMs: number): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    // Not node:http's own close(): that cuts kept-alive connections whose next request is on its way.
    // Behind what has arrived: connections that wait to be taken are reset with the port.
    setImmediate(() => NetServer.prototype.close.call(server, () => resolve()));
  });
  return windDown(server, graceMs, ended);
}

/**
 * Lets go of the connections of a server that gets no new ones: each after the answer to its next request, idle ones a
 * moment later, so that a request that is on its way is answered and not cut.
 * @param graceMs Milliseconds for all of it; then what is left is cut.
 * @param ended Resolves when there is no connection any more.
 */
export async function windDown(server: Server, graceMs: number, ended: Promise<void>): Promise<void> {
  letGo(server);
  let sweep: NodeJS.Timeout | undefined;
  // Behind what has arrived: after a late turn of the event loop a connection may be idle only because nobody has read it.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections());
  const linger = setTimeout(
    () => {
      closeIdle();
      sweep = setInterval(closeIdle, SWEEP_MS);
    },
    Math.min(LINGER_MS, graceMs),
  );
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await ended;
  clearTimeout(linger);
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Milliseconds in which connections that are kept alive may bring one more request. */
const LINGER_MS = 300;
/** Milliseconds between two looks for connections that became idle. */
const SWEEP_MS = 100;
