import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../ensure/run.mjs';
import { checkout } from './checks.mjs';
import { addOutcome, NOTHING } from './outcome.mjs';

/** More files than this do not fail because the machine was busy. */
const MOST_FILES_AGAIN = 3;

/**
 * Runs vitest, its own report shown as it comes, and counts.
 * @param {string[]} options Handed on to vitest.
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function runVitest(options) {
  return sumOf(await run(options));
}

/**
 * As `runVitest`; where few files failed, they run once more, alone, and count as they do then. What passed at the second
 * run only is named: a fault that comes and goes is one (decision 0237).
 * @param {string[]} options Handed on to vitest.
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function runVitestTwice(options) {
  const first = await run(options);
  const failed = Object.keys(first.files).filter((file) => (first.files[file]?.failed ?? 0) > 0);
  if (failed.length === 0 || failed.length > MOST_FILES_AGAIN || first.errorsOfNoTest > 0 || first.died) {
    return sumOf(first);
  }
  console.log(`\nOnce more, alone: ${failed.join(', ')}`);
  const second = await run(['--maxWorkers=1', ...options, ...failed]);
  const unsteady = failed.filter((file) => second.files[file]?.failed === 0);
  for (const file of unsteady) {
    console.log(`! ${file} failed among the others and passed alone: mend the test, or what it found.`);
  }
  return sumOf({ ...second, files: { ...first.files, ...second.files } });
}

/**
 * @typedef {import('./counting-reporter.mjs').Counts & { readonly died: boolean }} Run
 *   `died`: vitest holds something against the run that no test tells, or ended without counting.
 */

/** @param {Readonly<Run>} run */
function sumOf({ files, errorsOfNoTest, died }) {
  const sum = Object.values(files).reduce(addOutcome, { ...NOTHING, failed: errorsOfNoTest });
  return died && sum.failed === 0 ? { ...sum, failed: 1 } : sum;
}

/**
 * @param {string[]} options
 * @returns {Promise<Run>}
 */
async function run(options) {
  const directory = mkdtempSync(join(tmpdir(), 'openhouse-test-'));
  const target = join(directory, 'counts.json');
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'counting-reporter.mjs')}`];
  try {
    const ended = await runProgram(
      process.execPath,
      [join(checkout, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...options],
      {
        cwd: checkout,
        env: { ...process.env, OPENHOUSE_TEST_COUNTS: target },
      },
    );
    const counts = readCounts(target);
    const toldByATest = counts !== undefined && Object.values(counts.files).some(({ failed }) => failed > 0);
    // Whatever else vitest holds against a run (no test found, say) shows in the exit code alone.
    return { ...(counts ?? { files: {}, errorsOfNoTest: 0 }), died: counts === undefined || (!ended && !toldByATest) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * @param {string} path
 * @returns {import('./counting-reporter.mjs').Counts | undefined} Nothing when vitest died before the end.
 */
function readCounts(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
