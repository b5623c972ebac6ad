import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExact } from './exact-json.ts';

test.each<[string, unknown]>([
  ['36184089396510731', 36184089396510731n],
  ['-36184089396510731', -36184089396510731n],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['1.0', 1],
  ['1e5', 100000],
  ['0.1000000000000000055', 0.1],
  ['1e30', 1e30],
  ['-0', -0],
  ['"36184089396510731"', '36184089396510731'],
  ['{"36184089396510731":"~36184089396510731"}', { '36184089396510731': '~36184089396510731' }],
  [
    '{"~1" : 36184089396510731, "a":"~2", "b":"~~", "c":"\\u007e3"}',
    { '~1': 36184089396510731n, a: '~2', b: '~~', c: '~3' },
  ],
  ['["\\\\",36184089396510731,"\\"",36184089396510733]', ['\\', 36184089396510731n, '"', 36184089396510733n]],
])('%s', (text, value) => {
  expect(parseExact(text)).toStrictEqual(value);
});

/** JSON whose integers are written with all their digits. */
function write(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(write).join(' , ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)} : ${write(field)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}

const beyond = fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }).chain((n) => fc.constantFrom(n, -n));
const tricky = fc.string({ unit: fc.constantFrom('~', '"', '\\', '1234567890123456789', ':', 'u007e', ' ', 'é') });
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(beyond, fc.maxSafeInteger(), tricky, fc.boolean(), fc.constant(null)),
    fc.array(tie('tree')),
    fc.dictionary(
      tricky.filter((key) => key !== '__proto__'),
      tie('tree'),
      { noNullPrototype: true },
    ),
  ),
}));

test('every integer keeps its digits, everything else is as JSON.parse makes it', () => {
  const plain = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(tree, (value) => {
      // -0 is written as 0.
      expect(write(parseExact(write(value)))).toBe(write(value));
    }),
  );
  fc.assert(
    fc.property(fc.array(plain), (numbers) => {
      expect(parseExact(JSON.stringify(numbers))).toStrictEqual(JSON.parse(JSON.stringify(numbers)));
    }),
  );
});

test.each(['', '{', '[36184089396510731', '{"a":36184089396510731,}', '036184089396510731'])(
  '%j is no JSON',
  (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError);
  },
);
