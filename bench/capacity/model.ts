/** What one call costs, as `npm run bench` measured it with everything on. */
export interface CallCost {
  /** Processor time of the service, in microseconds. */
  readonly cpuMicroseconds: number;
  /** What is sent, head and body. */
  readonly answerBytes: number;
}

/** Calls that arrive together: so many a second of each kind. */
export type Demand = Readonly<Record<string, number>>;

export interface Need {
  /** Cores that the service keeps busy. */
  readonly busyCores: number;
  /** Cores to plan: a core is to be busy for `PLANNED_SHARE` of its time at most. */
  readonly plannedCores: number;
  readonly megabitsPerSecond: number;
}

/**
 * Share of a core's time to plan with. Up to half of saturation a call hardly waits for another; from there on waiting
 * grows faster than load.
 */
export const PLANNED_SHARE = 0.5;

const MICROSECONDS = 1e6;
const BITS_A_BYTE = 8;

/**
 * What a demand needs: the sum of what its calls cost.
 * @throws {Error} when a kind of call has not been measured.
 */
export function needOf(costs: Readonly<Record<string, CallCost>>, demand: Demand): Need {
  let busyCores = 0;
  let bytesPerSecond = 0;
  for (const [kind, callsPerSecond] of Object.entries(demand)) {
    const cost = costs[kind];
    if (cost === undefined) throw new Error(`${kind} has not been measured`);
    busyCores += (callsPerSecond * cost.cpuMicroseconds) / MICROSECONDS;
    bytesPerSecond += callsPerSecond * cost.answerBytes;
  }
  return {
    busyCores,
    plannedCores: busyCores / PLANNED_SHARE,
    megabitsPerSecond: (bytesPerSecond * BITS_A_BYTE) / 1e6,
  };
}

/** Calls a second that one core answers at the planned share of its time. */
export const plannedCallsPerSecond = ({ cpuMicroseconds }: CallCost): number =>
  (PLANNED_SHARE * MICROSECONDS) / cpuMicroseconds;
