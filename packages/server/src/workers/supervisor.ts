import type { Config } from '../config.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { Logger } from '../log.ts';
import type { HandOver, Taker } from './hand-over.ts';
import type { ToPrimary, WorkerReport } from './messages.ts';
import { replacementDelayMs, STEADY_MS, shareOf } from './rules.ts';
import type { WorkerMetrics } from './worker-metrics.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

export interface SupervisorParts {
  readonly config: Config;
  readonly pages: string;
  readonly log: Logger;
  readonly handOver: HandOver;
  /** Counts for all workers. */
  readonly limiter: Limiter;
  readonly metrics: WorkerMetrics;
}

/** Keeps as many workers as the configuration says. */
export interface Supervisor {
  /**
   * Resolves when all of them serve.
   * @throws {WorkersFailed} When one cannot start, at once where its message says what is wrong.
   */
  start(): Promise<void>;
  serving(): number;
  /** What each of those that serve says of itself; undefined for one that does not answer. */
  reports(): Promise<readonly (WorkerReport | undefined)[]>;
  /** Resolves when all have finished what was under way and ended. */
  stop(): Promise<void>;
}

/** The workers cannot be started; the message is the worker's own. */
export class WorkersFailed extends Error {
  override name = 'WorkersFailed';
}

/** Workers of one place that may end before the first of them has served. */
const START_TRIES = 3;
/** What a worker gets beyond the grace of its requests before it is killed, in milliseconds. */
const KILL_AFTER_GRACE_MS = 5000;

interface Place {
  readonly worker: number;
  process: WorkerProcess | undefined;
  serves: boolean;
  /** When the process began to serve, in milliseconds of `performance.now()`; 0 before it did. */
  servesSinceMs: number;
  shortLives: number;
  /** Waits to start the next process. */
  pending: NodeJS.Timeout | undefined;
}

export function supervisor(parts: SupervisorParts): Supervisor {
  const { config, log, handOver, limiter, metrics } = parts;
  const share = shareOf(config);
  const places = Array.from(
    { length: config.WORKERS },
    (_, index): Place => ({
      worker: index + 1,
      process: undefined,
      serves: false,
      servesSinceMs: 0,
      shortLives: 0,
      pending: undefined,
    }),
  );
  let stopping = false;
  let started: { resolve: () => void; reject: (error: Error) => void } | undefined;

  function launch(place: Place): void {
    place.pending = undefined;
    place.servesSinceMs = 0;
    let failure: string | undefined;
    let asked = false;
    const process = startWorkerProcess(place.worker, {
      onMessage(message) {
        if (message.kind === 'failed') {
          failure = message.message;
          if (message.expected) started?.reject(new WorkersFailed(message.message));
        } else if (message.kind === 'ready') serve();
        else if (message.kind === 'leaving') {
          asked = true;
          retreat(false);
        } else hear(process, taker, message);
      },
      onGone({ code, signal }) {
        retreat(true);
        place.process = undefined;
        if (stopping) return;
        replace(place, asked, { worker: place.worker, pid: process.pid, code, signal, reason: failure });
      },
    });
    const taker: Taker = { give: process.give };

    function serve(): void {
      place.serves = true;
      place.servesSinceMs = performance.now();
      log.info({ worker: place.worker, pid: process.pid }, 'worker serves');
      if (!stopping) handOver.join(taker);
      if (places.every(({ serves }) => serves)) started?.resolve();
    }
    function retreat(gone: boolean): void {
      place.serves = false;
      handOver.leave(taker, gone);
    }

    place.process = process;
    process.say({ kind: 'start', worker: place.worker, config: share, pages: parts.pages });
  }

  function replace(place: Place, asked: boolean, facts: Record<string, unknown>): void {
    const wasSteady = place.servesSinceMs > 0 && performance.now() - place.servesSinceMs >= STEADY_MS;
    place.shortLives = asked || wasSteady ? 0 : place.shortLives + 1;
    if (place.servesSinceMs === 0 && place.shortLives >= START_TRIES) {
      started?.reject(
        new WorkersFailed(`The workers end before they serve: ${facts.reason ?? 'see what they wrote above'}`),
      );
    }
    const delayMs = replacementDelayMs(place.shortLives);
    if (asked) log.info(facts, 'worker ended as asked and is replaced');
    else {
      metrics.workerLost();
      log.error({ ...facts, replaced_in_ms: delayMs }, 'worker lost');
    }
    place.pending = setTimeout(launch, delayMs, place);
  }

  function hear(process: WorkerProcess, taker: Taker, message: ToPrimary): void {
    if (message.kind === 'taken') handOver.taken(taker, message.id);
    else if (message.kind === 'declined') handOver.declined(taker, message.id);
    else if (message.kind === 'changed') tellOthers(process);
    else if (message.kind === 'left') metrics.retire(message.metrics).catch(() => undefined);
    else if (message.kind === 'take') {
      const { id, takes } = message;
      Promise.all(takes.map(([key, quota]) => limiter.take(key, quota))).then(
        (verdicts) => process.say({ kind: 'verdicts', id, verdicts }),
        // Without an answer it counts alone.
        () => undefined,
      );
    }
  }

  function tellOthers(teller: WorkerProcess): void {
    for (const { process, serves } of places) if (serves && process !== teller) process?.say({ kind: 'look' });
  }

  return {
    start() {
      const all = new Promise<void>((resolve, reject) => {
        started = { resolve, reject };
      });
      for (const place of places) launch(place);
      return all.finally(() => {
        started = undefined;
      });
    },
    serving: () => places.filter(({ serves }) => serves).length,
    reports: () =>
      Promise.all(places.flatMap(({ process, serves }) => (serves && process !== undefined ? process.report() : []))),
    async stop() {
      stopping = true;
      const graceMs = config.SHUTDOWN_GRACE_S * 1000 + KILL_AFTER_GRACE_MS;
      for (const { pending } of places) clearTimeout(pending);
      await Promise.all(places.map(({ process }) => process?.stop(graceMs)));
    },
  };
}
