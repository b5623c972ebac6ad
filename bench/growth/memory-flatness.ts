import { median } from '../measure/median.ts';

/**
 * Middle of what was measured in one fifth of a run, by time's order.
 * @param nth 1 to 5.
 */
export function medianOfFifth<Sample>(samples: readonly Sample[], nth: number, of: (sample: Sample) => number): number {
  const edge = (fifths: number) => Math.round((samples.length * fifths) / 5);
  return median(samples.slice(edge(nth - 1), edge(nth)).map(of));
}
