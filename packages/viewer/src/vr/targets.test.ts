import { expect, test } from 'vitest';
import { minus, type Vector } from '../geometry/vector.ts';
import type { Mark } from '../overlay/marks.ts';
import { pointedAt, targetsOf } from './targets.ts';

const eye: Vector = [4, 1.6, 2];
const mark = (id: string, kind: Mark['kind'], place: Vector): Mark => ({
  id,
  kind,
  place,
  text: id,
  picks: id,
  isSelected: false,
  isHere: false,
  isOpen: false,
});
const near = mark('near', 'viewpoint', [4, 0, 0]);
const behind = mark('behind', 'viewpoint', [4, 0, -2]);
const far = mark('far', 'viewpoint', [-60, 0, 2]);
const tag = mark('tag', 'tag', [6, 1.6, 2]);
const targets = targetsOf({ eye, marks: [near, behind, far, tag] });
const pointed = (ray: Vector) => pointedAt(targets, ray)?.mark.id;

test('a ray that leads to a mark points at it, of whatever length', () => {
  for (const { id, place } of [near, behind, far, tag]) {
    const [x, y, z] = minus(place, eye);
    expect([pointed([x, y, z]), pointed([x / 9, y / 9, z / 9])]).toEqual([id, id]);
  }
});

test('away from all marks, and opposite of one, a ray points at nothing', () => {
  expect(pointed([0, 1, 0])).toBeUndefined();
  expect(pointed([-2, 0, 0.5])).toBeUndefined();
  const [x, y, z] = minus(near.place, eye);
  expect(pointed([-x, -y, -z])).toBeUndefined();
});

test('between two marks it points at the nearer one for its size', () => {
  expect(pointed(minus([4, 0, -0.2], eye))).toBe('near');
  expect(pointed(minus([4, 0, -1.7], eye))).toBe('behind');
});

test('the nearest mark is drawn last, and a far ring is large enough for a hand', () => {
  expect(targets.map(({ mark: { id } }) => id)).toEqual(['far', 'behind', 'near', 'tag']);
  const [one, , , dot] = targets;
  expect(one?.width).toBeGreaterThan(0.02);
  expect(one?.height).toBeLessThan(one?.width ?? 0);
  expect(dot?.height).toBe(dot?.width);
});

test('a mark at the very place of the camera breaks nothing', () => {
  const [here] = targetsOf({ eye, marks: [mark('here', 'viewpoint', eye)] });
  expect([here?.width, here?.height, ...(here?.forward ?? [])].every(Number.isFinite)).toBe(true);
});
