import { deepEqual, equal, throws } from 'node:assert/strict';
import { parseCookie } from 'cookie';
import fc from 'fast-check';
import { cookiesNamedAlike, readCookie, writeCookie } from '../../../packages/server/src/portal/http/cookies.ts';
import type { Target } from '../target.ts';

const NAME = 'svc_token';
const attributes = { domain: null, secure: true, httpOnly: true, maxAgeS: 60 };
const pieces = [
  `${NAME}=`,
  `${NAME}=a`,
  `; ${NAME}=b`,
  NAME,
  '=',
  ';',
  '; ',
  ',',
  '"',
  '\\',
  ' ',
  '\t',
  'a',
  'b=c',
  '%41',
  '__proto__=x',
  'SVC_TOKEN=',
  '\u00a0',
  '\u0000',
];

/** The reader of cookies against the package of that name: of a cookie that ours takes, the other has the same value. */
export const cookies: Target = {
  name: 'cookies',
  sources: ['/portal/http/cookies.ts'],
  inputs: fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 10 })
    .map((parts) => Buffer.from(parts.join(''), 'latin1')),
  pieces,
  judge(input) {
    const header = input.toString('latin1');
    const ours = readCookie(header, NAME);
    const theirs = parseCookie(header, { decode: (text) => text })[NAME];
    // A cookie of a longer path or of another domain stands before or behind: the order must not matter.
    deepEqual(readCookie(header.split(';').reverse().join(';'), NAME), ours, 'another one when the order is another');
    if (ours.kind === 'conflict') return 'a conflict';
    equal(ours.kind === 'one' ? ours.value : undefined, theirs, 'another value than the other reader has');
    const alike = cookiesNamedAlike(header, NAME, 100).find(({ rest }) => rest === '')?.value;
    equal(ours.kind === 'one' ? ours.value : undefined, alike, 'another value by the beginning of its name');
    // As it is written, so it is read; what would change the header is not written.
    if (ours.kind === 'one') {
      const written = writeCookie(NAME, ours.value, attributes);
      equal(written.split(';', 1)[0], `${NAME}=${ours.value}`);
    } else if (/[;\s"\\,]/.test(header)) throws(() => writeCookie(NAME, header, attributes), /cannot be written/);
    return ours.kind;
  },
};
