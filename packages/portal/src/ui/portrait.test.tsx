import { expect, test } from 'vitest';
import { initials } from './portrait.tsx';

test.each([
  ['Mara Lindqvist', 'ML'],
  ['mara lind-qvist', 'MQ'],
  ['Mara', 'M'],
  ['mara@loft.example', 'ME'],
  ['王小明', '王'],
  ['  ', ''],
  ['😀 Team', '😀T'],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
