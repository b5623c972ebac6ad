import { writeFileSync } from 'node:fs';
import { NOTHING } from './outcome.mjs';

/** A vitest reporter that writes how much held, as JSON, into the file named by OPENHOUSE_TEST_COUNTS. */
export default class CountingReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} files
   * @param {readonly unknown[]} errorsOfNoTest
   */
  onTestRunEnd(files, errorsOfNoTest) {
    const outcome = { ...NOTHING, failed: errorsOfNoTest.length };
    for (const file of files) {
      const states = [...file.children.allTests()].map((test) => test.result().state);
      const failed = states.filter((state) => state === 'failed').length;
      outcome.passed += states.filter((state) => state === 'passed').length;
      outcome.skipped += states.filter((state) => state === 'skipped').length;
      // A file that does not load, or whose set-up fails, is failed without a failed test.
      outcome.failed += failed === 0 && file.state() === 'failed' ? 1 : failed;
    }
    const target = process.env.OPENHOUSE_TEST_COUNTS;
    if (target !== undefined) writeFileSync(target, JSON.stringify(outcome));
  }
}
