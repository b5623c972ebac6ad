import {
  type CallRecord,
  type CountedCall,
  isExplainedToAnybody,
  RINGS,
  type Ring,
  recordOf,
  ringOf,
} from './call-record.ts';

/** A kept call of an app. */
export interface AppCall {
  readonly appKey: string;
  readonly ring: Ring;
  readonly call: CallRecord;
}

/** Calls since the last flush that should be written. */
export interface KeptCalls {
  readonly ofApps: readonly AppCall[];
  /** Refused calls that are explained to anybody who has the request id; without an address. */
  readonly unknown: readonly CallRecord[];
}

/** Maximum number of calls per app in one flush, by ring: of a flood the newest are kept. */
const KEPT_PER_APP: Readonly<Record<Ring, number>> = {
  [RINGS.answered]: 50,
  [RINGS.refused]: 200,
  [RINGS.unproved]: 20,
};
/** Maximum number of calls waiting in memory, over all apps: about 2 MB. */
const KEPT_MAX = 5000;
/**
 * Maximum number of waiting refused calls without a known app, and how many of them may come from one address: one
 * flood leaves room for others.
 */
const UNKNOWN_MAX = 1000;
const UNKNOWN_PER_ADDRESS = 20;

/** A ring buffer of the newest entries. */
class Circle<Entry> {
  readonly #entries: Entry[] = [];
  #next = 0;
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** True while another entry needs more memory. */
  get grows(): boolean {
    return this.#entries.length < this.#size;
  }

  add(entry: Entry): void {
    this.#entries[this.#next] = entry;
    this.#next = this.#next + 1 === this.#size ? 0 : this.#next + 1;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }
}

/** Collects the last calls in memory, within fixed bounds. */
export interface RecentCalls {
  /** @param costMs Milliseconds with a fraction. @param atMs Milliseconds since the Unix epoch. */
  add(call: CountedCall, costMs: number, atMs: number): void;
  /** @returns The calls so far, which are reset. */
  take(): KeptCalls;
}

export function recentCalls(): RecentCalls {
  let ofApps = new Map<string, Map<Ring, Circle<CallRecord>>>();
  let unknown: CallRecord[] = [];
  let byAddress = new Map<string, number>();
  let kept = 0;

  function addToApp(appKey: string, call: CallRecord): void {
    let rings = ofApps.get(appKey);
    if (rings === undefined) {
      if (kept >= KEPT_MAX) return;
      rings = new Map();
      ofApps.set(appKey, rings);
    }
    const ring = ringOf(call.status);
    let circle = rings.get(ring);
    if (circle === undefined) {
      circle = new Circle(KEPT_PER_APP[ring]);
      rings.set(ring, circle);
    }
    if (circle.grows) {
      if (kept >= KEPT_MAX) return;
      kept += 1;
    }
    circle.add(call);
  }

  function addUnknown(call: CallRecord): void {
    const ofAddress = byAddress.get(call.address) ?? 0;
    if (unknown.length >= UNKNOWN_MAX || ofAddress >= UNKNOWN_PER_ADDRESS) return;
    byAddress.set(call.address, ofAddress + 1);
    unknown.push(call);
  }

  return {
    add(call, costMs, atMs) {
      const { appKey, status } = call;
      // Successful calls without an app are public files: there is nothing to explain.
      if (appKey === undefined && status === 'success') return;
      const record = recordOf(call, costMs, atMs);
      if (appKey !== undefined) addToApp(appKey, record);
      if (status !== 'success' && isExplainedToAnybody(appKey, status)) addUnknown(record);
    },
    take() {
      const taken = {
        ofApps: [...ofApps].flatMap(([appKey, rings]) =>
          [...rings].flatMap(([ring, circle]) => circle.entries.map((call) => ({ appKey, ring, call }))),
        ),
        unknown,
      };
      ofApps = new Map();
      unknown = [];
      byAddress = new Map();
      kept = 0;
      return taken;
    },
  };
}
