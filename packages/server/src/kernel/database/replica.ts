import type { Pool } from 'pg';
import type { DatabaseCopy } from '../changes/change-feed.ts';
import { DATABASE_ID } from './server-state.ts';

/** Milliseconds between two looks at the replica. */
const LOOK_EVERY_MS = 250;
/** Milliseconds without a successful look after which nothing is read from it. */
const BELIEVED_MS = 1000;
/** Milliseconds that a read waits for the replica before it falls back to the database. */
const PATIENCE_MS = 200;

/** A statement that reads, and how new its answer has to be. */
export interface ReplicaRead {
  /** Its name and text; the text is a complete `select`. */
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** Rows that a complete answer has at least. */
  readonly least: number;
}

/** A streaming replica that may be asked in place of the database, as far as it is as new (decision 0160). */
export interface Replica {
  /**
   * @param newest The number of the newest change of tours that this process knows, asked for when the answer is there; undefined
   *   while it knows none.
   * @returns The rows; undefined when the database has to be asked: the replica is away, slow or behind, or lacks a row.
   */
  rows<Row extends object>(read: ReplicaRead, newest: () => bigint | undefined): Promise<Row[] | undefined>;
  /** Why nothing is read from it, in a sentence without a full stop; undefined while it serves. */
  problem(): string | undefined;
  start(): void;
  stop(): Promise<void>;
}

/**
 * A standby's timeline is that of its last restart point: after a failover of the database it is behind for some minutes, until
 * which the database is asked.
 */
const REPLICA_STATE = `
  select pg_is_in_recovery() as follows, system_identifier::text as cluster, ${DATABASE_ID} as database, timeline_id as timeline,
         (select n::text from epoch where name = 'tours') as n
    from pg_control_system(), pg_control_checkpoint()`;

/** What a replica says of itself. */
export interface ReplicaState {
  readonly follows: boolean;
  readonly cluster: string;
  readonly database: string;
  readonly timeline: number;
  /** Number of the newest change of tours there. */
  readonly n: string;
}

/** @throws when it cannot be asked. */
export async function replicaState(pool: Pool): Promise<ReplicaState> {
  const { rows } = await pool.query<ReplicaState>({ name: 'replica-state', text: REPLICA_STATE });
  const [state] = rows;
  if (state === undefined) throw new Error('it says nothing of itself');
  return state;
}

/** @returns What is wrong with a replica of this database, without a full stop; undefined when it may be read. */
export function replicaFault(
  { follows, cluster, database, timeline }: ReplicaState,
  of: DatabaseCopy,
): string | undefined {
  if (of.timeline === null) return 'the database does not say which copy it is';
  if (cluster !== of.cluster) return 'it is no copy of the database, but another cluster';
  if (database !== of.database) return 'its address names another database of the same cluster';
  if (!follows) return 'it follows no other server: it is the primary itself, or was promoted';
  // After a failover it may still follow the former primary, and hold changes that the database has lost.
  if (timeline !== of.timeline) return `it is on timeline ${timeline}, and the database on ${of.timeline}`;
  return undefined;
}

/** The number of the newest change in the same snapshot: what a replica had replayed when it read the rows. */
const withNumber = (text: string) =>
  `select r.*, (select n::text from epoch where name = 'tours') as replayed from (${text}) r`;

export interface ReplicaOptions {
  /** Which copy the database is, as it said last. */
  readonly copy: () => DatabaseCopy | undefined;
  /** Called when it begins to serve, and when it ends, with the reason. */
  readonly onTurn: (problem: string | undefined) => void;
  /** Counts statements by who answered them. */
  readonly onRead?: (by: 'replica' | 'database') => void;
}

export function replicaReads(pool: Pool, { copy, onTurn, onRead = () => {} }: ReplicaOptions): Replica {
  let believedAtMs = Number.NEGATIVE_INFINITY;
  /** What it said last, or why it cannot be asked. */
  let said: ReplicaState | string = 'it was not asked yet';
  let told: string | undefined = said;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  // Compared anew each time: from the moment at which the database is known to be another copy, nothing of the former is read.
  function problem(): string | undefined {
    if (typeof said === 'string') return said;
    const of = copy();
    const fault = of === undefined ? 'the database was not asked yet' : replicaFault(said, of);
    if (fault !== undefined) return fault;
    return performance.now() - believedAtMs > BELIEVED_MS ? 'it does not answer' : undefined;
  }

  async function look(): Promise<void> {
    const startedAtMs = performance.now();
    try {
      said = await replicaState(pool);
      believedAtMs = startedAtMs;
    } catch (error) {
      said = `it cannot be asked: ${error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : error}`;
    } finally {
      tell();
    }
  }

  function tell(): void {
    const now = problem();
    if ((now === undefined) === (told === undefined)) return;
    told = now;
    onTurn(now);
  }

  async function asked<Row extends object>(
    { name, text, values, least }: ReplicaRead,
    newest: () => bigint | undefined,
  ) {
    type Answered = Row & { readonly replayed: string };
    const answer = pool
      .query<Answered>({ name: `replica-${name}`, text: withNumber(text), values })
      .then(({ rows }) => rows)
      // Away, or a statement that had to give way to what is being replayed: the database knows it too.
      .catch(() => undefined);
    const rows = await within(answer, () => {
      // The next calls do not wait for it.
      believedAtMs = Number.NEGATIVE_INFINITY;
    });
    const known = newest();
    if (rows === undefined || known === undefined || rows.length < least || problem() !== undefined) return undefined;
    return rows.every(({ replayed }) => BigInt(replayed) >= known) ? rows : undefined;
  }

  return {
    async rows(read, newest) {
      const rows = problem() === undefined ? await asked<never>(read, newest) : undefined;
      onRead(rows === undefined ? 'database' : 'replica');
      return rows;
    },
    problem,
    start() {
      timer = setInterval(() => {
        tell();
        looking ??= look().finally(() => {
          looking = undefined;
        });
      }, LOOK_EVERY_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** @returns What a promise resolves with, or undefined when it takes too long. */
async function within<Value>(promise: Promise<Value>, onLate: () => void): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      onLate();
      resolve(undefined);
    }, PATIENCE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
