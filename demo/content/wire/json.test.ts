import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from './json.ts';

test('what is written reads back the same, on lines of any nesting', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const safe = JSON.stringify(value, (_key, part) =>
        Number.isInteger(part) && !Number.isSafeInteger(part) ? 0 : part,
      );
      expect(JSON.parse(writeJson(JSON.parse(safe)))).toEqual(JSON.parse(safe.replaceAll('-0', '0')));
    }),
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
