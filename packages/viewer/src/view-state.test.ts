import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filesAnywhere } from './tour/files-anywhere.ts';
import { readTour } from './tour/read-tour.ts';
import { readViewState, type ViewState, writeViewState } from './view-state.ts';

const observer = (index: number, x: number, floor: number) => ({
  index,
  floor_index: floor,
  position: [x, 1.5, 0],
  standing_position: [x, 0, 0],
  accessible_nodes: [],
  visible_nodes: [],
});
const answers = {
  'vr-info': { name: 'Flat', is_active: true, observers: [observer(0, 0, 0), observer(7, 2, 1)] },
  'hot-list': { tagList: [{ position: [1, 1, 1], data: { title: 'Lamp' } }] },
};
const tour = readTour(answers as unknown as Parameters<typeof readTour>[0], filesAnywhere);
const bare = readTour({ 'vr-info': { name: 'Model' } } as unknown as Parameters<typeof readTour>[0], filesAnywhere);

const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const metres = fc.double({ min: -5000, max: 5000, noNaN: true });
const zoom = fc.double({ min: 0.01, max: 100, noNaN: true });
const anyState: fc.Arbitrary<ViewState> = fc.record({
  view: fc.constantFrom('panorama', 'model', 'plan'),
  at: fc.constantFrom(0, 7),
  selected: fc.constantFrom('viewpoint-1', 'tag-0', undefined),
  floor: fc.constantFrom(0, 1),
  pose: fc.record({ yaw: angle, pitch: angle, fov: fc.double({ min: 30, max: 90, noNaN: true }) }),
  outside: fc.record({ azimuth: angle, polar: angle, zoom, middle: fc.tuple(metres, metres, metres) }),
  plan: fc.record({ x: metres, z: metres, zoom }),
});

describe('what shows, as text', () => {
  test.each<readonly [string, ViewState]>([
    [
      'view=panorama&at=7&look=-90,5.73,75&on=tag-0',
      { view: 'panorama', at: 7, selected: 'tag-0', pose: { yaw: -Math.PI / 2, pitch: 0.1, fov: 75 } },
    ],
    [
      'view=model&at=0&look=0,45,2&around=1.5,0,-2',
      { view: 'model', at: 0, outside: { azimuth: 0, polar: Math.PI / 4, zoom: 2, middle: [1.5, 0, -2] } },
    ],
    ['view=plan&floor=1&look=0.125,-3,1', { view: 'plan', floor: 1, plan: { x: 0.1249, z: -3, zoom: 1 } }],
    ['', {}],
  ])('%s', (text, state) => {
    expect(writeViewState(state)).toBe(text);
  });

  test('comes back as it was, to within a pixel, and is then the same text', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const text = writeViewState(state);
        const read = readViewState(text, tour);
        expect(writeViewState(read)).toBe(text);
        expect(read).toMatchObject({ view: state.view, at: state.at, selected: state.selected });
        if (state.view === 'panorama') expect(read.pose?.yaw).toBeCloseTo(state.pose?.yaw ?? 0, 3);
        if (state.view === 'model') expect(read.outside?.middle[1]).toBeCloseTo(state.outside?.middle[1] ?? 0, 2);
        if (state.view === 'plan') expect(read.plan?.x).toBeCloseTo(state.plan?.x ?? 0, 2);
      }),
    );
  });

  test('goes into an address unchanged', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const text = writeViewState(state);
        expect(new URL(`http://localhost/#${text}`).hash.slice(1)).toBe(text);
      }),
    );
  });

  test('any text reads as something the tour has, or as nothing', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('view=', 'at=', 'look=', 'on=', 'floor=', '&', ',', '1e999', 'NaN', '9'.repeat(400)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const read = readViewState(pieces.join(''), tour);
        expect(read.at === undefined || tour.byIndex.has(read.at)).toBe(true);
        expect(read.selected === undefined || tour.byKey.has(read.selected)).toBe(true);
        const figures = [read.pose, read.plan].flatMap((look) => Object.values(look ?? {}));
        expect(figures.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  test.each([
    ['a viewpoint it has not', 'at=3'],
    ['a thing it has not', 'on=tag-9'],
    ['a view that there is none of', 'view=attic&look=1,2,3'],
    ['a look with too few figures', 'view=panorama&look=1,2'],
    ['a look that is no number', 'view=panorama&look=1,2,Infinity'],
    ['a zoom of nothing', 'view=plan&look=1,2,0'],
    ['a floor it has not', 'floor=9'],
  ])('of another tour, or damaged: %s is left out', (_, text) => {
    const { view: __, ...rest } = readViewState(text, tour);
    expect(Object.values(rest).every((value) => value === undefined)).toBe(true);
  });

  test('something of a list that the tour has nothing of stays: the list may still come', () => {
    const late = readTour(
      { 'vr-info': answers['vr-info'] } as unknown as Parameters<typeof readTour>[0],
      filesAnywhere,
    );
    for (const text of ['at=7&on=tag-0', 'at=7&on=route-12']) {
      expect(writeViewState(readViewState(text, late))).toBe(text);
    }
    for (const text of ['on=viewpoint-9', 'on=tag-', 'on=tags-1', 'on=tag-1x', 'on=constructor-1']) {
      expect(readViewState(text, late).selected).toBeUndefined();
    }
  });

  test('a tour without viewpoints has no panorama to open', () => {
    expect(readViewState('view=panorama', bare).view).toBeUndefined();
    expect(readViewState('view=model', bare).view).toBe('model');
  });
});
