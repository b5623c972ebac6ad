import type { Config } from '../../config/config.ts';
import type { LimitVerdict } from '../../kernel/limiter/limiter.ts';
import type { Logger } from '../../observe/log.ts';
import type { MetricJson } from '../../observe/metrics-export.ts';
import type { ServiceFolders } from '../service.ts';
import type { SurfaceName } from '../surfaces.ts';
import type { HandOver } from './hand-over.ts';
import { type Place, workerPlace } from './place.ts';
import { LOOK_PATIENCE_MS, REPORT_PATIENCE_MS, shareOf } from './rules.ts';
import { workerMetrics } from './worker-metrics.ts';

export interface SupervisorParts {
  readonly config: Config;
  readonly folders: ServiceFolders;
  readonly log: Logger;
  readonly handOver: HandOver;
  /** Counts for all workers. */
  readonly take: (key: string, quota: number) => LimitVerdict;
}

/** Keeps as many workers as the configuration says. */
export interface Supervisor {
  /**
   * Resolves when all of them serve.
   * @throws {WorkersFailed} When one cannot start, at once where its message says what is wrong.
   */
  start(): Promise<void>;
  /** Metrics of all of them together, in Prometheus' text format. */
  metrics(): Promise<string>;
  /** The same as objects. */
  metricsJson(): Promise<readonly MetricJson[]>;
  /** Why no worker can answer requests; empty when one can. */
  unreadiness(): Promise<readonly string[]>;
  /** What does not work although requests can be answered. */
  warnings(): Promise<readonly string[]>;
  /** Resolves when the connections of all end with their next answer; new ones are still served. */
  letGo(): Promise<void>;
  /** Resolves when all have finished what the port of a surface, which is closed, had brought. */
  finish(surface: SurfaceName): Promise<void>;
  /** Resolves when all have finished what was under way and ended. */
  stop(): Promise<void>;
}

/** The workers cannot be started; the message is the worker's own. */
export class WorkersFailed extends Error {
  override name = 'WorkersFailed';
  /** Whether what the worker needs is only away. */
  readonly isAway: boolean;

  constructor(message: string, isAway: boolean) {
    super(message);
    this.isAway = isAway;
  }
}

/** What a worker gets beyond the grace of its requests before it is killed, in milliseconds. */
const KILL_AFTER_GRACE_MS = 5000;
/** A worker that ends by itself gives its grace to the portal first, then to the gateway. */
const GRACES = 2;

export function supervisor({ config, folders, log, handOver, take }: SupervisorParts): Supervisor {
  const graceMs = config.SHUTDOWN_GRACE_S * 1000;
  const share = shareOf(config);
  const metrics = workerMetrics(() => places.filter((place) => place.serves()).length);
  let starting: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const places: readonly Place[] = Array.from({ length: config.WORKERS }, (_, index) =>
    workerPlace({
      worker: index + 1,
      config: share,
      folders,
      log,
      handOver,
      metrics,
      take,
      tellOthers: () => Promise.all(places.map((place, other) => other !== index && look(place))),
      onServing: () => {
        if (places.every((place) => place.serves())) starting?.resolve();
      },
      onStartFailed: (reason, isAway) => starting?.reject(new WorkersFailed(reason, isAway)),
    }),
  );

  const look = (place: Place) => place.ask({ kind: 'look' }, LOOK_PATIENCE_MS);
  const report = (place: Place) => place.ask({ kind: 'report' }, REPORT_PATIENCE_MS);
  const counted = async () => {
    await Promise.all(places.map(report));
    // Of one that did not answer, what it said last: a sum that goes back would look like a new start of everything.
    return places.map((place) => place.counted());
  };

  return {
    async start() {
      const all = new Promise<void>((resolve, reject) => {
        starting = { resolve, reject };
      });
      for (const place of places) place.start();
      await all.finally(() => {
        starting = undefined;
      });
    },
    metrics: async () => metrics.text(await counted()),
    metricsJson: async () => metrics.json(await counted()),
    async unreadiness() {
      const reports = await Promise.all(places.filter((place) => place.serves()).map(report));
      if (reports.some((one) => one?.unreadiness.length === 0)) return [];
      return ['no worker can answer', ...new Set(reports.flatMap((one) => one?.unreadiness ?? []))];
    },
    async warnings() {
      const reports = await Promise.all(places.filter((place) => place.serves()).map(report));
      return [...new Set(reports.flatMap((one) => one?.warnings ?? []))];
    },
    async letGo() {
      await Promise.all(places.map((place) => place.ask({ kind: 'let-go' }, REPORT_PATIENCE_MS)));
    },
    async finish(surface) {
      const patienceMs = graceMs + KILL_AFTER_GRACE_MS;
      await Promise.all(places.map((place) => place.ask({ kind: 'finish', surface }, patienceMs)));
    },
    async stop() {
      await Promise.all(places.map((place) => place.stop(GRACES * graceMs + KILL_AFTER_GRACE_MS)));
    },
  };
}
