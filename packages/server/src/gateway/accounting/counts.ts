import { bucketOf, LAST_BUCKET, SLOT_MS } from '../../apps/cost-buckets.ts';

/** Calls of one app, version of its secret, operation and envelope status in one minute. */
export interface UseCount {
  readonly appKey: string;
  /** 0 where the call did not prove a version. */
  readonly version: number;
  readonly operation: string;
  readonly status: string;
  /** Milliseconds since the Unix epoch, at the start of the minute. */
  readonly minuteMs: number;
  readonly count: number;
}

/** Successful calls of one app and operation, in one slot of ten minutes and one bucket of cost. */
export interface CostCount {
  readonly appKey: string;
  readonly operation: string;
  /** Milliseconds since the Unix epoch, at the start of the slot. */
  readonly slotMs: number;
  readonly bucket: number;
  readonly count: number;
}

export interface Counts {
  readonly uses: readonly UseCount[];
  readonly costs: readonly CostCount[];
}

/** The parts of a call that are counted. */
export interface CountedUse {
  readonly appKey: string;
  readonly version: number;
  readonly operation: string;
  readonly status: string;
}

/** Counts calls in memory, within a fixed bound. */
export interface Counting {
  /** @param costMs Milliseconds with a fraction. @param atMs Milliseconds since the Unix epoch. */
  add(use: CountedUse, costMs: number, atMs: number): void;
  /** @returns The counts so far, which are reset. */
  take(): Counts;
}

const MINUTE_MS = 60_000;
/**
 * Maximum number of counters of each kind while the store is unreachable: beyond it new ones are dropped, existing ones
 * still count.
 */
const USES_MAX = 100_000;
/** The same for counters of costs, which have a number for each bucket: 356 bytes. */
const COSTS_MAX = 20_000;

type Use = { -readonly [Field in keyof UseCount]: UseCount[Field] };
interface Costs {
  readonly appKey: string;
  readonly operation: string;
  readonly slotMs: number;
  readonly buckets: Uint32Array;
}

export function counting(): Counting {
  const uses = periods<Use>(MINUTE_MS, USES_MAX);
  const costs = periods<Costs>(SLOT_MS, COSTS_MAX);

  return {
    // Called for every call of the gateway, so it builds no string: the few counters that an app has in a minute are
    // searched linearly, which compares constants of the contract.
    add({ appKey, version, operation, status }, costMs, atMs) {
      const minute = uses.at(atMs);
      const counted = minute.of(appKey);
      let use = counted.find((one) => one.operation === operation && one.status === status && one.version === version);
      if (use === undefined) {
        use = { appKey, version, operation, status, minuteMs: minute.startMs, count: 0 };
        uses.keep(counted, use);
      }
      use.count += 1;
      if (status !== 'success') return;
      const slot = costs.at(atMs);
      const measured = slot.of(appKey);
      let cost = measured.find((one) => one.operation === operation);
      if (cost === undefined) {
        cost = { appKey, operation, slotMs: slot.startMs, buckets: new Uint32Array(LAST_BUCKET + 1) };
        costs.keep(measured, cost);
      }
      const bucket = bucketOf(costMs);
      cost.buckets[bucket] = (cost.buckets[bucket] ?? 0) + 1;
    },
    take: () => ({
      uses: uses.take(),
      costs: costs
        .take()
        .flatMap(({ buckets, ...cost }) =>
          [...buckets].flatMap((count, bucket) => (count === 0 ? [] : [{ ...cost, bucket, count }])),
        ),
    }),
  };
}

/** Counters of one period, by app. */
interface Period<Counter> {
  readonly startMs: number;
  /** The app's counters; the list is not a copy. */
  of(appKey: string): Counter[];
}

/** Counters by period and app, at most `max`. */
function periods<Counter>(lengthMs: number, max: number) {
  let kept: Counter[] = [];
  let byStart = new Map<number, Period<Counter>>();
  let current: Period<Counter> | undefined;

  return {
    at(atMs: number): Period<Counter> {
      const startMs = atMs - (atMs % lengthMs);
      if (current?.startMs === startMs) return current;
      current = byStart.get(startMs) ?? newPeriod(startMs);
      byStart.set(startMs, current);
      return current;
    },
    keep(counters: Counter[], counter: Counter): void {
      if (kept.length >= max) return;
      kept.push(counter);
      counters.push(counter);
    },
    take(): Counter[] {
      const taken = kept;
      kept = [];
      byStart = new Map();
      current = undefined;
      return taken;
    },
  };
}

function newPeriod<Counter>(startMs: number): Period<Counter> {
  const byApp = new Map<string, Counter[]>();
  return {
    startMs,
    of(appKey) {
      let counters = byApp.get(appKey);
      if (counters === undefined) {
        counters = [];
        byApp.set(appKey, counters);
      }
      return counters;
    },
  };
}
