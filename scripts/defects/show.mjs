/** @type {import('./defect.mjs').Verdict[]} */
const VERDICTS = ['caught', 'NOT caught', 'stale', 'did not run'];
const WIDTH = Math.max(...VERDICTS.map((verdict) => verdict.length));

/** @param {import('./try-defects.mjs').Tried} tried */
export function showVerdict({ defect, verdict, by, seconds }) {
  console.log(`${verdict.padEnd(WIDTH)}  ${defect.name} (${seconds.toFixed(0)} s)\n${' '.repeat(WIDTH)}  ${by}`);
}

/** @param {readonly import('./try-defects.mjs').Tried[]} tried */
export function showCounts(tried) {
  const counts = VERDICTS.map((verdict) => `${tried.filter((one) => one.verdict === verdict).length} ${verdict}`);
  console.log(`\n${tried.length} defects: ${counts.join(', ')}`);
}

/** @param {readonly import('./defect.mjs').Defect[]} defects */
export function showList(defects) {
  for (const { name, file, suites } of defects) console.log(`${name}\n    ${file}\n    ${suites.join('\n    ')}`);
  console.log(`\n${defects.length} defects`);
}
