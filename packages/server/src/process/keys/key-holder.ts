import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../../config/config.ts';
import { runsJobs } from '../../config/parts.ts';
import { ringsOf, type Secrets } from '../../config/secrets.ts';
import type { Database } from '../../kernel/database/database.ts';
import { shownKey } from '../../kernel/keys/key-ring.ts';
import { endHolder, forgetHolders, noteHolder } from './store.ts';

/** Milliseconds between two notes that this process is there. */
const BEAT_MS = 15_000;

export interface KeyHolderParts {
  readonly config: Pick<Config, 'SERVE_ONLY'>;
  readonly secrets: Secrets;
  readonly database: Pick<Database, 'pool'>;
  readonly onFailed: (error: unknown) => void;
}

/** Lets the installation know which keys this process holds, by their numbers and fingerprints (decision 0139). */
export interface KeyHolder {
  /** Resolves when this process has been noted, or could not be. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function keyHolder({ config, secrets, database: { pool }, onFailed }: KeyHolderParts): KeyHolder {
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

  const beat = async () => {
    try {
      await noteHolder(pool, holder);
    } catch (error) {
      if (!stopped) onFailed(error);
    }
  };
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = beat().finally(schedule);
    }, BEAT_MS);
    timer.unref();
  };
  return {
    async start() {
      await beat();
      if (runsJobs(config)) await forgetHolders(pool).catch(onFailed);
      schedule();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      // Without it the process is taken to be there for a minute.
      await endHolder(pool, holder.process).catch(() => undefined);
    },
  };
}
