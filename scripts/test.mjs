// `npm test`: everything that must hold. Its last line counts it: `N passed, N failed, N skipped`.
// Without an option the tests tagged `slow` are left out; --ci leaves out those tagged `long` alone, --slow none. --heavy
// runs the suites named *.heavy.test.ts alone; further arguments go to vitest.

import { Failure } from './ensure/failure.mjs';
import { ensureReady } from './ensure/ready.mjs';
import { runChecks } from './test/checks.mjs';
import { addOutcome, closingLine, NOTHING } from './test/outcome.mjs';
import { checkServices } from './test/services.mjs';
import { runVitest, runVitestTwice } from './test/vitest.mjs';

/** What vitest is told for each of our own options. */
const KINDS = { '--heavy': ['--mode=heavy'], '--slow': [], '--ci': ['--tags-filter=!long'] };

const options = process.argv.slice(2);
const kind = Object.keys(KINDS).find((option) => options.includes(option));
const heavy = kind === '--heavy';
const forVitest = [
  ...(kind === undefined ? ['--tags-filter=!slow'] : KINDS[/** @type {keyof typeof KINDS} */ (kind)]),
  ...options.filter((option) => !(option in KINDS)),
];

const outcome = await test().catch(showFailure);
console.log(`\n${closingLine(outcome)}`);
process.exitCode = outcome.failed === 0 ? 0 : 1;

async function test() {
  // Nothing can be said without the dependencies.
  if ((await ensureReady({ build: false })) !== 0) return { ...NOTHING, failed: 1 };
  let sum = heavy ? NOTHING : await runChecks();
  // Whole programs are tested as they are built; single parts from their sources, so a broken build hides nothing.
  const built = (await ensureReady({ build: true })) === 0;
  sum = addOutcome(sum, built ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 });
  sum = addOutcome(sum, checkServices(process.env));
  return addOutcome(sum, await (kind === '--ci' ? runVitestTwice(forVitest) : runVitest(forVitest)));
}

/**
 * @param {unknown} error
 * @returns {import('./test/outcome.mjs').Outcome}
 */
function showFailure(error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}`);
  return { ...NOTHING, failed: 1 };
}
