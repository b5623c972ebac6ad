/**
 * The values a pattern of words spells out, as in `^(?:id|create_time) (?:asc|desc)$` or `^[01]$`.
 * @param {string} pattern
 * @returns {string[] | undefined} Undefined when it takes more than words.
 */
function valuesOf(pattern) {
  const body = /^\^(.*)\$$/.exec(pattern)?.[1];
  if (body === undefined) return undefined;
  const parts = body.match(/\(\?:[\w|]+\)|\[\w+\]|[\w ]+/g) ?? [];
  if (parts.join('') !== body || !/[[(]/.test(body)) return undefined;
  const choices = parts.map((part) => {
    if (part.startsWith('(?:')) return part.slice(3, -1).split('|');
    return part.startsWith('[') ? [...part.slice(1, -1)] : [part];
  });
  return choices.reduce((all, choice) => all.flatMap((one) => choice.map((next) => one + next)), ['']);
}

/**
 * What a caller may give for a query parameter: the text on the wire, and what the SDK turns into it.
 * @param {string} pattern Of the text on the wire.
 */
export function parameterType(pattern) {
  const values = valuesOf(pattern);
  if (values?.join() === '0,1') return "'0' | '1' | boolean";
  if (values !== undefined) return values.map((value) => `'${value}'`).join(' | ');
  const takes = new RegExp(pattern);
  if (takes.test('["a"]')) return 'string | readonly string[]';
  if (takes.test('12') && !takes.test('a')) return 'string | number | bigint';
  return 'string';
}
