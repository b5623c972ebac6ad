import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';

/** Open connections of each server. */
const connections = new WeakMap<NetServer, Set<Socket>>();

/** Must be called before a server has connections: without it `windDown` does not find those that have brought nothing yet. */
export function followConnections(server: NetServer): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (connection: Socket) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
}

/** Starts listening. @returns The port; a free one if 0 was requested. */
export function listen(server: NetServer, port: number, host: string): Promise<number> {
  followConnections(server);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Event of a server that drains its connections, for code that reads some of them itself. */
export const WINDING_DOWN = 'winding-down';

const lettingGo = new WeakSet<Server>();

/**
 * From now on each connection closes with the answer to its next request; new connections are still accepted. Callers
 * that keep connections alive move to another process between two requests and lose none. Safe to call twice.
 */
export function letGo(server: Server): void {
  if (lettingGo.has(server)) return;
  lettingGo.add(server);
  server.emit(WINDING_DOWN);
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
}

/**
 * Stops accepting connections and waits for running requests.
 * @param graceMs Milliseconds they get; then their connections are cut.
 */
export function stopListening(server: Server, graceMs: number): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    // Not node:http's own close(), which cuts kept-alive connections whose next request is in flight. Deferred until
    // what has arrived is handled: connections waiting to be accepted are reset with the port.
    setImmediate(() => NetServer.prototype.close.call(server, () => resolve()));
  });
  return windDown(server, graceMs, ended);
}

/**
 * Drains the connections of a server that accepts no new ones: each closes after the answer to its next request, idle
 * ones a moment later, so that a request in flight is answered and not cut.
 * @param graceMs Milliseconds for all of it; then what is left is cut.
 * @param ended Resolves when there is no connection any more.
 */
export async function windDown(server: Server, graceMs: number, ended: Promise<void>): Promise<void> {
  letGo(server);
  let sweep: NodeJS.Timeout | undefined;
  // Deferred: after a delayed turn of the event loop a connection may only seem idle because its bytes are not read
  // yet.
  const closeIdle = () =>
    setImmediate(() => {
      server.closeIdleConnections();
      // To node:http, one that has never brought a byte is busy: a browser opens such ones ahead, load balancers as a check.
      for (const connection of connections.get(server) ?? []) if (connection.bytesRead === 0) connection.destroy();
    });
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

/** Milliseconds in which a kept-alive connection may bring one more request. */
const LINGER_MS = 300;
/** Milliseconds between two checks for connections that became idle. */
const SWEEP_MS = 100;
