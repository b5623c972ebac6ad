/**
 * A small wrong variant of the sources.
 * @typedef {object} Defect
 * @property {string} name What would be wrong, in words joined by hyphens, after the area: `gateway/accepts-bearer`.
 * @property {string} file From the root of the checkout.
 * @property {string} find A text that occurs once in the file.
 * @property {string} replace What stands there instead.
 * @property {string[]} suites Test files of which one must fail: the narrowest ones.
 */

/**
 * What came of a defect. `stale`: its text does not occur exactly once. `did not run`: no test of its suites ran, as after
 * a syntax error, so nothing was said about it.
 * @typedef {'caught' | 'NOT caught' | 'stale' | 'did not run'} Verdict
 */

/**
 * @param {Pick<Defect, 'find' | 'replace'>} defect
 * @param {string} source The text of its file.
 * @returns {string | undefined} The wrong variant; undefined when the text to find does not occur exactly once.
 */
export function variantOf({ find, replace }, source) {
  const at = source.indexOf(find);
  if (find === '' || at === -1 || source.indexOf(find, at + 1) !== -1) return undefined;
  return source.slice(0, at) + replace + source.slice(at + find.length);
}
