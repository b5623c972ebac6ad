import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cookieValue, readCookie, writeCookie } from './cookies.ts';

test.each([
  [undefined, 'absent'],
  ['', 'absent'],
  ['a', 'absent'],
  ['A=1', 'absent'],
  ['xa=1', 'absent'],
  ['a=1', 'one'],
  ['a=', 'one'],
  ['b=2; a=1', 'one'],
  ['b=2;a=1', 'one'],
  ['__proto__=x; a=1', 'one'],
  ['a=1; a=1', 'one'],
  ['a=b=c', 'one'],
  ['a=1; a=2', 'conflict'],
  ['a=1; a=', 'conflict'],
  ['a="1"', 'conflict'],
  ['a=1,b=2', 'conflict'],
  ['a=1 2', 'conflict'],
  ['a=\u00e4', 'conflict'],
  ['a=1\u00a0', 'conflict'],
  ['a=1\\', 'conflict'],
])('%j: %s', (header, kind) => expect(readCookie(header, 'a').kind).toBe(kind));

test('nothing is percent-decoded', () => expect(cookieValue('a=%41', 'a')).toBe('%41'));

test('what is written is read back', () => {
  const attributes = { domain: null, secure: true, httpOnly: true, maxAgeS: 60 };
  const value = fc.stringMatching(/^[A-Za-z0-9_.-]+$/);
  fc.assert(
    fc.property(value, value, (first, second) => {
      const pairs = [writeCookie('a', first, attributes), writeCookie('b', second, attributes)].map(
        (c) => c.split(';')[0],
      );
      return cookieValue(pairs.join('; '), 'a') === first && cookieValue(pairs.join('; '), 'b') === second;
    }),
  );
});

test('the attributes stand as the cookie table says', () => {
  expect(writeCookie('svc_token', 'x', { domain: 'example.com', secure: true, httpOnly: true, maxAgeS: 5 })).toBe(
    'svc_token=x; Domain=example.com; Path=/; Max-Age=5; HttpOnly; Secure; SameSite=Lax',
  );
  expect(writeCookie('csrf', 'x', { domain: null, secure: false, httpOnly: false, maxAgeS: 5 })).toBe(
    'csrf=x; Path=/; Max-Age=5; SameSite=Lax',
  );
});

test.each(['a;b', 'a b', 'a"', 'a\n'])('a value that would change the header is refused: %j', (value) => {
  expect(() => writeCookie('a', value, { domain: null, secure: false, httpOnly: true, maxAgeS: 1 })).toThrow('cannot');
});
