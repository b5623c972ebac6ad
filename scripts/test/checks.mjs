import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addOutcome, NOTHING } from './outcome.mjs';
import { runQuietly } from './run-quietly.mjs';

export const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string[][]} commands Programs of node_modules and their arguments, run in order.
 * @property {string} remedy
 */

/** @type {Check[]} */
const CHECKS = [
  {
    name: 'types',
    commands: [
      ['typescript/bin/tsc', '-b'],
      ['typescript/bin/tsc', '-p', 'tsconfig.tests.json'],
      ['typescript/bin/tsc', '-p', 'packages/portal'],
    ],
    remedy: 'Mend the types.',
  },
  {
    name: 'lint, format, boundaries and cycles',
    commands: [['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=100', '.']],
    remedy: '`npm run format` mends what can be mended by itself.',
  },
  {
    name: 'unused code and dependencies',
    commands: [['knip/bin/knip.js', '--no-progress']],
    remedy: 'Remove what nothing uses, or name its user in knip.json.',
  },
];

/**
 * Runs every check, prints one line for each and the output of those that fail.
 * @returns {Promise<import('./outcome.mjs').Outcome>} One passed or failed for each check.
 */
export async function runChecks() {
  let outcome = NOTHING;
  for (const check of CHECKS) outcome = addOutcome(outcome, await runCheck(check));
  return outcome;
}

/** @param {Check} check */
async function runCheck({ name, commands, remedy }) {
  for (const [program = '', ...options] of commands) {
    const { ended, output } = await runQuietly([join(checkout, 'node_modules', program), ...options], checkout);
    if (!ended) {
      console.log(`\n${output.trim()}\n\n✗ ${name}: ${remedy}\n`);
      return { ...NOTHING, failed: 1 };
    }
  }
  console.log(`✓ ${name}`);
  return { ...NOTHING, passed: 1 };
}
