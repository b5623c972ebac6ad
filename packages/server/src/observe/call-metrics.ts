import { Counter, type Registry } from 'prom-client';
import { declared } from './metric-list.ts';

/** The parts of an answered call of the gateway that are counted. */
export interface GatewayCallFacts {
  /** Name of the operation; empty where no path matched. */
  readonly operation: string;
  /** Envelope status. */
  readonly status: string;
}

/** In seconds: a cache hit takes well under a millisecond, a cache miss a few. */
export const DURATION_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const CALLS = 'openhouse_gateway_calls_total';
const DURATIONS = 'openhouse_gateway_call_seconds';

/** The counts of one operation. */
interface Tally {
  /** Envelope status → calls. */
  readonly byStatus: Map<string, number>;
  /** Calls by the first bucket that holds them; the last is for those beyond all. */
  readonly buckets: Float64Array;
  sumS: number;
}

/**
 * Counters and durations of the gateway's calls. Kept as plain numbers and passed to Prometheus when it scrapes: the
 * library's own counting looks labels up by text at every call.
 */
export function callMetrics(registry: Registry): (call: GatewayCallFacts, costMs: number) => void {
  const tallies = new Map<string, Tally>();

  new Counter({
    ...declared(CALLS),
    registers: [registry],
    collect() {
      this.reset();
      for (const [operation, { byStatus }] of tallies) {
        for (const [status, count] of byStatus) this.inc({ operation, status }, count);
      }
    },
  });
  const durations = {
    ...declared(DURATIONS),
    type: 'histogram',
    values: () => [...tallies].flatMap(([operation, tally]) => valuesOf(operation, tally)),
  };
  // A metric of our own: the registry accepts any object that returns its values.
  const asMetric = { name: DURATIONS, get: async () => ({ ...durations, values: durations.values() }) };
  registry.registerMetric(asMetric as unknown as Parameters<Registry['registerMetric']>[0]);

  return ({ operation, status }, costMs) => {
    let tally = tallies.get(operation);
    if (tally === undefined) {
      tally = { byStatus: new Map(), buckets: new Float64Array(DURATION_BUCKETS_S.length + 1), sumS: 0 };
      tallies.set(operation, tally);
    }
    tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
    const costS = costMs / 1000;
    tally.sumS += costS;
    let bucket = 0;
    while (bucket < DURATION_BUCKETS_S.length && costS > (DURATION_BUCKETS_S[bucket] ?? 0)) bucket += 1;
    tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1;
  };
}

/** A histogram's values as prom-client keeps them: buckets count everything up to their bound. */
function valuesOf(operation: string, { buckets, sumS }: Tally): object[] {
  let count = 0;
  const bounded = DURATION_BUCKETS_S.map((le, index) => {
    count += buckets[index] ?? 0;
    return { metricName: `${DURATIONS}_bucket`, labels: { le, operation }, value: count };
  });
  const all = count + (buckets[DURATION_BUCKETS_S.length] ?? 0);
  return [
    ...bounded,
    { metricName: `${DURATIONS}_bucket`, labels: { le: '+Inf', operation }, value: all },
    { metricName: `${DURATIONS}_sum`, labels: { operation }, value: sumS },
    { metricName: `${DURATIONS}_count`, labels: { operation }, value: all },
  ];
}
