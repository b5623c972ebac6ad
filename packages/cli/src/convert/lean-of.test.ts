import { turnAround, turns } from '@openhouse/contract/panoramas';
import { expect, test } from 'vitest';
import { pitchedAndRolled, rolledAndPitched } from './lean-of.ts';

const near = (lean: object) =>
  Object.fromEntries(Object.entries(lean).map(([key, value]) => [key, expect.closeTo(value, 3)]));

test.each([
  { heading: 0, pitch: 0, roll: 0 },
  { heading: 70, pitch: 20, roll: -25 },
  { heading: -120, pitch: -80, roll: 100 },
  { heading: 5, pitch: 0, roll: 0 },
])('a picture tells how it stands in the order of either viewer: %j', (lean) => {
  const { heading, pitch, roll } = lean;
  const [turn, raise, tip] = [turnAround('y', -heading), turnAround('x', pitch), turnAround('z', -roll)];
  expect(pitchedAndRolled(turns(turn, raise, tip))).toEqual(near(lean));
  if (Math.abs(roll) < 90) expect(rolledAndPitched(turns(turn, tip, raise))).toEqual(near(lean));
});
