import { startCommandLineSignIn } from '@openhouse/contract';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { newDeviceCode, newUserCode, shownMachine } from './rules.ts';

test('codes have the form that the contract declares, and no two are the same', () => {
  const { deviceCode, userCode } = startCommandLineSignIn.data.properties;
  const users = Array.from({ length: 200 }, newUserCode);
  for (const code of users) expect(Value.Check(userCode, code)).toBe(true);
  expect(Value.Check(deviceCode, newDeviceCode())).toBe(true);
  expect(new Set(users).size).toBe(users.length);
});

test('every letter comes up: none of 20 in 1,600 draws is missing by chance once in 10^34', () => {
  const letters = new Set(Array.from({ length: 200 }, newUserCode).join('').replaceAll('-', ''));
  expect(letters.size).toBe(20);
});

test.each([
  ['mara-thinkpad', 'mara-thinkpad'],
  ['名の計算機', '名の計算機'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['a\u0000b\u200bc\nd\u2028e', 'abcde'],
  [' \u0007 ', 'unnamed'],
])('%j is shown as %j', (name, shown) => expect(shownMachine(name)).toBe(shown));
