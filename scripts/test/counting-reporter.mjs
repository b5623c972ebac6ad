import { writeFileSync } from 'node:fs';
import { addOutcome, NOTHING } from './outcome.mjs';

/** The tag that this run leaves out, if any. */
const leftOutTag = process.argv.find((argument) => argument.startsWith('--tags-filter=!'))?.split('!')[1];

/**
 * What a run of vitest held.
 * @typedef {object} Counts
 * @property {Readonly<Record<string, import('./outcome.mjs').Outcome>>} files By path, from the checkout.
 * @property {number} errorsOfNoTest
 */

/** A vitest reporter that writes how much held ({@link Counts}) into the file named by OPENHOUSE_TEST_COUNTS. */
export default class CountingReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} files
   * @param {readonly unknown[]} errorsOfNoTest
   */
  onTestRunEnd(files, errorsOfNoTest) {
    /** @type {Record<string, import('./outcome.mjs').Outcome>} */
    const counted = {};
    let leftOut = 0;
    for (const file of files) {
      const tests = [...file.children.allTests()].filter((test) => {
        const isLeftOut =
          leftOutTag !== undefined && test.tags.includes(leftOutTag) && test.result().state === 'skipped';
        if (isLeftOut) leftOut += 1;
        return !isLeftOut;
      });
      const states = tests.map((test) => test.result().state);
      const count = (/** @type {string} */ state) => states.filter((one) => one === state).length;
      const failed = count('failed');
      counted[file.relativeModuleId] = addOutcome(counted[file.relativeModuleId] ?? NOTHING, {
        passed: count('passed'),
        skipped: count('skipped'),
        // A file that does not load, or whose set-up fails, is failed without a failed test.
        failed: failed === 0 && file.state() === 'failed' ? 1 : failed,
      });
    }
    if (leftOut > 0) {
      const [tests, them] = leftOut === 1 ? ['test', 'runs it'] : ['tests', 'runs them'];
      console.log(`${leftOut} ${leftOutTag} ${tests} left out: \`npm run test:slow\` ${them} too.`);
    }
    const target = process.env.OPENHOUSE_TEST_COUNTS;
    if (target === undefined) return;
    writeFileSync(target, JSON.stringify({ files: counted, errorsOfNoTest: errorsOfNoTest.length }));
  }
}
