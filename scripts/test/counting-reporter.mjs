import { writeFileSync } from 'node:fs';
import { NOTHING } from './outcome.mjs';

const leavesOutSlow = process.argv.includes('--tags-filter=!slow');

/** A vitest reporter that writes how much held, as JSON, into the file named by OPENHOUSE_TEST_COUNTS. */
export default class CountingReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} files
   * @param {readonly unknown[]} errorsOfNoTest
   */
  onTestRunEnd(files, errorsOfNoTest) {
    const outcome = { ...NOTHING, failed: errorsOfNoTest.length };
    let leftOut = 0;
    for (const file of files) {
      const tests = [...file.children.allTests()].filter((test) => {
        const isLeftOut = leavesOutSlow && test.tags.includes('slow') && test.result().state === 'skipped';
        if (isLeftOut) leftOut += 1;
        return !isLeftOut;
      });
      const states = tests.map((test) => test.result().state);
      const failed = states.filter((state) => state === 'failed').length;
      outcome.passed += states.filter((state) => state === 'passed').length;
      outcome.skipped += states.filter((state) => state === 'skipped').length;
      // A file that does not load, or whose set-up fails, is failed without a failed test.
      outcome.failed += failed === 0 && file.state() === 'failed' ? 1 : failed;
    }
    if (leftOut === 1) console.log('1 slow test left out: `npm run test:slow` runs it too.');
    if (leftOut > 1) console.log(`${leftOut} slow tests left out: \`npm run test:slow\` runs them too.`);
    const target = process.env.OPENHOUSE_TEST_COUNTS;
    if (target !== undefined) writeFileSync(target, JSON.stringify(outcome));
  }
}
