import { codeOf } from './grow.ts';
import type { MeasuredService } from './service.ts';
import { PROTOTYPES } from './tours.ts';

/** Latency of reads whose payload is not in the service's memory, in milliseconds. */
export interface Latency {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Processor time of the service for a read, in milliseconds. */
  readonly cpuMs: number;
}

export interface ColdReads {
  readonly tours: number;
  readonly small: Latency;
  readonly grown: Latency;
  /** Median over the rounds of grown ÷ small, by the median latency of the round; 1 is no growth at all. */
  readonly ratio: number;
  readonly rounds: readonly number[];
}

/** Tours that are read in turn: some times what the service's memory holds, and few enough to stay in the system's. */
const WORKING_SET = 500;

/**
 * Reads the same mix of tours from a small and a grown store, in turn, round by round, so that whatever else the machine
 * does meets both alike.
 */
export async function measureColdReads(
  services: { readonly small: MeasuredService; readonly grown: MeasuredService },
  sizes: { readonly small: number; readonly grown: number },
  { rounds, reads }: { readonly rounds: number; readonly reads: number },
): Promise<ColdReads> {
  const codes = { small: workingSet(sizes.small), grown: workingSet(sizes.grown) };
  const times = { small: [] as number[], grown: [] as number[] };
  const cpu = { small: 0, grown: 0 };
  for (const which of ['small', 'grown'] as const) {
    // Into the system's memory, and through the first compilations.
    for (const code of [...codes[which], ...codes[which]]) await services[which].read(code);
  }
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const medians = { small: 0, grown: 0 };
    const order = round % 2 === 0 ? (['small', 'grown'] as const) : (['grown', 'small'] as const);
    for (const which of order) {
      const before = services[which].cpuSeconds();
      const taken: number[] = [];
      for (let read = 0; read < reads; read += 1) {
        taken.push(await services[which].read(codes[which][read % WORKING_SET] ?? ''));
      }
      cpu[which] += services[which].cpuSeconds() - before;
      medians[which] = quantile(taken, 0.5);
      times[which].push(...taken);
    }
    ratios.push(medians.grown / medians.small);
  }
  const latencyOf = (which: 'small' | 'grown'): Latency => ({
    medianMs: quantile(times[which], 0.5),
    p95Ms: quantile(times[which], 0.95),
    p99Ms: quantile(times[which], 0.99),
    cpuMs: (cpu[which] * 1000) / (rounds * reads),
  });
  return {
    tours: sizes.grown,
    small: latencyOf('small'),
    grown: latencyOf('grown'),
    ratio: quantile(ratios, 0.5),
    rounds: ratios,
  };
}

/** Tours spread over the whole store, with the same shapes whatever its size. */
function workingSet(tours: number): string[] {
  const copies = Math.floor(tours / PROTOTYPES);
  return Array.from({ length: WORKING_SET }, (_, index) => {
    // A multiplier without a common factor with anything near walks through all of them in no order.
    const copy = (index * 7919) % copies;
    return codeOf(copy * PROTOTYPES + (index % PROTOTYPES));
  });
}

export function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;
}
