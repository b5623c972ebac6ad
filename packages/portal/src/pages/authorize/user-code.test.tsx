import { expect, test } from 'vitest';
import { isWholeCode, writtenCode } from './user-code.ts';

test.each([
  ['', '', false],
  ['wdjb', 'WDJB', false],
  ['wdjbm', 'WDJB-M', false],
  ['WDJB-MJHT', 'WDJB-MJHT', true],
  [' wdjb mjht\n', 'WDJB-MJHT', true],
  ['wdjbmjhtzzz', 'WDJB-MJHT', true],
  ['WDJB-', 'WDJB', false],
])('%j is written %j, whole: %s', (typed, written, whole) => {
  expect([writtenCode(typed), isWholeCode(writtenCode(typed))]).toEqual([written, whole]);
});
