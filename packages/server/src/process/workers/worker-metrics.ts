import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { declared } from '../../observe/metric-list.ts';
import type { MetricJson } from '../../observe/metrics-export.ts';

/** Metrics of the whole machine: those of every worker together, and of the workers themselves. */
export interface WorkerMetrics {
  /** Counts a worker that ended without being told to. */
  workerLost(): void;
  /** Keeps the counts of a worker that has ended, so that the sums never go back. */
  retire(metrics: readonly MetricJson[]): void;
  /** @param live Metrics of each running worker. @returns Prometheus' text format. */
  text(live: readonly (readonly MetricJson[])[]): Promise<string>;
  /** The same as objects. */
  json(live: readonly (readonly MetricJson[])[]): Promise<readonly MetricJson[]>;
}

/** Metrics of an ended worker that still count. */
const LASTING_TYPES: ReadonlySet<unknown> = new Set(['counter', 'histogram']);

/** @param serving How many workers serve now. */
export function workerMetrics(serving: () => number): WorkerMetrics {
  const own = new Registry();
  new Gauge({
    ...declared('openhouse_workers'),
    registers: [own],
    collect() {
      this.set(serving());
    },
  });
  const lost = new Counter({
    ...declared('openhouse_workers_lost_total'),
    registers: [own],
  });
  let retired: Promise<readonly MetricJson[]> = Promise.resolve([]);
  const together = (sets: readonly (readonly MetricJson[])[]) =>
    AggregatorRegistry.aggregate(sets.map((set) => [...set]));
  return {
    workerLost: () => lost.inc(),
    retire(metrics) {
      const lasting = metrics.filter(({ type }) => LASTING_TYPES.has(type));
      // One after another: of two that end at once, neither may be lost.
      retired = retired.then((before) => together([before, lasting]).getMetricsAsJSON());
    },
    async json(live) {
      return [...(await own.getMetricsAsJSON()), ...(await together([...live, await retired]).getMetricsAsJSON())];
    },
    async text(live) {
      return `${await own.metrics()}${await together([...live, await retired]).metrics()}`;
    },
  };
}
