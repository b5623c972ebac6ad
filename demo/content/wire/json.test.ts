import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from './json.ts';

/** JSON writes −0 as 0, and the writer refuses integers that may have lost digits. */
const isSure = (value: unknown) =>
  typeof value !== 'number' || (!Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value)));

test('what is written reads back the same, on lines of any nesting', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const written: unknown = JSON.parse(JSON.stringify(value), (_key, part: unknown) => (isSure(part) ? part : 0));
      expect(JSON.parse(writeJson(written))).toEqual(written);
    }),
    { numRuns: 500 },
  );
});

test('integers beyond 2^53 keep their digits', () => {
  expect(writeJson({ user_id: 36184089396510731n })).toBe('{ "user_id": 36184089396510731 }\n');
});

test.each([2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
  'the number %d is refused: its digits are not sure',
  (value) => {
    expect(() => writeJson([value])).toThrow(TypeError);
  },
);

test('long values are broken into lines, short ones are not', () => {
  const points = Array.from({ length: 40 }, () => [1.5, 2.5, 3.5]);
  const lines = writeJson({ points, empty: [] }).split('\n');
  expect(lines).toContain('    [1.5, 2.5, 3.5],');
  expect(lines).toContain('  "empty": []');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
});
