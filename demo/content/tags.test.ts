import { describe, expect, test } from 'vitest';
import { parts as terrace } from './garden/garden.ts';
import { furniture } from './loft/places.ts';
import { TAG_KINDS } from './loft/tag-plan.ts';
import { contentOf, tags } from './loft/tags.ts';
import { parts as studio } from './studio/studio.ts';
import { codes, committed, committedIds } from './testing/committed-payloads.ts';
import { distanceToSurface } from './wire/parts.ts';

type Point = [number, number, number];

/** Farthest a tag may lie from what it is about, in metres: the corners of the print over the sofa are the farthest. */
const NEAR_M = 0.7;
/** Farthest a point may lie beside a surface it is said to lie on, in metres. */
const ON_SURFACE_M = 0.001;

/** The points of a tag, three coordinates each. */
function pointsOf(position: readonly (number | bigint)[]): Point[] {
  return Array.from(
    { length: position.length / 3 },
    (_, index) => position.slice(index * 3, index * 3 + 3).map(Number) as Point,
  );
}

const distance = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0)));

describe.each(codes)('%s', (code) => {
  const { tagList } = committed(code, 'hot-list');
  const details = committed(code, 'hot-detail');

  test('every tag has its details, digit by digit the same id', () => {
    expect(committedIds(code, 'hot-detail')).toEqual(committedIds(code, 'hot-list'));
    expect(new Set(committedIds(code, 'hot-list')).size).toBe(tagList.length);
  });

  test('details tell the same as the list', () => {
    expect(
      details.map(({ position, type, name, description, five_state }) => ({
        position: position?.map(Number),
        type,
        name,
        description: description ?? null,
        state: five_state,
      })),
    ).toEqual(
      tagList.map(({ position, contentType, data, fiveState }) => ({
        position,
        type: contentType,
        name: data?.title,
        description: data?.description ?? null,
        state: fiveState,
      })),
    );
  });

  test('tags look from an observer of the tour', () => {
    const observers = committed(code, 'vr-info').observers ?? [];
    const states = tagList.flatMap(({ fiveState }) => (fiveState?.mode === 'Panorama' ? [fiveState] : []));
    expect(states.filter(({ panoIndex }) => observers[Number(panoIndex)]?.index !== panoIndex)).toEqual([]);
  });
});

test('tag ids are unique among the tours, because details are asked for by id alone', () => {
  const ids = codes.flatMap((code) => committedIds(code, 'hot-list'));
  expect(new Set(ids).size).toBe(ids.length);
});

test('ids beyond 2^53 stand in the files with all their digits', () => {
  expect(committedIds('demo-loft', 'hot-list')).toContain('9007199254740993');
});

test('there is a tag of every kind, and an icon or model to choose for each', () => {
  const kinds = committed('demo-loft', 'hot-list').tagList.map(({ contentType }) => contentType);
  expect(TAG_KINDS.filter((kind) => !kinds.includes(kind))).toEqual([]);
  expect(TAG_KINDS.filter((kind) => committed('demo-loft', 'hot-config')[kind] === undefined)).toEqual([]);
});

test('tags of the loft lie on its furniture', () => {
  const { tagList } = committed('demo-loft', 'hot-list');
  const far = tagList.filter(({ position }) => {
    const points = pointsOf(position);
    return !furniture.some((thing) => points.every((point) => distance(point, thing.position) < NEAR_M));
  });
  expect(tagList.length).toBeGreaterThanOrEqual(14);
  expect(far).toEqual([]);
});

test('a tag that is one point lies exactly on the anchor of its furniture', () => {
  const { tagList } = committed('demo-loft', 'hot-list');
  for (const [index, tag] of tags.entries()) {
    if (tag.flat_m !== undefined) continue;
    expect(tagList[index]?.position).toEqual(furniture.find(({ key }) => key === tag.on)?.position);
  }
});

test('a flat tag lies in the plane of the surface below it', () => {
  const flat = tags.flatMap((tag, index) => (tag.flat_m === undefined ? [] : [{ tag, index }]));
  expect(flat).not.toEqual([]);
  for (const { tag, index } of flat) {
    const thing = furniture.find(({ key }) => key === tag.on);
    const corners = pointsOf(committed('demo-loft', 'hot-list').tagList[index]?.position ?? []);
    expect(corners).toHaveLength(4);
    for (const corner of corners) {
      const above = corner.reduce(
        (sum, value, axis) => sum + (value - (thing?.position[axis] ?? 0)) * (thing?.normal[axis] ?? 0),
        0,
      );
      expect(Math.abs(above)).toBeLessThan(ON_SURFACE_M);
    }
  }
});

test.each([
  ['demo-garden', terrace],
  ['demo-studio', studio],
])('tags of %s lie on a surface of its model', (code, parts) => {
  for (const { position } of committed(code, 'hot-list').tagList) {
    const [point = [0, 0, 0]] = pointsOf(position);
    expect(Math.min(...parts.map((part) => distanceToSurface(part, point as Point)))).toBeLessThan(ON_SURFACE_M);
  }
});

test('tags that lead somewhere lead to observers and tours that exist', () => {
  const observers = committed('demo-loft', 'vr-info').observers?.length ?? 0;
  for (const { contentType, data } of codes.flatMap((code) => [...committed(code, 'hot-list').tagList])) {
    if (contentType === 'newvrlink') expect(codes).toContain(data?.vrLinkCode);
    if (contentType === 'panolink')
      expect(data?.initialState).toMatchObject({ panoIndex: expect.toSatisfy((index) => index < observers) });
  }
});

test('an empty card has every field of a card', () => {
  const [first] = tags;
  if (first === undefined) throw new Error('the loft has no tags');
  const { content: _, ...empty } = first;
  expect(Object.keys(contentOf(empty)).sort()).toEqual(Object.keys(contentOf(first)).sort());
});
