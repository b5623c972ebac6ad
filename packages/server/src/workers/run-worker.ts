import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ConfigError } from '../config-variables.ts';
import { type Database, StoreError } from '../database/database.ts';
import { askedLimiter } from '../limiter/asked.ts';
import type { LimitVerdict } from '../limiter/limiter.ts';
import { createLog, type Logger } from '../log.ts';
import { openStore } from '../open-store.ts';
import { loadSecrets } from '../secrets.ts';
import { onceOnly } from '../service.ts';
import { createSurfaces, type SurfaceName, type Surfaces } from '../surfaces.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import { type TakenConnections, takenConnections } from './taken-connections.ts';

/** The way to the primary. */
export interface Primary {
  say(message: ToPrimary): void;
  /** Ends this process: 0 after a stop. */
  exit(code: number): void;
}

/** One worker: serves connections that the primary hands over. */
export interface Worker {
  hear(message: ToWorker, connection: Socket | undefined): void;
  /** Finishes what is under way, then exits. Safe to call twice. */
  leave(): Promise<void>;
}

/** What serves, once it does. */
interface Serving {
  readonly surfaces: Surfaces;
  readonly database: Database;
  readonly log: Logger;
  readonly taken: ReadonlyMap<SurfaceName, TakenConnections>;
  readonly graceMs: number;
}

export function createWorker({ say, exit }: Primary): Worker {
  const asked = new Map<number, (verdicts: readonly LimitVerdict[]) => void>();
  let takes = 0;
  let leaving = false;
  let serving: Promise<Serving> | undefined;
  let now: Serving | undefined;

  const limiter = askedLimiter(
    (wanted) =>
      new Promise((resolve) => {
        takes += 1;
        asked.set(takes, resolve);
        say({ kind: 'take', id: takes, takes: wanted });
      }),
  );

  async function start({ worker, config, pages }: Extract<ToWorker, { kind: 'start' }>): Promise<Serving> {
    const log = createLog(config.LOG_LEVEL).child({ worker });
    const secrets = await loadSecrets(config);
    const database = await openStore(config, ({ message }) => {
      if (!leaving) log.warn({ reason: message }, 'database connection lost');
    });
    const surfaces = await createSurfaces({
      config,
      secrets,
      database,
      log,
      pages,
      // A store shared with other machines counts for this one too.
      ...(config.REDIS_URL === null && { limiter }),
      onChanged: () => say({ kind: 'changed' }),
    });
    const entries = surfaces.servers.map(({ name, server }: { name: SurfaceName; server: Server }) => {
      return [name, takenConnections(server)] as const;
    });
    surfaces.startWork();
    return { surfaces, database, log, taken: new Map(entries), graceMs: config.SHUTDOWN_GRACE_S * 1000 };
  }

  const leave = onceOnly(async () => {
    leaving = true;
    say({ kind: 'leaving' });
    const served = await serving?.catch(() => undefined);
    if (served !== undefined) {
      const { surfaces, database, taken, graceMs } = served;
      await Promise.all([...taken.values()].map((connections) => connections.stop(graceMs)));
      await surfaces.close();
      say({ kind: 'left', metrics: await surfaces.metrics.registry.getMetricsAsJSON() });
      await database.close();
    }
    exit(0);
  });

  return {
    leave,
    hear(message, connection) {
      if (message.kind === 'start') {
        serving = start(message);
        serving.then(
          (served) => {
            now = served;
            if (!leaving) say({ kind: 'ready' });
          },
          (error: unknown) => {
            say({ kind: 'failed', ...wordsOf(error) });
            exit(1);
          },
        );
      } else if (message.kind === 'connection') {
        const taken = now?.taken.get(message.surface);
        if (leaving || taken === undefined) {
          // Unread: whoever gets it next reads it from its first byte.
          connection?.destroy();
          say({ kind: 'declined', id: message.id });
          return;
        }
        // Said before the first byte is read, or a connection that was read from could be given to somebody else.
        say({ kind: 'taken', id: message.id });
        if (connection !== undefined) taken.take(connection);
      } else if (message.kind === 'verdicts') {
        asked.get(message.id)?.(message.verdicts);
        asked.delete(message.id);
      } else if (message.kind === 'look') now?.surfaces.look().catch(() => undefined);
      else if (message.kind === 'report') void report(message.id);
      else void leave();
    },
  };

  async function report(id: number): Promise<void> {
    if (now === undefined) return;
    const { surfaces } = now;
    const metrics = await surfaces.metrics.registry.getMetricsAsJSON();
    say({ kind: 'reported', id, report: { metrics, unreadiness: surfaces.unreadiness() } });
  }
}

function wordsOf(error: unknown): { message: string; expected: boolean } {
  const expected = error instanceof ConfigError || error instanceof StoreError;
  if (!(error instanceof Error)) return { message: String(error), expected };
  return { message: expected ? error.message : (error.stack ?? error.message), expected };
}
