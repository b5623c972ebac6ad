import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { MetricJson } from './messages.ts';

/** Metrics of the whole machine: those of every worker together, and how the workers themselves do. */
export interface WorkerMetrics {
  /** Counts a worker that ended without having been asked to. */
  workerLost(): void;
  /** Keeps the counts of a worker that has ended, so that the sums never go back. */
  retire(metrics: readonly MetricJson[]): Promise<void>;
  /** @param live Metrics of each worker that answers. @returns Prometheus' text format. */
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
  let retired: readonly MetricJson[] = [];
  const together = (sets: readonly (readonly MetricJson[])[]) =>
    AggregatorRegistry.aggregate(sets.map((set) => [...set]));
  return {
    workerLost: () => lost.inc(),
    async retire(metrics) {
      const lasting = metrics.filter(({ type }) => LASTING_TYPES.has(type));
      retired = await together([retired, lasting]).getMetricsAsJSON();
    },
    async text(live) {
      return `${await own.metrics()}${await together([...live, retired]).metrics()}`;
    },
  };
}
