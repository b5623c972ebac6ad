// `npm run fuzz [-- --inputs 10000] [-- --seed N] [-- --keep] [-- NAME…]`: parts that read what strangers send, against
// other readers, with inputs that are made and changed at random (decision 0182). Differences become vectors.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Failure } from './ensure/failure.mjs';
import { watchCoverage } from './fuzz/coverage.ts';
import { type Findings, runTarget } from './fuzz/run-target.ts';
import type { Target } from './fuzz/target.ts';
import { targets } from './fuzz/targets/index.ts';
import { keepVectors, readVectors } from './fuzz/vectors.ts';

const INPUTS = 10_000;
const MOST_INPUTS = 100_000_000;
const MAX_SEED = 2 ** 31 - 1;
const OPTIONS = { inputs: { type: 'string' }, seed: { type: 'string' }, keep: { type: 'boolean' } } as const;

interface Options {
  readonly inputs: number;
  readonly seed: number;
  readonly keep: boolean;
  /** Of targets. */
  readonly names: readonly string[];
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function run(args: string[]): Promise<void> {
  const options = optionsOf(args);
  console.log(`seed ${options.seed}, ${options.inputs} inputs each`);
  let differing = 0;
  for (const name of options.names) {
    const target = await targets[name]?.();
    if (target !== undefined) differing += await fuzz(target, options);
  }
  if (differing > 0)
    throw new Failure(`${differing} inputs differ. Mend the cause, then write the verdict of each into its vector.`);
}

/** @returns How many differences were found. */
async function fuzz(target: Target, { inputs, seed, keep }: Options): Promise<number> {
  const coverage = await watchCoverage(target.sources);
  const known = readVectors(target.name).map(({ input }) => input);
  const startedMs = performance.now();
  try {
    const findings = await runTarget(target, coverage, { known, inputs, seed });
    const seconds = (performance.now() - startedMs) / 1000;
    tell(target.name, findings, { seconds, known: known.length, share: coverage.share() });
    const differences = findings.differences.map(({ input }) => ({ verdict: '', input }));
    const reached = keep ? await verdictsOf(target, findings.reached) : [];
    const kept = keepVectors(target.name, [...differences, ...reached]);
    if (kept > 0) console.log(`  ${kept} kept in scripts/fuzz/vectors/${target.name}.ndjson`);
    return findings.differences.length;
  } finally {
    await coverage.stop();
    target.close?.();
  }
}

async function verdictsOf(target: Target, reached: readonly Buffer[]): Promise<{ verdict: string; input: Buffer }[]> {
  const vectors = [];
  for (const input of reached) vectors.push({ verdict: await target.judge(input), input });
  return vectors;
}

function tell(name: string, found: Findings, of: { seconds: number; known: number; share: number }): void {
  const { inputs: given, reached, verdicts, differences } = found;
  console.log(
    `${name}: ${given} inputs in ${of.seconds.toFixed(1)} s, ${of.known} known, ${reached.length} reached new code, ` +
      `${(of.share * 100).toFixed(1)}% of it ran, ${differences.length} differences`,
  );
  for (const [verdict, count] of [...verdicts].sort(([, one], [, other]) => other - one)) {
    console.log(`  ${String(count).padStart(8)} ${verdict}`);
  }
  for (const { input, message } of differences)
    console.error(`  DIFFERS ${JSON.stringify(input.toString('latin1'))}\n${message}`);
}

/** @throws {Failure} for an option or a target that there is not. */
function optionsOf(args: string[]): Options {
  const { values, positionals } = parsed(args);
  const all = Object.keys(targets);
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Failure(`There is no target ${unknown}. There are ${all.join(', ')}.`);
  return {
    inputs: wholeNumber('--inputs', values.inputs ?? String(INPUTS), MOST_INPUTS),
    seed: wholeNumber('--seed', values.seed ?? String(randomInt(MAX_SEED)), MAX_SEED),
    keep: values.keep ?? false,
    names: positionals.length === 0 ? all : positionals,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Failure(
      `${error instanceof Error ? error.message : error}\nThere are --inputs N, --seed N, --keep and names.`,
    );
  }
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && number <= most) return number;
  throw new Failure(`${option} takes a whole number up to ${most}.`);
}
