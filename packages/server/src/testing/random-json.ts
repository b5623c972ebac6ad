import fc from 'fast-check';

const whiteSpace = fc.stringMatching(/^[ \t\r\n]{0,3}$/);

/** JSON text of a value with white space wherever it may stand, and numbers in many spellings. */
export const spacedJson = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('true', 'false', 'null', '1.0', '1e5', '-0', '0.10', '36184089396510731', '-1.5E-3', '1E+2'),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constantFrom('"\\u0061\\/"', '"\\ud800"', '"é\u2028"', '"\\\\"', '"\\""'),
    fc
      .tuple(whiteSpace, fc.array(fc.tuple(whiteSpace, tie('value'), whiteSpace)))
      .map(([space, items]) => `[${space}${items.map((item) => item.join('')).join(',')}]`),
    fc
      .tuple(
        whiteSpace,
        fc.uniqueArray(fc.tuple(fc.string(), whiteSpace, tie('value'), whiteSpace), { selector: ([key]) => key }),
      )
      .map(([space, members]) => {
        const texts = members.map(
          ([key, before, value, after]) => `${before}${JSON.stringify(key)}:${before}${value}${after}`,
        );
        return `{${space}${texts.join(',')}}`;
      }),
  ),
})).value;

/** What JSON is made of, and what it is not: put into a text, they change what it means or break it. */
export const jsonPieces: readonly string[] = [
  ',',
  ':',
  '"',
  '\\',
  '{',
  ']',
  '0',
  '.',
  'e',
  '-',
  'tru',
  '\u0000',
  '\n',
  '/**/',
  '\\u12g4',
];
