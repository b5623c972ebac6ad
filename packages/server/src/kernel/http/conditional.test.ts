import { expect, test } from 'vitest';
import { hasVersion, mayAnswerRange } from './conditional.ts';

const ETAG = '"v-1"';

test.each([
  [undefined, false],
  ['"v-1"', true],
  ['W/"v-1"', true],
  ['"v-0", "v-1"', true],
  ['"v-0",W/"v-1" , "v-2"', true],
  ['*', true],
  [' * ', true],
  ['"v-10"', false],
  ['v-1', false],
  ['"*"', false],
  ['w/"v-2"', false],
  ['', false],
  ['"a,"v-1"', false],
])('If-None-Match: %s', (header, same) => expect(hasVersion(header, ETAG)).toBe(same));

test.each([
  [undefined, true],
  ['"v-1"', true],
  ['W/"v-1"', false],
  ['"v-0"', false],
  ['"v-0", "v-1"', false],
  ['*', false],
  ['Wed, 25 Nov 2026 17:00:00 GMT', false],
])('If-Range: %s', (header, may) => expect(mayAnswerRange(header, ETAG)).toBe(may));
