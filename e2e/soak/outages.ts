import { setTimeout as sleep } from 'node:timers/promises';
import type { Deed } from './load.ts';
import type { SoakStage } from './stage.ts';

/** Something that fails now and then, and for whom that may be a 503. */
export interface Outage {
  readonly what: string;
  readonly affects: readonly Deed[] | 'all';
  /** Breaks it, and mends it. */
  happen(stage: SoakStage): Promise<unknown>;
}

const LASTS_MS = 3000;
/** What one pool of connections notices at once. */
const ENDED_TIMES = 5;

export const outages: readonly Outage[] = [
  {
    what: 'connections to the database ended',
    affects: 'all',
    async happen({ database }) {
      for (let round = 0; round < ENDED_TIMES; round += 1) {
        await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where pid <> pg_backend_pid() and backend_type = 'client backend' and application_name <> 'soak'`,
        );
        await sleep(LASTS_MS / ENDED_TIMES);
      }
    },
  },
  {
    what: 'connections to the database silent',
    affects: 'all',
    async happen({ proxy }) {
      proxy.silence();
      proxy.hold(true);
      await sleep(LASTS_MS);
      proxy.hold(false);
    },
  },
  {
    what: 'the database restarted',
    affects: 'all',
    happen: ({ server }) => server.restart(),
  },
  {
    what: 'Redis away',
    affects: [],
    async happen({ redis }) {
      await redis.stop();
      await sleep(LASTS_MS);
      await redis.start();
    },
  },
  {
    what: 'the store of files away',
    affects: ['file', 'upload'],
    async happen({ swift }) {
      await swift.stop();
      await sleep(LASTS_MS);
      await swift.start();
    },
  },
];

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
