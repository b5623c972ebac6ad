import type { Socket } from 'node:net';
import type { Client, Pool, PoolClient } from 'pg';
import { isStoreAway } from './store-away.ts';

/** Milliseconds between two checks of the connections. */
const LOOK_EVERY_MS = 250;
/** Milliseconds without an answer after which the server is asked, over a new connection, about the statement. */
const SILENT_MS = 1500;
/** Milliseconds between two attempts to connect while none succeeds. */
const TRY_EVERY_MS = 1000;
/** SQLSTATE of a server that starts or stops: its earlier connections are gone. */
const STARTING = '57P03';

export interface SilenceOptions {
  /** Opens a separate connection, as the same user as the pool's, within a bounded time. */
  readonly connect: () => Promise<Client>;
  /** Milliseconds without an answer after which a connection is always ended. */
  readonly boundMs: number;
  /**
   * Whether the server's own processes are behind the connections. Behind a pooler they are not, and only the time
   * limit counts.
   */
  readonly direct: boolean;
}

/** What is known of a connection. */
interface Watched {
  /** Bytes received and sent so far. */
  moved: string;
  /** When bytes last moved, or when it last had no statement in flight. */
  quietSinceMs: number;
  heardAtMs: number;
  /** The server has said once that it is not working on its statement. */
  suspected: boolean;
}

/** Finds connections that died silently: a NAT that dropped them, a host that failed over (decision 0116). */
export interface SilenceWatch {
  /** Called with the outcome of each attempt to connect. */
  tried(error: Error | undefined): void;
  /** Whether the last attempt to connect failed. */
  failing(): boolean;
  stop(): void;
}

/**
 * Watches every connection of a pool. When one is silent for a moment, the server is asked about its session. A dead one
 * is ended together with its statement, and so are those that have not been heard from since. Statements pay nothing
 * for it: connections are observed from outside.
 */
export function watchSilence(pool: Pool, { connect, boundMs, direct }: SilenceOptions): SilenceWatch {
  const watched = new Map<PoolClient, Watched>();
  let probing = false;
  let isFailing = false;
  let triedAtMs = 0;

  pool.on('connect', (client) => {
    const now = performance.now();
    watched.set(client, { moved: movedBy(client), quietSinceMs: now, heardAtMs: now, suspected: false });
  });
  pool.on('remove', (client) => void watched.delete(client));

  function look(): void {
    const now = performance.now();
    const silent: PoolClient[] = [];
    for (const [client, state] of watched) {
      const moved = movedBy(client);
      if (moved !== state.moved) Object.assign(state, { moved, heardAtMs: now, quietSinceMs: now, suspected: false });
      if (!waits(client)) Object.assign(state, { quietSinceMs: now, suspected: false });
      const silentMs = now - state.quietSinceMs;
      if (silentMs > boundMs) end(client, silentMs);
      else if (silentMs > SILENT_MS && direct) silent.push(client);
    }
    if (probing) return;
    if (silent.length > 0) void probe(silent);
    else if (isFailing && now - triedAtMs > TRY_EVERY_MS) void probe([]);
  }

  async function probe(silent: readonly PoolClient[]): Promise<void> {
    probing = true;
    try {
      const lost = await lostOf(silent);
      for (const client of lost) endIfStillSilent(client);
    } finally {
      probing = false;
    }
  }

  /** @returns The connections that the server is not working for; all of them when there is no server. */
  async function lostOf(silent: readonly PoolClient[]): Promise<readonly PoolClient[]> {
    try {
      const working = await askServer(silent.map(processOf));
      const lost = silent.filter((client) => !working.has(processOf(client)));
      // Its answer may be in flight: only a second report is certain.
      const certain = lost.filter((client) => watched.get(client)?.suspected);
      for (const client of lost) {
        const state = watched.get(client);
        if (state !== undefined) state.suspected = true;
      }
      return certain;
    } catch (error) {
      const { code } = error as { code?: unknown };
      const isGone = code === STARTING || (isStoreAway(error) && !isStatement(code));
      return isGone ? silent : [];
    }
  }

  /** @returns Which of these server processes work on a statement, and are not waiting for us. */
  async function askServer(processes: readonly number[]): Promise<ReadonlySet<number>> {
    triedAtMs = performance.now();
    const client = await connect().catch((error: Error) => {
      isFailing = true;
      throw error;
    });
    isFailing = false;
    try {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity
          where pid = any($1::int[]) and state = 'active' and wait_event_type is distinct from 'Client'`,
        [processes],
      );
      return new Set(rows.map(({ pid }) => pid));
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  function endIfStillSilent(lost: PoolClient): void {
    const state = watched.get(lost);
    if (state === undefined || movedBy(lost) !== state.moved || !waits(lost)) return;
    const now = performance.now();
    end(lost, now - state.quietSinceMs);
    // A connection that was silent since may be dead too: the next statement would have to find out.
    for (const [client, { heardAtMs }] of watched) {
      if (!waits(client) && heardAtMs <= state.quietSinceMs && movedBy(client) === watched.get(client)?.moved) {
        end(client, now - heardAtMs);
      }
    }
  }

  function end(client: PoolClient, silentMs: number): void {
    watched.delete(client);
    const seconds = (silentMs / 1000).toFixed(1);
    const error = new Error(`The database has not answered for ${seconds} s, so the connection was ended.`);
    client.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }

  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    tried(error) {
      triedAtMs = performance.now();
      isFailing = error !== undefined;
    },
    failing: () => isFailing,
    stop: () => clearInterval(timer),
  };
}

/** Whether the server sent the error (a SQLSTATE), and not the network (`EPIPE`). */
function isStatement(code: unknown): boolean {
  return typeof code === 'string' && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code);
}

/** Changes with every byte received or sent. */
function movedBy({ connection: { stream } }: PoolClient): string {
  const { bytesRead, bytesWritten, writableLength } = stream as Socket;
  return `${bytesRead} ${bytesWritten - writableLength}`;
}

/** Whether a statement is in flight. */
function waits(client: PoolClient): boolean {
  return Reflect.get(client, 'readyForQuery') === false;
}

/** Process id of the server's process behind a connection. */
function processOf(client: PoolClient): number {
  return Number(Reflect.get(client, 'processID'));
}
