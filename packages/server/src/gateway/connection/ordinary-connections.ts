import type { Socket } from 'node:net';
import { CHECKING_MS, HEADERS_MS, KEEP_ALIVE_MS, REQUEST_MS } from './connection-bounds.ts';
import { type ConnectionOwner, OrdinaryConnection } from './ordinary-connection.ts';

export interface OrdinaryConnectionsDeps extends Pick<ConnectionOwner, 'onRequest' | 'maxRequests'> {
  /** Serves a connection from its first byte on. */
  readonly serveByNode: (socket: Socket) => void;
  /** Answers an incomplete request, by a code of Node's, and closes the connection. */
  readonly onBroken: (code: 'ERR_HTTP_REQUEST_TIMEOUT' | 'HPE_INVALID_EOF_STATE', socket: Socket) => void;
}

/** Connections that have sent only ordinary requests so far, with their time limits. */
export interface OrdinaryConnections {
  serve(socket: Socket): void;
  /** From now on each gets one more answer. */
  windDown(): void;
  /** Cuts idle ones. */
  closeIdle(): void;
  closeAll(): void;
  /** Starts to cut those over their time limit. */
  startChecking(): void;
  stopChecking(): void;
}

export function ordinaryConnections(deps: OrdinaryConnectionsDeps): OrdinaryConnections {
  const { onRequest, maxRequests, serveByNode, onBroken } = deps;
  const connections = new Set<OrdinaryConnection>();
  let isWindingDown = false;
  // Read at every check only: reading the clock for every request costs more than a check that is some seconds late.
  let nowMs = performance.now();
  let checking: NodeJS.Timeout | undefined;

  function refuse(connection: OrdinaryConnection, code: Parameters<typeof onBroken>[0]): void {
    connection.giveUp();
    onBroken(code, connection.socket);
  }

  const owner: ConnectionOwner = {
    onRequest,
    maxRequests,
    giveToNode(connection, bytes) {
      const { socket } = connection;
      connections.delete(connection);
      connection.release();
      // Node reads these bytes as if they arrived now.
      socket.pause();
      socket.unshift(Buffer.from(bytes));
      serveByNode(socket);
      socket.resume();
    },
    onCutShort: (connection) => refuse(connection, 'HPE_INVALID_EOF_STATE'),
    isWindingDown: () => isWindingDown,
    nowMs: () => nowMs,
  };

  function check(): void {
    nowMs = performance.now();
    for (const connection of connections) {
      const { awaited, isNew, isIdle, sinceMs, socket } = connection;
      // A lower bound: the clock may have been this much behind.
      const waitedMs = nowMs - sinceMs - CHECKING_MS;
      const isLate = awaited === 'body' ? waitedMs >= REQUEST_MS : isNew && isIdle && waitedMs >= HEADERS_MS;
      if (isLate) refuse(connection, 'ERR_HTTP_REQUEST_TIMEOUT');
      else if (isIdle && waitedMs >= KEEP_ALIVE_MS) socket.destroy();
    }
  }

  return {
    serve(socket) {
      const connection = new OrdinaryConnection(socket, owner);
      connections.add(connection);
      socket.once('close', () => connections.delete(connection));
    },
    windDown() {
      isWindingDown = true;
    },
    closeIdle() {
      for (const { isIdle, socket } of connections) if (isIdle) socket.destroy();
    },
    closeAll() {
      for (const { socket } of connections) socket.destroy();
    },
    startChecking() {
      nowMs = performance.now();
      checking ??= setInterval(check, CHECKING_MS).unref();
    },
    stopChecking() {
      clearInterval(checking);
    },
  };
}
