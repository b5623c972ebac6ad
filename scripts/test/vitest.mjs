import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../ensure/run.mjs';
import { checkout } from './checks.mjs';
import { NOTHING } from './outcome.mjs';

/**
 * Runs vitest, its own report shown as it comes, and counts.
 * @param {string[]} options Handed on to vitest.
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function runVitest(options) {
  const directory = mkdtempSync(join(tmpdir(), 'openhouse-test-'));
  const counts = join(directory, 'counts.json');
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'counting-reporter.mjs')}`];
  try {
    const ended = await runProgram(
      process.execPath,
      [join(checkout, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...options],
      {
        cwd: checkout,
        env: { ...process.env, OPENHOUSE_TEST_COUNTS: counts },
      },
    );
    const outcome = readOutcome(counts);
    // Whatever else vitest holds against a run (no test found, say) shows in the exit code alone.
    return ended || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * @param {string} path
 * @returns {import('./outcome.mjs').Outcome}
 */
function readOutcome(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { ...NOTHING, failed: 1 }; // vitest died before the end
  }
}
