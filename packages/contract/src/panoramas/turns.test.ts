import { describe, expect, test } from 'vitest';
import { gazeTowards, towards } from './directions.ts';
import { payloadsOf } from './tour-payloads.ts';
import { inverse, leaning, rotated, turnAround, turns } from './turns.ts';

const near = (numbers: readonly number[]) => numbers.map((number) => expect.closeTo(number, 9));

describe('a picture that leans', () => {
  test('by its pitch has its middle so far above the horizon', () => {
    const seen = gazeTowards(rotated(leaning({ pitch: 20, roll: 70 }), towards({ yaw: 0, pitch: 0 })));
    expect([seen.yaw, seen.pitch]).toEqual(near([0, 20]));
  });

  test('by its roll has above it what is to the right of straight above', () => {
    const seen = gazeTowards(rotated(leaning({ pitch: 0, roll: 30 }), towards({ yaw: 0, pitch: 90 })));
    expect([seen.yaw, seen.pitch]).toEqual(near([90, 60]));
  });

  test('keeps its level frame: heading, view and notes are told in it', () => {
    const viewpoint = {
      ...({ name: 'Hall', place: [0, 0, 0], floor: 0, heading: 90, links: [], folder: 'a' } as const),
      start: { yaw: 10, pitch: 5, fov: 50 },
      notes: [{ yaw: 0, pitch: 0, title: 'Lamp', text: '', url: '' }],
    };
    const made = payloadsOf('a', 'A', [{ ...viewpoint, turned: leaning({ pitch: 20, roll: -25 }) }]);
    const level = payloadsOf('a', 'A', [{ ...viewpoint, turned: undefined }]);
    expect(made['hot-list']).toEqual(level['hot-list']);
    expect(made['vr-info'].initial).toEqual(level['vr-info'].initial);
    expect(made['vr-info'].initial).toMatchObject({ fov: 50 });
    const { quaternion } = made['vr-info'].observers?.[0] ?? {};
    const middle = gazeTowards(rotated(quaternion ?? { w: 1, x: 0, y: 0, z: 0 }, [0, 0, -1]));
    expect([middle.yaw, middle.pitch]).toEqual([expect.closeTo(90, 3), expect.closeTo(20, 3)]);
  });
});

test('turns are undone by their inverses, and come one after the other', () => {
  const [a, b] = [turnAround('y', 90), turnAround('x', 90)];
  expect(rotated(turns(a, b), [0, 0, -1])).toEqual(near(rotated(a, rotated(b, [0, 0, -1]))));
  expect(rotated(turns(a, b, inverse(turns(a, b))), [1, 2, 3])).toEqual(near([1, 2, 3]));
});
