import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { loadSecrets } from '../../config/secrets.ts';
import { ConfigError } from '../../config/variables.ts';
import { type Database, StoreError } from '../../kernel/database/database.ts';
import { askedLimiter } from '../../kernel/limiter/asked.ts';
import type { LimitVerdict } from '../../kernel/limiter/limiter.ts';
import { createLog, sharedOutput } from '../../observe/log.ts';
import type { Tracing } from '../../observe/tracing.ts';
import { openStore } from '../open-store.ts';
import { openTracing } from '../open-telemetry.ts';
import { graceLeft, onceOnly } from '../service.ts';
import { isOnlyAway, startFailure } from '../start-failures.ts';
import { createSurfaces, type SurfaceName, type Surfaces } from '../surfaces.ts';
import type { Question, ToPrimary, ToWorker, WorkerReport } from './messages.ts';
import { questions } from './questions.ts';
import { COUNT_PATIENCE_MS, LOOK_PATIENCE_MS } from './rules.ts';
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
  /** Told to end on its own, not by the primary: drains requests, then exits. Safe to call twice. */
  leave(): Promise<void>;
  /**
   * The primary is gone. Nobody brings new connections, so that requests are drained without delay; if it was stopping, a second
   * signal ended it, and this process ends at once.
   */
  orphaned(): void;
}

/** What serves, once it does. */
interface Serving {
  readonly surfaces: Surfaces;
  readonly database: Database;
  readonly tracing: Tracing | undefined;
  readonly taken: Readonly<Partial<Record<SurfaceName, TakenConnections>>>;
  readonly graceMs: number;
  readonly delayMs: number;
}

export function createWorker({ say, exit }: Primary): Worker {
  const counts = questions<readonly LimitVerdict[]>();
  const changes = questions<true>();
  let leaving = false;
  let starting: Promise<Serving> | undefined;
  let serving: Serving | undefined;

  const limiter = askedLimiter((takes) => counts.ask((id) => say({ kind: 'take', id, takes }), COUNT_PATIENCE_MS));
  const tellOthers = async () => {
    // The primary times out first, so that a slow primary is not taken for a dead one.
    await changes.ask((id) => say({ kind: 'changed', id }), 2 * LOOK_PATIENCE_MS);
  };

  async function start({ worker, config, folders }: Extract<ToWorker, { kind: 'start' }>): Promise<Serving> {
    const log = createLog(config.LOG_LEVEL, sharedOutput()).child({ worker });
    const secrets = await loadSecrets(config);
    const database = await openStore(config, ({ message }) => {
      if (!leaving) log.warn({ reason: message }, 'database connection lost');
    });
    // A limiter that is shared with other machines counts for this one too.
    const own = config.REDIS_URL === null ? { limiter } : {};
    const tracing = await openTracing(config);
    const surfaces = await createSurfaces({ config, secrets, database, log, folders, tellOthers, tracing, ...own });
    const { gateway, portal } = surfaces.servers;
    surfaces.startWork();
    const taken = {
      ...(gateway && { gateway: takenConnections(gateway) }),
      ...(portal && { portal: takenConnections(portal) }),
    };
    const graceMs = config.SHUTDOWN_GRACE_S * 1000;
    return { surfaces, database, tracing, taken, graceMs, delayMs: config.SHUTDOWN_DELAY_S * 1000 };
  }

  /** The service stops as a whole. */
  let isStopping = false;
  /** It had its delay already. */
  let isEnd = false;
  let endsAtMs: number | undefined;
  /** The surfaces are stopped one after another and share one grace. */
  const graceOf = (graceMs: number) => {
    endsAtMs ??= performance.now() + graceMs;
    return graceLeft(endsAtMs);
  };
  const leave = onceOnly(async () => {
    leaving = true;
    say({ kind: 'leaving' });
    const served = await starting?.catch(() => undefined);
    if (served !== undefined) {
      const { surfaces, database, taken, graceMs, delayMs, tracing } = served;
      // The other workers take the new connections; those that are kept alive here move over between two requests.
      taken.portal?.letGo();
      taken.gateway?.letGo();
      if (!isEnd) await sleep(delayMs);
      // As alone: what the portal answers last may still ask the gateway.
      await taken.portal?.stop(graceOf(graceMs));
      await taken.gateway?.stop(graceOf(graceMs));
      await surfaces.close();
      await tracing?.stop().catch(() => undefined);
      say({ kind: 'left', metrics: await surfaces.metrics.registry.getMetricsAsJSON() });
      await database.close();
    }
    exit(0);
  });

  function begin(message: Extract<ToWorker, { kind: 'start' }>): void {
    starting = start(message);
    starting.then(
      (served) => {
        serving = served;
        if (!leaving) say({ kind: 'ready' });
      },
      (error: unknown) => {
        say({ kind: 'failed', ...wordsOf(error, message.config) });
        exit(1);
      },
    );
  }

  function serve(id: number, surface: SurfaceName, connection: Socket | undefined): void {
    if (leaving || serving === undefined) {
      // Unread: whoever gets it next reads it from its first byte.
      connection?.destroy();
      say({ kind: 'declined', id });
      return;
    }
    // Said before the first byte is read, or a connection that was read from could be given to somebody else.
    say({ kind: 'taken', id });
    if (connection !== undefined) serving.taken[surface]?.take(connection);
  }

  async function answer({ surfaces, taken, graceMs }: Serving, question: Question): Promise<WorkerReport> {
    // A failed poll counts as a missed one: the next poll bounds the delay, as on another machine.
    if (question.kind === 'look') await surfaces.look().catch(() => undefined);
    else if (question.kind === 'let-go') {
      isStopping = true;
      for (const surface of Object.values(taken)) surface.letGo();
    } else if (question.kind === 'finish') await taken[question.surface]?.stop(graceOf(graceMs));
    const metrics = await surfaces.metrics.registry.getMetricsAsJSON();
    return { metrics, unreadiness: surfaces.unreadiness(), warnings: surfaces.warnings() };
  }

  return {
    leave,
    orphaned() {
      if (isStopping) return exit(1);
      isEnd = true;
      void leave();
    },
    hear(message, connection) {
      if (message.kind === 'start') begin(message);
      else if (message.kind === 'connection') serve(message.id, message.surface, connection);
      else if (message.kind === 'verdicts') counts.answer(message.id, message.verdicts);
      else if (message.kind === 'known') changes.answer(message.id, true);
      else if (message.kind === 'stop') {
        [isStopping, isEnd] = [true, true];
        void leave();
      } else if (serving !== undefined) {
        const { id } = message;
        void answer(serving, message.question).then((report) => say({ kind: 'answered', id, report }));
      }
    },
  };
}

function wordsOf(error: unknown, config: Config): { message: string; expected: boolean; isAway: boolean } {
  const failure = startFailure(error, config);
  const expected = failure instanceof ConfigError || failure instanceof StoreError;
  return { message: failure.message, expected, isAway: isOnlyAway(failure) };
}
