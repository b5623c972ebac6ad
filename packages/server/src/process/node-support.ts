import type { Config } from '../config/config.ts';
import { runsJobs } from '../config/parts.ts';
import {
  type ChangeFeed,
  changeFeed,
  type DatabaseCopy,
  type Look,
  type Moved,
} from '../kernel/changes/change-feed.ts';
import type { Database } from '../kernel/database/database.ts';
import { onceMore } from '../kernel/database/once-more.ts';
import { serverClock } from '../kernel/database/server-clock.ts';
import { type ServerState, serverState } from '../kernel/database/server-state.ts';
import { inTransaction } from '../kernel/database/transaction.ts';
import type { Limiter } from '../kernel/limiter/limiter.ts';
import { memoryLimiter } from '../kernel/limiter/memory.ts';
import { redisLimiter } from '../kernel/limiter/redis.ts';
import type { Logger } from '../observe/log.ts';
import { createMetrics, type JobsState, type Metrics, type PoolState } from '../observe/metrics.ts';
import { certificatesSeen } from './certificates.ts';
import { jobsState } from './jobs-store.ts';
import { retentionOf } from './retention/rules.ts';

export interface NodeSupportDeps {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** Counts instead of the limiter that the configuration names; closed with the process. */
  readonly limiter?: Limiter | undefined;
  /** Lets the other processes of this machine know of changed apps and tours. */
  readonly tellOthers?: (() => Promise<void>) | undefined;
  /** What is kept fresh of the database; a process that keeps nothing only learns whether it answers. */
  readonly looks: readonly Look[];
  /** Bytes of tour payloads in memory. */
  readonly cacheBytes: () => number;
  /** Payloads that were there when a call asked for them. */
  readonly cacheHits: () => number;
  /** Payloads that were not there, and were read from the database. */
  readonly cacheMisses: () => number;
  /** Whether the asset store is away. */
  readonly assetsAway: () => boolean;
}

/** What every process has, whichever part of the service it is: what it knows of the database, metrics, limits. */
export interface NodeSupport {
  readonly changes: ChangeFeed;
  readonly metrics: Metrics;
  readonly limiter: Limiter;
  /** After a change of apps or tours: resolves when this machine knows of it; other nodes learn by polling. */
  onChanged(): Promise<void>;
  /** Why calls that need the database cannot be answered now; empty when they can. */
  unreadiness(): readonly string[];
  /** Whether the database refuses changes, though it answers reads. */
  refusesChanges(): boolean;
  /** What is wrong, though they can; empty when nothing is. */
  warnings(): readonly string[];
  /** Which copy of the database it is, as the last poll was told; undefined before, and where there is only one. */
  copy(): DatabaseCopy | undefined;
  /** The database's clock, by which everything is issued: milliseconds since the Unix epoch. */
  nowMs(): number;
}

/** Why /readyz says that a node cannot serve; docs/guides/when-a-part-fails.md has each. */
export const UNREADY = {
  stale: 'the database has not answered for too long',
  away: 'the database is away',
  refusing: 'the database takes no connections',
  replica: 'the database is a replica: it takes no changes, and what it says may be old',
  readOnly: 'the database takes no changes: it was made read-only',
} as const;

/** Why /readyz warns that changes are refused, while reads go on (decision 0089); the same page has each. */
export const NO_ROOM = {
  lacksRoom: 'the database refused a change within the last 5 minutes: its disk has no room',
  full: 'the disk of the embedded store is full: it takes no changes',
} as const;

