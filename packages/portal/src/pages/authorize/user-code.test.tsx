import { expect, test } from 'vitest';
import { caretIn, isWholeCode, writtenCode } from './user-code.ts';

test.each([
  ['', '', false],
  ['wdjb', 'WDJB', false],
  ['wdjbm', 'WDJB-M', false],
  ['WDJB-MJHT', 'WDJB-MJHT', true],
  [' wdjb mjht\n', 'WDJB-MJHT', true],
  ['wdjbmjhtzzz', 'WDJB-MJHT', true],
  ['WDJB-', 'WDJB', false],
  ['ｗｄｊｂｍｊｈｔ', 'WDJB-MJHT', true],
])('%j is written %j, whole: %s', (typed, written, whole) => {
  expect([writtenCode(typed), isWholeCode(writtenCode(typed))]).toEqual([written, whole]);
});

test.each([
  ['', false, 0],
  ['w', false, 1],
  ['WDJB', false, 4],
  ['WDJBM', false, 6],
  ['WDJB-M', false, 6],
  ['WDJB', true, 5],
])(
  'the caret behind %j stands in the written code behind the same letter (forward: %s): at %i',
  (before, isForward, at) => {
    expect(caretIn(before, isForward)).toBe(at);
  },
);
