import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../ensure/failure.mjs';
import { copyCheckout } from './copy-checkout.mjs';
import { variantOf } from './defect.mjs';
import { runSuites } from './run-suites.mjs';

/** @type {NodeJS.Signals[]} */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * What came of one defect.
 * @typedef {object} Tried
 * @property {import('./defect.mjs').Defect} defect
 * @property {import('./defect.mjs').Verdict} verdict
 * @property {string} by The first test that failed; otherwise what is wrong.
 * @property {number} seconds
 */

/**
 * Runs the suites of all defects as the sources are, then those of each defect with it applied.
 * @param {readonly import('./defect.mjs').Defect[]} defects
 * @param {object} how
 * @param {string} how.from The checkout that is copied.
 * @param {number} how.workers Copies that are worked on at the same time.
 * @param {(line: string) => void} how.say
 * @param {(tried: Tried) => void} how.show Called for each as it is known.
 * @returns {Promise<Tried[]>} In the order of the defects.
 * @throws {Failure} when a suite fails, or runs no test, without a defect: then a failure with one proves nothing.
 */
export async function tryDefects(defects, { from, workers, say, show }) {
  const directory = mkdtempSync(join(tmpdir(), 'openhouse-defects-'));
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of STOPPING) process.on(signal, stop);
  try {
    const copies = Array.from({ length: Math.min(workers, defects.length) }, (_, at) => join(directory, `${at}`));
    for (const copy of copies) copyCheckout(from, copy);
    await requireCleanRun(copies[0] ?? '', defects, stopping.signal, say);
    /** @type {Tried[]} */
    const tried = [];
    const left = defects.entries();
    await Promise.all(
      copies.map(async (copy) => {
        for (const [place, defect] of left) {
          if (stopping.signal.aborted) return;
          tried[place] = await tryOne(defect, copy, stopping.signal);
          if (!stopping.signal.aborted) show(tried[place]);
        }
      }),
    );
    if (stopping.signal.aborted) throw new Failure('Stopped.');
    return tried;
  } finally {
    for (const signal of STOPPING) process.off(signal, stop);
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * @param {string} copy
 * @param {readonly import('./defect.mjs').Defect[]} defects
 * @param {AbortSignal} stop
 * @param {(line: string) => void} say
 */
async function requireCleanRun(copy, defects, stop, say) {
  const suites = [...new Set(defects.flatMap((defect) => defect.suites))].sort();
  const missing = suites.filter((suite) => !existsSync(join(copy, suite)));
  if (missing.length > 0) throw new Failure(`There is no suite ${missing.join(', ')}. Mend the list of defects.`);
  const { passed, failed, output } = await runSuites(copy, suites, { stopAtFirst: false, stop });
  if (stop.aborted) throw new Failure('Stopped.');
  if (failed.length > 0) {
    throw new Failure(`Without a defect these tests fail, so nothing can be said:\n${failed.join('\n')}`);
  }
  const silent = suites.filter((suite) => !passed.has(suite));
  if (silent.length > 0) {
    throw new Failure(
      `${output.trim()}\n\nWithout a defect no test runs in ${silent.join(', ')}. A program may be missing.`,
    );
  }
  const tests = [...passed.values()].reduce((sum, count) => sum + count, 0);
  say(`Without a defect: ${tests} tests pass in ${suites.length} suites.\n`);
}

/**
 * @param {import('./defect.mjs').Defect} defect
 * @param {string} copy
 * @param {AbortSignal} stop
 * @returns {Promise<Tried>}
 */
async function tryOne(defect, copy, stop) {
  const path = join(copy, defect.file);
  const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const variant = variantOf(defect, source);
  if (variant === undefined) {
    return { defect, verdict: 'stale', by: `Its text does not occur once in ${defect.file}.`, seconds: 0 };
  }
  const startMs = performance.now();
  writeFileSync(path, variant);
  try {
    const { passed, failed, output } = await runSuites(copy, defect.suites, { stopAtFirst: true, stop });
    const seconds = (performance.now() - startMs) / 1000;
    const [by] = failed;
    if (by !== undefined) return { defect, verdict: 'caught', by, seconds };
    if (passed.size === 0) return { defect, verdict: 'did not run', by: output.trim(), seconds };
    return { defect, verdict: 'NOT caught', by: `All pass: ${defect.suites.join(', ')}`, seconds };
  } finally {
    writeFileSync(path, source);
  }
}
