/** A value at a time. @see slopeOf */
export interface Reading {
  /** Seconds since the beginning. */
  readonly atS: number;
  readonly value: number;
}

/**
 * How fast something grows: the slope of the line that fits the readings best (least squares).
 * @returns Per second; 0 for fewer than two times.
 */
export function slopeOf(readings: readonly Reading[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, level] = [mean(readings.map(({ atS }) => atS)), mean(readings.map(({ value }) => value))];
  let [along, square] = [0, 0];
  for (const { atS, value } of readings) {
    along += (atS - middle) * (value - level);
    square += (atS - middle) ** 2;
  }
  return square === 0 || readings.length < 2 ? 0 : along / square;
}

/** Readings without those of the first part of the run, in which caches fill. */
export function warm(readings: readonly Reading[], part: number): readonly Reading[] {
  const endS = Math.max(0, ...readings.map(({ atS }) => atS));
  return readings.filter(({ atS }) => atS >= endS * part);
}
