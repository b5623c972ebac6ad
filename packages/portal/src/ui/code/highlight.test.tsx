import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const anyLanguage = fc.constantFrom('shell', 'typescript', 'python', 'json', 'html', 'text');

test('the pieces put together are the code', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), anyLanguage, (code, language) => {
      expect(
        highlight(code, language)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code);
    }),
  );
});

test.each([
  ['shell', '# a comment', 'comment'],
  ['shell', '"app_key=x"', 'string'],
  ['shell', 'a#b', 'plain'],
  ['python', 'import', 'keyword'],
  ['typescript', '// why', 'comment'],
  ['json', 'null', 'keyword'],
  ['json', '12', 'number'],
  ['shell', '4001', 'plain'],
] as const)('in %s, %s is a %s', (language, code, kind) => {
  expect(highlight(code, language)).toEqual([{ kind, text: code }]);
});
