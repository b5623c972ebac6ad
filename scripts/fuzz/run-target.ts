import fc from 'fast-check';
import type { Coverage } from './coverage.ts';
import { mutationsOf } from './mutations.ts';
import type { Target } from './target.ts';

/** Inputs between two looks at what code has run. */
const BATCH = 250;
/** Differences after which a target is left: the rest would mostly be the same ones again. */
const MOST_DIFFERENCES = 5;
/** Tries to make an input shorter that differs. */
const MOST_CUTS = 2000;

export interface Difference {
  readonly input: Buffer;
  /** What differs. */
  readonly message: string;
}

export interface Findings {
  /** How many were given. */
  readonly inputs: number;
  /** How often each verdict was given. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** Inputs that reached code which none before them had reached. */
  readonly reached: readonly Buffer[];
  readonly differences: readonly Difference[];
}

/**
 * Gives a target as many inputs as asked: half of them made from nothing, half changed ones of those that reached something new.
 * @param known Inputs of earlier runs, which are given first and changed too.
 * @param seed The same one makes the same inputs, as long as sources and known ones are the same and V8 counts the same code as reached,
 * which it does not in every run.
 */
export async function runTarget(
  target: Target,
  coverage: Coverage,
  { known, inputs, seed }: { known: readonly Buffer[]; inputs: number; seed: number },
): Promise<Findings> {
  const verdicts = new Map<string, number>();
  const differences: Difference[] = [];
  const reached: Buffer[] = [];
  let given = 0;

  const give = async (batch: readonly Buffer[]): Promise<void> => {
    for (const input of batch) {
      given += 1;
      const { verdict, message } = await judged(target, input);
      if (verdict !== undefined) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      else if (!differences.some((other) => kindOf(other.message) === kindOf(message))) {
        differences.push(await shortened(target, { input, message }));
      }
    }
  };

  await give(known);
  (await coverage.look()).keep();
  for (let round = 0; given < known.length + inputs && differences.length < MOST_DIFFERENCES; round += 1) {
    const remembered = [...known, ...reached];
    const isChanged = round % 2 === 1 && remembered.length > 0;
    const source = isChanged ? mutationsOf(remembered, target.pieces) : target.inputs;
    const numRuns = Math.min(BATCH, known.length + inputs - given);
    const batch = fc.sample(source, { seed: seed + round, numRuns });
    await give(batch);
    const seen = await coverage.look();
    if (!seen.isNew) continue;
    reached.push(...(await newOnes(target, coverage, batch)));
    // What does not happen a second time, as with what a reader remembers, is not looked for again.
    seen.keep();
  }
  return { inputs: given, verdicts, reached, differences };
}

/** @returns Those of a batch that reach something new, found by halves. */
async function newOnes(target: Target, coverage: Coverage, batch: readonly Buffer[]): Promise<Buffer[]> {
  for (const input of batch) await judged(target, input);
  const seen = await coverage.look();
  if (!seen.isNew) return [];
  if (batch.length === 1) {
    seen.keep();
    return [...batch];
  }
  const half = Math.ceil(batch.length / 2);
  const first = await newOnes(target, coverage, batch.slice(0, half));
  return [...first, ...(await newOnes(target, coverage, batch.slice(half)))];
}

async function judged(target: Target, input: Buffer): Promise<{ verdict?: string; message: string }> {
  try {
    return { verdict: await target.judge(input), message: '' };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

/** The difference with as little input as shows it. */
async function shortened(target: Target, difference: Difference): Promise<Difference> {
  let best = difference;
  let tries = 0;
  for (let size = best.input.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < best.input.length && tries < MOST_CUTS; ) {
      tries += 1;
      const input = Buffer.concat([best.input.subarray(0, at), best.input.subarray(at + size)]);
      const { verdict, message } = await judged(target, input);
      if (verdict === undefined && kindOf(message) === kindOf(best.message)) best = { input, message };
      else at += size;
    }
  }
  return best;
}

/** Two messages of one kind say the same of other values. */
const kindOf = (message: string): string => message.split('\n', 1)[0]?.replaceAll(/\d+/g, '0') ?? '';
