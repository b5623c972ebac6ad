import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { MetricJson } from './messages.ts';

/** Metrics of the whole machine: those of every worker together, and how the workers themselves do. */
export interface WorkerMetrics {
  /** Counts a worker that ended without having been asked to. */
  workerLost(): void;
  /** Keeps the counts of a worker that has ended, so that the sums never go back. */
  retire(metrics: readonly MetricJson[]): void;
  /** @param live Metrics of each worker that is there. @returns Prometheus' text format. */
  text(live: readonly (readonly MetricJson[])[]): Promise<string>;
}

/** What a worker that has ended still counts for. */
const LASTING_TYPES: ReadonlySet<unknown> = new Set(['counter', 'histogram']);

/** @param serving How many workers serve now. */
export function workerMetrics(serving: () => number): WorkerMetrics {
  const own = new Registry();
  new Gauge({
    name: 'openhouse_workers',
    help: 'Workers that serve now.',
    registers: [own],
    collect() {
      this.set(serving());
    },
  });
  const lost = new Counter({
    name: 'openhouse_workers_lost_total',
    help: 'Workers that ended by themselves and were replaced.',
    registers: [own],
  });
  let retired: Promise<readonly MetricJson[]> = Promise.resolve([]);
  const together = (sets: readonly (readonly MetricJson[])[]) =>
    AggregatorRegistry.aggregate(sets.map((set) => [...set]));
  return {
    workerLost: () => lost.inc(),
    retire(metrics) {
      const lasting = metrics.filter(({ type }) => LASTING_TYPES.has(type));
      // One after another: of two that end at once, neither may be forgotten.
      retired = retired.then((before) => together([before, lasting]).getMetricsAsJSON());
    },
    async text(live) {
      return `${await own.metrics()}${await together([...live, await retired]).metrics()}`;
    },
  };
}
