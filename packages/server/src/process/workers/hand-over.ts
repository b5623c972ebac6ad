import type { Socket } from 'node:net';
import type { SurfaceName } from '../surfaces.ts';

/** A process that accepts connections. */
export interface Taker {
  /** Sends it a connection; it answers later, see `taken` and `declined`. */
  give(id: number, surface: SurfaceName, connection: Socket): void;
}

/**
 * Distributes the connections of the shared ports to the workers, in turn. A connection stays here, unread, until a
 * worker confirms it: if the worker dies before, the next one gets it, so that no connection is lost or left hanging.
 */
export interface HandOver {
  /** A new connection, not read from. */
  take(surface: SurfaceName, connection: Socket): void;
  /** From now on it gets connections. */
  join(taker: Taker): void;
  /** It gets no more; with `gone` it can no longer confirm those it was given. */
  leave(taker: Taker, gone: boolean): void;
  taken(taker: Taker, id: number): void;
  declined(taker: Taker, id: number): void;
  /** Connections of a surface that no worker has confirmed yet. */
  waiting(surface: SurfaceName): number;
  /** Cuts waiting connections. */
  close(): void;
}

interface Connection {
  readonly id: number;
  readonly surface: SurfaceName;
  readonly connection: Socket;
}

/**
 * @param mostWaiting Maximum number of connections that wait for a free worker; further ones are cut.
 * @param onDropped Called for a connection that was cut because too many wait.
 */
export function handOver(mostWaiting: number, onDropped: () => void): HandOver {
  /** Those that may be given a connection now, longest idle first. One at a time, so that a busy worker gets fewer. */
  const free = new Set<Taker>();
  /** Given and not confirmed. A worker that leaves stays here until it has answered or is gone. */
  const given = new Map<Taker, Connection>();
  const leaving = new Set<Taker>();
  const queue: Connection[] = [];
  let ids = 0;

  function giveOut(): void {
    while (queue.length > 0) {
      const [taker] = free;
      const next = taker && queue.shift();
      if (taker === undefined || next === undefined) return;
      if (next.connection.destroyed) continue;
      free.delete(taker);
      given.set(taker, next);
      taker.give(next.id, next.surface, next.connection);
    }
  }

  /** @returns What the worker was given under this id; it may get the next. */
  function answered(taker: Taker, id: number): Connection | undefined {
    const connection = given.get(taker);
    if (connection?.id !== id) return undefined;
    given.delete(taker);
    if (leaving.has(taker)) leaving.delete(taker);
    else free.add(taker);
    return connection;
  }

  return {
    take(surface, connection) {
      // Nobody reads it here: an error only means that the connection is closed.
      connection.on('error', () => connection.destroy());
      if (queue.length >= mostWaiting) {
        onDropped();
        connection.destroy();
        return;
      }
      ids += 1;
      queue.push({ id: ids, surface, connection });
      giveOut();
    },
    join(taker) {
      free.add(taker);
      giveOut();
    },
    leave(taker, gone) {
      free.delete(taker);
      const connection = given.get(taker);
      if (connection === undefined) return;
      if (!gone) {
        leaving.add(taker);
        return;
      }
      leaving.delete(taker);
      given.delete(taker);
      queue.unshift(connection);
      giveOut();
    },
    taken(taker, id) {
      // The worker has its own handle of it: this closes ours, not the connection.
      answered(taker, id)?.connection.destroy();
      giveOut();
    },
    declined(taker, id) {
      const connection = answered(taker, id);
      // A worker that declines wants no more, whether it has said so or not.
      free.delete(taker);
      if (connection !== undefined) queue.unshift(connection);
      giveOut();
    },
    waiting: (surface) => [...queue, ...given.values()].filter((one) => one.surface === surface).length,
    close() {
      for (const { connection } of [...queue, ...given.values()]) connection.destroy();
      queue.length = 0;
      given.clear();
    },
  };
}