export function nodeSupport({ config, database, log, tellOthers, ...deps }: NodeSupportDeps): NodeSupport {
  const pool = database.readPool ?? database.pool;
  const clock = serverClock();
  let state: Pick<ServerState, 'readOnly' | 'follows'> = { readOnly: false, follows: false };
  let copy: DatabaseCopy | undefined;
  let saidOfClock = false;
  const tellOfClock = (problem: string | undefined) => {
    if (saidOfClock === (problem !== undefined)) return;
    saidOfClock = problem !== undefined;
    if (problem !== undefined) log.warn({ ahead_s: clock.aheadS() }, problem);
    else log.info('the clock of this machine agrees with the database again');
  };
  const copyNow = async () => {
    const fromMs = performance.now();
    const said = await serverState(pool);
    state = said;
    copy = said.copy;
    clock.note(said.clockMs, { fromMs, toMs: performance.now() });
    tellOfClock(clock.problem());
    return said;
  };
  const changes = changeFeed(
    deps.looks,
    (error) => log.warn({ reason: messageOf(error) }, 'changes could not be read'),
    {
      served: database.served,
      copy: database.kind === 'postgres' ? copyNow : undefined,
      onMoved(moved) {
        metrics.databaseMoved();
        log.error(movedLine(moved), MOVED);
      },
    },
  );
  const unreadiness = (): readonly string[] => {
    if (changes.ageMs() > config.STANDING_STALE_MAX_S * 1000) return [UNREADY.stale];
    if (changes.failing()) return [UNREADY.away];
    if (database.refusesConnections?.()) return [UNREADY.refusing];
    if (state.follows) return [UNREADY.replica];
    return state.readOnly ? [UNREADY.readOnly] : [];
  };
  const noRoom = (): readonly string[] => [
    ...(database.lacksRoom?.() ? [NO_ROOM.lacksRoom] : []),
    ...(database.isDiskFull?.() ? [NO_ROOM.full] : []),
  ];
  const refusesChanges = () => state.follows || state.readOnly || noRoom().length > 0;
  let isShared = config.REDIS_URL !== null;
  const metrics = createMetrics({
    cacheBytes: deps.cacheBytes,
    cacheHits: deps.cacheHits,
    cacheMisses: deps.cacheMisses,
    standingAgeMs: changes.ageMs,
    assetsAway: deps.assetsAway,
    clockAheadS: clock.aheadS,
    certificates: certificatesSeen(config),
    pools: () => poolsOf(database),
    ready: () => unreadiness().length === 0,
    refusesChanges,
    limiterShared: config.REDIS_URL === null ? undefined : () => isShared,
    jobs: runsJobs(config) ? jobsOf(config, database) : undefined,
  });
  return {
    changes,
    metrics,
    limiter:
      deps.limiter ??
      limiterOf(config, log, metrics, (shared) => {
        isShared = shared;
      }),
    async onChanged() {
      await Promise.all([onceMore(changes.refresh), tellOthers?.()]);
    },
    copy: () => copy,
    nowMs: clock.nowMs,
    refusesChanges,
    warnings: () => [...noRoom(), ...[clock.problem() ?? []].flat()],
    unreadiness,
  };
}

function jobsOf(config: Config, database: Database): () => Promise<JobsState> {
  const retention = retentionOf(config);
  return () =>
    inTransaction(database, (transaction) => jobsState(transaction, retention, config.MAIL_FROM !== null), {
      team: '*',
    });
}

function limiterOf({ REDIS_URL }: Config, log: Logger, metrics: Metrics, onTurn: (isShared: boolean) => void) {
  if (REDIS_URL === null) return memoryLimiter();
  return redisLimiter(REDIS_URL, {
    onAway: (error) => {
      onTurn(false);
      log.warn({ reason: messageOf(error) }, 'shared limiter away: this node counts alone');
    },
    onBack: () => {
      onTurn(true);
      log.info('shared limiter back');
    },
    onKeyRefused: (error) =>
      log.warn({ reason: messageOf(error) }, 'a limit cannot be counted in Redis: this node counts it alone'),
    onCountedAlone: metrics.countedAlone,
  });
}

function poolsOf({ pool, readPool, replicaPool }: Database): PoolState[] {
  const stateOf = (name: PoolState['pool'], { totalCount, idleCount, waitingCount, options }: Database['pool']) => ({
    pool: name,
    busy: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
    max: options.max,
  });
  return [
    stateOf('work', pool),
    ...(readPool === undefined ? [] : [stateOf('reads', readPool)]),
    ...(replicaPool === undefined ? [] : [stateOf('replica', replicaPool)]),
  ];
}

const MOVED = 'the database is another copy than before: apps and tours were read anew, and changes may be lost';

/** What the log says of a failover: from where, to where, and which changes that were acknowledged are gone. */
function movedLine({ from, to, back }: Moved): object {
  const lost = back.map(({ name, before, now }) => ({ counter: name, seen: String(before), now: String(now) }));
  return { from, to, lost };
}

/** @returns What an error says, for the log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
