import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { followConnections, letGo, windDown } from '../../kernel/http/listen.ts';

/** Serves connections that another process has accepted. */
export interface TakenConnections {
  take(connection: Socket): void;
  /** As `letGo` does: each connection closes with its next answer, and new ones may come. */
  letGo(): void;
  /** Drains the connections as `stopListening` does; there must come no new ones. Safe to call twice. */
  stop(graceMs: number): Promise<void>;
}

/** @param server Does not listen, and never will. */
export function takenConnections(server: Server): TakenConnections {
  const open = new Set<Socket>();
  let onEmpty = () => {};
  let stopped: Promise<void> | undefined;
  followConnections(server);
  // node:http starts to enforce its timeouts, and to know which connections are idle, when it begins to listen.
  server.emit('listening');
  return {
    take(connection) {
      // A port bounds the connections that it accepts itself, and no others.
      if (open.size >= (server.maxConnections || Number.POSITIVE_INFINITY)) {
        connection.destroy();
        server.emit('drop');
        return;
      }
      open.add(connection);
      connection.once('close', () => {
        open.delete(connection);
        if (open.size === 0) onEmpty();
      });
      // As with connections that node:http accepts itself.
      connection.allowHalfOpen = true;
      connection.setNoDelay(true);
      server.emit('connection', connection);
    },
    letGo: () => letGo(server),
    stop(graceMs) {
      stopped ??= windDown(
        server,
        graceMs,
        new Promise((resolve) => {
          onEmpty = resolve;
          if (open.size === 0) resolve();
        }),
      );
      return stopped;
    },
  };
}
