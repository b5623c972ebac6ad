// `npm test`: everything that must hold. Its last line counts it: `N passed, N failed, N skipped`.
// Without --slow the tests tagged `slow` are left out; CI runs them. --heavy runs the suites named *.heavy.test.ts alone;
// further arguments go to vitest.

import { Failure } from './ensure/failure.mjs';
import { ensureReady } from './ensure/ready.mjs';
import { runChecks } from './test/checks.mjs';
import { addOutcome, closingLine, NOTHING } from './test/outcome.mjs';
import { checkServices } from './test/services.mjs';
import { runVitest } from './test/vitest.mjs';

const heavy = process.argv.includes('--heavy');
const slow = process.argv.includes('--slow') || heavy;
const given = process.argv.slice(2).filter((argument) => argument !== '--heavy' && argument !== '--slow');
const forVitest = [...(heavy ? ['--mode=heavy'] : []), ...(slow ? [] : ['--tags-filter=!slow']), ...given];

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
  return addOutcome(sum, await runVitest(forVitest));
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
