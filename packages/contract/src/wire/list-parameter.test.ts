import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listOf } from './list-parameter.ts';
import { PATHS_PATTERN, TYPES_PATTERN } from './patterns.ts';

test.each([
  ['a', ['a']],
  ['a, b', ['a', 'b']],
  ['["a","b,c"]', ['a', 'b,c']],
  ['["保修 单.txt"]', ['保修 单.txt']],
])('%s', (text, entries) => {
  expect(listOf(text)).toEqual(entries);
});

describe.each([
  ['types', new RegExp(TYPES_PATTERN)],
  ['paths', new RegExp(PATHS_PATTERN)],
])('%s: whatever the pattern accepts', (_, pattern) => {
  test('is a list of texts', () => {
    const anyText = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(fc.string()).map((list) => JSON.stringify(list)),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        if (!pattern.test(text)) return;
        const entries = listOf(text);
        expect(entries.length).toBeGreaterThan(0);
        for (const entry of entries) expect(typeof entry).toBe('string');
      }),
    );
  });

  test.each([
    '[',
    '[[[]]]',
    '[null]',
    '[1]',
    '[]',
    'a,,b',
    ',',
    '',
    '[""]',
    '["a",]',
    `["${'\\ud83'}"]`,
    'x,'.repeat(200),
  ])('refuses %j', (text) => {
    expect(pattern.test(text)).toBe(false);
  });
});
