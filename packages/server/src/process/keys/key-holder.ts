import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../../config/config.ts';
import { partsThatCountWith, runsJobs } from '../../config/parts.ts';
import { ringsOf, type Secrets } from '../../config/secrets.ts';
import type { Database } from '../../kernel/database/database.ts';
import { shownKey } from '../../kernel/keys/key-ring.ts';
import type { Limiter } from '../../kernel/limiter/limiter.ts';
import { countingApart, endHolder, forgetHolders, noteHolder, shownHolder } from './store.ts';

/** Usual milliseconds between two notes that this process is there. */
const BEAT_MS = 15_000;

export interface KeyHolderParts {
  readonly config: Pick<Config, 'SERVE_ONLY'>;
  readonly secrets: Secrets;
  readonly database: Pick<Database, 'pool'>;
  readonly limiter: Pick<Limiter, 'place'>;
  readonly onFailed: (error: unknown) => void;
  /** Other processes count limits elsewhere, or, with an empty list, no more. Called when that changes. */
  readonly onApart: (names: readonly string[]) => void;
}

/** Where limits are counted that no other process shares. */
export const IN_MEMORY = 'memory';

/**
 * Lets the installation know which keys this process holds, by their numbers and fingerprints (decision 0139), and where it
 * counts limits (decision 0227).
 */
export interface KeyHolder {
  /** Resolves when this process has been noted, or could not be. */
  start(): Promise<void>;
  /** Which processes count limits elsewhere, though limits of theirs hold for the same callers. */
  apart(): readonly string[];
  stop(): Promise<void>;
}

/** @param everyMs Between two notes. */
export function keyHolder(
  { config, secrets, database: { pool }, limiter, onFailed, onApart }: KeyHolderParts,
  everyMs = BEAT_MS,
): KeyHolder {
  const rings = Object.entries(ringsOf(secrets)).map(([name, ring]) => [name, ring.map(shownKey)] as const);
  const holder = {
    process: randomBytes(16).toString('base64url'),
    host: hostname(),
    part: config.SERVE_ONLY,
    rings: Object.fromEntries(rings),
  };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  let apart: readonly string[] = [];
  const place = async () => (limiter.place === undefined ? IN_MEMORY : ((await limiter.place()) ?? null));

  const beat = async () => {
    try {
      await noteHolder(pool, holder, await place());
      const found = (await countingApart(pool, holder.process, partsThatCountWith(config))).map(shownHolder);
      const changed = found.join() !== apart.join();
      apart = found;
      if (changed) onApart(found);
    } catch (error) {
      if (!stopped) onFailed(error);
    }
  };
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = beat().finally(schedule);
    }, everyMs);
    timer.unref();
  };
  return {
    async start() {
      await beat();
      if (runsJobs(config)) await forgetHolders(pool).catch(onFailed);
      schedule();
    },
    apart: () => apart,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      // Without it the process is taken to be there for a minute.
      await endHolder(pool, holder.process).catch(() => undefined);
    },
  };
}
