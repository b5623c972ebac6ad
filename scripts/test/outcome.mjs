/**
 * How much held; a check counts as one test.
 * @typedef {{ passed: number, failed: number, skipped: number }} Outcome
 */

/** @type {Readonly<Outcome>} */
export const NOTHING = Object.freeze({ passed: 0, failed: 0, skipped: 0 });

/**
 * @param {Readonly<Outcome>} a
 * @param {Readonly<Outcome>} b
 * @returns {Outcome}
 */
export function addOutcome(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * The last line of every test run; CI reads it.
 * @param {Readonly<Outcome>} outcome
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
