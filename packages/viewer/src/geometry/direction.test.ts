import fc from 'fast-check';
import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { evenly } from '../testing/evenly.ts';
import { directionTo, rotationOf, turnBetween, yawOfLongitude } from './direction.ts';
import { rotated, type Vector } from './vector.ts';

const coordinate = evenly(-50, 50);
const place = fc.tuple(coordinate, coordinate, coordinate);
const angle = evenly(-7, 7);

describe('the direction from the origin', () => {
  test.each<[string, Vector, number, number]>([
    ['to the front', [0, 0, -2], 0, 0],
    ['to the right', [2, 0, 0], Math.PI / 2, 0],
    ['to the left', [-2, 0, 0], -Math.PI / 2, 0],
    ['upwards ahead', [0, 2, -2], 0, Math.PI / 4],
    ['down', [0, -2, 0], 0, -Math.PI / 2],
  ])('%s', (_, to, yaw, pitch) => {
    const direction = directionTo([0, 0, 0], to);
    expect(direction.pitch).toBeCloseTo(pitch, 9);
    if (Math.abs(pitch) < 1) expect(direction.yaw).toBeCloseTo(yaw, 9);
  });

  test('depends on nothing but the difference of the places', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
        expect(directionTo(from, to)).toEqual(directionTo([0, 0, 0], [x, y, z]));
      }),
    );
  });
});

test('a longitude points along (−sin λ, 0, −cos λ)', () => {
  fc.assert(
    fc.property(angle, (longitude) => {
      const { yaw } = directionTo([0, 0, 0], [-Math.sin(longitude), 0, -Math.cos(longitude)]);
      expect(Math.abs(turnBetween(yaw, yawOfLongitude(longitude)))).toBeLessThan(1e-9);
    }),
  );
});

test('a turn is never more than half a turn, and arrives', () => {
  fc.assert(
    fc.property(angle, angle, (from, to) => {
      const turn = turnBetween(from, to);
      expect(Math.abs(turn)).toBeLessThanOrEqual(Math.PI + 1e-9);
      expect(Math.cos(from + turn - to)).toBeCloseTo(1, 9);
    }),
  );
});

describe('how a camera stood', () => {
  test('turns what the camera saw to where it is in the world', () => {
    const unit = evenly(-1, 1);
    fc.assert(
      fc.property(fc.tuple(unit, unit, unit, unit), place, ([w, x, y, z], seen) => {
        fc.pre(Math.hypot(w, x, y, z) > 0.1);
        const inWorld = new Vector3(...seen).applyQuaternion(new Quaternion(x, y, z, w).normalize());
        const turned = new Vector3(...rotated(rotationOf({ w, x, y, z }), seen));
        expect(turned.distanceTo(inWorld)).toBeLessThan(1e-9);
      }),
    );
  });

  test('an empty quaternion turns nothing', () => {
    expect(rotationOf({ w: 0, x: 0, y: 0, z: 0 })).toEqual({ w: 1, x: 0, y: 0, z: 0 });
  });
});
