import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A run that takes longer hangs: it is stopped, and counts as one that said nothing. */
const LONGEST_RUN_MS = 15 * 60_000;
/** How long a stopped vitest may take to end what it started. */
const END_PATIENCE_MS = 20_000;
const TEST_TIMEOUT_MS = 120_000;

/**
 * @typedef {object} Run
 * @property {Map<string, number>} passed Tests that passed, by suite.
 * @property {string[]} failed Tests that failed: `suite › test`.
 * @property {string} output
 */

/**
 * Runs test files from their sources, in a process of its own.
 * @param {string} directory A checkout.
 * @param {readonly string[]} suites From its root.
 * @param {{ stopAtFirst: boolean, stop: AbortSignal }} how `stopAtFirst` failed test.
 * @returns {Promise<Run>}
 */
export async function runSuites(directory, suites, { stopAtFirst, stop }) {
  const report = join(directory, 'node_modules/.defects.json');
  rmSync(report, { force: true });
  const vitest = join(directory, 'node_modules/vitest/vitest.mjs');
  const bounds = [`--testTimeout=${TEST_TIMEOUT_MS}`, ...(stopAtFirst ? ['--bail=1'] : [])];
  const reporters = ['--reporter=json', `--outputFile=${report}`];
  const output = await keepOutput([vitest, 'run', ...bounds, ...reporters, ...suites], directory, stop);
  const passed = new Map();
  const failed = [];
  for (const { name, assertionResults } of resultsIn(report)) {
    const suite = relative(directory, name);
    for (const { status, fullName } of assertionResults) {
      if (status === 'passed') passed.set(suite, (passed.get(suite) ?? 0) + 1);
      if (status === 'failed') failed.push(`${suite} › ${fullName}`);
    }
  }
  return { passed, failed, output };
}

/**
 * @param {string} report
 * @returns {{ name: string, assertionResults: { status: string, fullName: string }[] }[]} None where vitest died.
 */
function resultsIn(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}

/**
 * @param {string[]} options
 * @param {string} cwd
 * @param {AbortSignal} stop
 * @returns {Promise<string>} What it printed.
 */
function keepOutput(options, cwd, stop) {
  // A vitest that starts another would hand it its own variables.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST(?!_MAX_WORKERS)/.test(name)));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, options, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    const end = async () => {
      child.kill('SIGTERM');
      await sleep(END_PATIENCE_MS, undefined, { ref: false });
      child.kill('SIGKILL');
    };
    const tooLong = setTimeout(end, LONGEST_RUN_MS);
    stop.addEventListener('abort', end);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(tooLong);
      stop.removeEventListener('abort', end);
      resolve(output);
    });
  });
}
