import { randomInt } from 'node:crypto';
import { openWire, type Surface } from './wire.ts';

/** Two requests that must take the same time, as far as anybody can measure. */
export interface Pair {
  readonly method: 'GET' | 'POST';
  /** @returns The bytes of the next request of each; another one every time, where what was asked before is remembered. */
  next(): readonly [string, string];
  /** Looks at each answer, so that what is measured is what was meant. */
  check(status: number, body: string): void;
}

/** By how many microseconds the first of a pair takes longer than the second. */
export interface Interval {
  readonly lowUs: number;
  readonly medianUs: number;
  readonly highUs: number;
}

/** Requests before it counts: what is remembered is remembered then, and the code is compiled. */
const WARM_UP = 300;
/** Servers end connections after so many requests: nginx after 1,000. The first pair of each does not count. */
const PAIRS_OF_CONNECTION = 300;
/** For 95 of 100 intervals to hold the true median. */
const Z = 1.96;
/** An interval without 0 is looked at so often again: of equal times, one in twenty has none, and one in ten thousand stays so. */
const LOOKS = 3;

/** Sends both of each pair on one connection, in an order that is drawn. @returns The differences, in microseconds. */
async function trials(surface: Surface, pair: Pair, count: number): Promise<number[]> {
  let wire = await openWire(surface);
  const timed = async (bytes: string): Promise<number> => {
    const from = process.hrtime.bigint();
    await wire.write(bytes);
    const [answer] = await wire.read([pair.method]);
    const tookUs = Number(process.hrtime.bigint() - from) / 1000;
    if (answer === undefined) throw new Error('the connection ended');
    pair.check(answer.status, answer.body.toString());
    return tookUs;
  };
  const differences: number[] = [];
  for (let turn = -WARM_UP; turn < count; turn++) {
    if (turn % PAIRS_OF_CONNECTION === 0) {
      wire.destroy();
      wire = await openWire(surface);
      for (const bytes of pair.next()) await timed(bytes);
    }
    const [first, second] = pair.next();
    const isTurned = randomInt(2) === 1;
    const earlier = await timed(isTurned ? second : first);
    const later = await timed(isTurned ? first : second);
    if (turn >= 0) differences.push(isTurned ? later - earlier : earlier - later);
  }
  wire.destroy();
  return differences;
}

/** The median and what it is certain to lie between, by the order of the differences alone: no outlier moves it. */
export function intervalOf(differences: readonly number[]): Interval {
  const sorted = differences.toSorted((one, other) => one - other);
  const { length } = sorted;
  const reach = (Z * Math.sqrt(length)) / 2;
  const at = (index: number) => sorted[Math.min(length - 1, Math.max(0, index))] ?? Number.NaN;
  return {
    lowUs: at(Math.floor(length / 2 - reach) - 1),
    medianUs: at(Math.floor(length / 2)),
    highUs: at(Math.ceil(length / 2 + reach)),
  };
}

/**
 * Measures a pair, and again while the interval is on the same side of 0.
 * @returns The intervals; the pair differs when there are `LOOKS` of them.
 */
async function looksAt(surface: Surface, pair: Pair, count: number): Promise<Interval[]> {
  const intervals: Interval[] = [];
  while (intervals.length < LOOKS) {
    const interval = intervalOf(await trials(surface, pair, count));
    const before = intervals.at(-1);
    if (interval.lowUs <= 0 && interval.highUs >= 0) return [interval];
    if (before !== undefined && before.lowUs > 0 !== interval.lowUs > 0) return [interval];
    intervals.push(interval);
  }
  return intervals;
}

/** Whether somebody can tell the two of a pair apart by their times. */
export async function compareTimes(
  surface: Surface,
  pair: Pair,
  count: number,
): Promise<{ readonly differs: boolean; readonly shown: string }> {
  const intervals = await looksAt(surface, pair, count);
  const shown = intervals
    .map(({ lowUs, medianUs, highUs }) => `${medianUs.toFixed(1)} µs (${lowUs.toFixed(1)} to ${highUs.toFixed(1)})`)
    .join(', ');
  return { differs: intervals.length === LOOKS, shown };
}
