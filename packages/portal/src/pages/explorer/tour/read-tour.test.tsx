import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OperationData } from '@openhouse/contract';
import {
  type Answers,
  coverAt,
  directionTo,
  distance,
  isShownFrom,
  linksOf,
  readTour,
  shownOperations,
} from '@openhouse/viewer/inside';
import { describe, expect, test } from 'vitest';
import { filesOnPortal, placeOfFile } from './addresses.ts';

const demo = join(import.meta.dirname, '../../../../../../demo/tours');
const home = (resourceCode: string) => ({ gateway: 'http://localhost:4001', team: 'demo', resourceCode });
const files = (resourceCode: string) => filesOnPortal(home(resourceCode));

function demoAnswers(code: string) {
  return Object.fromEntries(
    shownOperations.map((name) => [name, JSON.parse(readFileSync(join(demo, code, `${name}.json`), 'utf8'))]),
  ) as Answers & { 'vr-info': OperationData['vr-info'] };
}

const demoTour = (code: string) => readTour(demoAnswers(code), files(code));

describe('the demo loft', () => {
  const tour = demoTour('demo-loft');

  test('has everything its bundle has', () => {
    const counts = Object.fromEntries(Object.entries(tour.things).map(([kind, things]) => [kind, things.length]));
    expect(counts).toEqual({ viewpoint: 12, tag: 22, ruler: 10, route: 4, label: 12 });
    expect(tour.lacks).toEqual([]);
    expect(tour.model).toEqual(['/api/tours/demo-loft/assets/model/loft.glb?team=demo']);
    expect(tour.viewpoints[3]?.faces?.top).toBe('/api/tours/demo-loft/assets/panorama/3_up.webp?team=demo');
  });

  test('starts where the tour says, looking where its longitude points', () => {
    expect(tour.start).toEqual({ index: 6, yaw: -0.733, pitch: 0, fov: 75.3 });
  });

  test('has a cover, which is of the viewpoint where it begins', () => {
    expect(tour.cover).toBe('/api/tours/demo-loft/assets/cover.jpg?team=demo');
    expect(tour.viewpoints.flatMap((at) => (coverAt(tour, at) === undefined ? [] : [at.index]))).toEqual([6]);
  });

  test('has a guide by every viewpoint, with the view at each; none where the guide may not play', () => {
    expect(tour.guide.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(tour.guide[0]).toEqual({ index: 0, view: { yaw: -0.733, pitch: 0.0349, fov: 59.6 } });
    const answers = demoAnswers('demo-loft');
    const still = {
      ...answers,
      'observer-guide-list': { list: [], ...answers['observer-guide-list'], can_play: false },
    };
    expect(readTour(still, files('demo-loft')).guide).toEqual([]);
  });

  test('has two floors, the upper one at the height of the mezzanine', () => {
    expect(tour.floors).toEqual([
      { index: 0, height: 0 },
      { index: 1, height: 2.8 },
    ]);
    const floorOf = (start: string) => tour.things.tag.find(({ name }) => name.startsWith(start))?.floors;
    expect([floorOf('Double bed'), floorOf('Leaves')]).toEqual([[1], [0]]);
  });

  test('a flat tag stands in the middle of its corners', () => {
    expect(tour.things.tag[1]?.place.map((value) => value.toFixed(3))).toEqual(['2.200', '1.860', '0.037']);
  });

  test('what names its viewpoints shows from them only; a label where its best viewpoint is seen', () => {
    const [sofa] = tour.things.tag;
    const from = tour.viewpoints.filter((viewpoint) => sofa !== undefined && isShownFrom(sofa, viewpoint));
    expect(from.map(({ index }) => index)).toEqual([5, 6, 7]);
    const bathroom = tour.things.label.find(({ name }) => name.startsWith('Bathroom'));
    const seen = tour.viewpoints.filter((viewpoint) => bathroom !== undefined && isShownFrom(bathroom, viewpoint));
    expect(seen.map(({ index }) => index)).toEqual([0, 1, 2, 6, 7, 8]);
  });

  test('its viewpoints are named after the room they are in', () => {
    expect(tour.viewpoints[6]?.name).toBe('Living room 客厅');
    expect(tour.viewpoints[11]?.name).toBe('Bedroom 卧室');
  });

  test('its ways are counted once, whichever way one walks', () => {
    expect(linksOf(tour)).toHaveLength(14);
  });
});

test('a tour that says neither where to start nor where to look faces the way one can go', () => {
  const { 'vr-info': info, ...others } = demoAnswers('demo-loft');
  const { initial: _, ...silent } = info;
  const { start, viewpoints, byIndex } = readTour({ ...others, 'vr-info': silent }, files('demo-loft'));
  const [first] = viewpoints;
  const next = byIndex.get(first?.links[0] ?? -1);
  if (first === undefined || next === undefined) throw new Error('the loft has nowhere to go');
  expect(start).toEqual({ index: first.index, yaw: directionTo(first.place, next.place).yaw, pitch: 0, fov: 75 });
});

test('a tour that is a model only says so and is no failure', () => {
  const tour = demoTour('demo-studio');
  expect(tour.viewpoints).toEqual([]);
  expect(tour.start).toBeUndefined();
  expect(tour.floors).toHaveLength(1);
  expect(tour.lacks).toEqual([{ kind: 'no-viewpoints' }]);
});

test('an inactive tour says so', () => {
  expect(demoTour('demo-garden').lacks).toContainEqual({ kind: 'inactive' });
});

describe('a ragged tour, as the gateway serves it (decision 0105), is shown as far as it goes', () => {
  type Info = Record<string, unknown>;
  const ragged = (change: (info: Info & { observers: Info[]; panorama: { list: Info[] } }) => void) => {
    const { 'vr-info': info, ...others } = structuredClone(demoAnswers('demo-loft'));
    change(info as never);
    return readTour({ ...others, 'vr-info': info }, files('demo-loft'));
  };

  test('a quaternion that is null turns nothing', () => {
    const tour = ragged(({ observers }) => {
      for (const observer of observers) observer.quaternion = null;
    });
    expect(tour.viewpoints).toHaveLength(12);
    for (const { rotation } of tour.viewpoints) expect(rotation).toEqual({ w: 1, x: 0, y: 0, z: 0 });
  });

  test.each([null, undefined, 'none', 7, {}])('accessible_nodes and visible_nodes %j: nowhere to go', (nodes) => {
    const tour = ragged(({ observers }) => {
      for (const one of observers) Object.assign(one, { accessible_nodes: nodes, visible_nodes: nodes });
    });
    expect(tour.viewpoints).toHaveLength(12);
    for (const { links, visible } of tour.viewpoints) expect([links, visible]).toEqual([[], []]);
    expect(linksOf(tour)).toEqual([]);
  });

  test.each([null, undefined, {}, 'none'])('panorama.list %j: no pictures, and that is said', (list) => {
    const tour = ragged((info) => Object.assign(info.panorama, { list }));
    expect(tour.viewpoints.map(({ faces }) => faces)).toEqual(Array(12).fill(undefined));
    expect(tour.lacks).toContainEqual({ kind: 'pictures-none', count: 12 });
  });

  test.each([null, undefined, 'none', { pano_index: null, longitude: null, latitude: null, fov: null }])(
    'initial %j: the first viewpoint',
    (initial) => {
      const { start, viewpoints } = ragged((info) => Object.assign(info, { initial }));
      expect(start).toMatchObject({ index: viewpoints[0]?.index, pitch: 0, fov: 75 });
      expect(start?.yaw).not.toBeNaN();
    },
  );

  test('a place that is no place on earth is left out: programs write the largest number for none', () => {
    const at = (position: unknown) => ({ position, data: { title: 'x' } });
    const tagList = [3.4028235e38, -1e300, 2e8, 5_000_000].map((x) => at([x, 0, 0]));
    const answers = { ...demoAnswers('demo-loft'), 'hot-list': { tagList } as never };
    const { things } = readTour(answers, files('demo-loft'));
    expect(things.tag.map(({ place }) => place[0])).toEqual([5_000_000]);
  });

  test('a viewpoint without a place or an index is left out, and takes none with it', () => {
    const { viewpoints } = ragged(({ observers }) => {
      observers.splice(
        0,
        4,
        { index: 0, standing_position: null, position: null },
        null as never,
        { index: '2' },
        { index: 3, position: [1, 2, 3] },
      );
    });
    expect(viewpoints).toHaveLength(9);
    expect(viewpoints[0]).toMatchObject({ index: 3, place: [1, 2, 3], path: ['data', 'observers', 3] });
  });

  /** The loft with two records in each list: places enough, in a small tour. */
  const smallLoft = () => {
    const twoOf = (_: string, value: unknown) =>
      Array.isArray(value) && typeof value[0] === 'object' ? value.slice(0, 2) : value;
    return JSON.parse(JSON.stringify(demoAnswers('demo-loft'), twoOf)) as ReturnType<typeof demoAnswers>;
  };

  /** Every place in a JSON value, as its container and key. */
  function* places(value: unknown): Generator<readonly [container: Record<string, unknown>, key: string]> {
    if (typeof value !== 'object' || value === null) return;
    const container = value as Record<string, unknown>;
    for (const key of Object.keys(value)) {
      yield [container, key];
      yield* places(container[key]);
    }
  }

  test.each([null, undefined, 'text', 7, true, [], [null], {}])(
    '%j in any place throws nothing, and gives no number that is none',
    (odd) => {
      const answers = smallLoft();
      const isOdd = (value: unknown) => typeof value === 'number' && !Number.isFinite(value);
      for (const operation of shownOperations) {
        const answer = answers[operation];
        const all = [...places(answer)];
        expect(all.length).toBeGreaterThan(0);
        for (const [container, key] of all) {
          const kept = container[key];
          container[key] = odd;
          const tour = readTour(answers, files('demo-loft'));
          linksOf(tour);
          const numbers = tour.viewpoints.flatMap(({ place, position, index, floor, rotation }) => [
            ...place,
            ...position,
            index,
            floor,
            ...Object.values(rotation),
          ]);
          numbers.push(...tour.guide.flatMap(({ index, view }) => [index, ...Object.values(view)]));
          const others = Object.values(tour.things).flatMap((list) =>
            list.flatMap((thing) => [
              ...thing.place,
              ...thing.floors,
              ...thing.lines.flatMap(({ places: line }) => line.flat()),
            ]),
          );
          const where = `${operation} ${key}`;
          expect([...numbers, ...others, ...Object.values(tour.start ?? {})].filter(isOdd), where).toEqual([]);
          for (const { name, type } of Object.values(tour.things).flat())
            expect(typeof name + typeof type, where).toBe('stringstring');
          container[key] = kept;
        }
      }
    },
  );
});

describe('real works', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json'));
  const read = (path: string) => {
    const parsed: unknown = JSON.parse(readFileSync(join(folder, path, 'work.json'), 'utf8'));
    const info = (typeof parsed === 'string' ? JSON.parse(parsed) : parsed) as OperationData['vr-info'];
    return readTour({ 'vr-info': { ...info, is_active: true, name: path } }, files('work'));
  };

  test.each([
    ['real/pWLy9ndnVL73Xqja', 357],
    ['virtual/816lPVZQkQDF5XOpPo', 32],
    ['virtual/81980RNawnbCVaLz0a', 12],
    ['virtual/81RojBlJQdVTglNNMr', 16],
    ['virtual/81gmMq5a7zbF9leWMk', 14],
    ['virtual/81w1MyAQybVcNa97ME', 26],
    ['virtual/pWLy9nekmQdMXqja', 15],
  ])('%s: %i viewpoints, and what is out of reach', (path, count) => {
    const tour = read(path);
    expect(tour.viewpoints).toHaveLength(count);
    expect(tour.byIndex.get(tour.start?.index ?? -1)).toBeDefined();
    expect(tour.lacks.map(({ kind }) => kind)).toEqual(['pictures-elsewhere', 'model-elsewhere']);
    for (const [from, to] of linksOf(tour)) expect(distance(from.place, to.place)).toBeGreaterThan(0);
  });
});

describe('a file', () => {
  const own = home('t-1');
  test.each([
    [
      'http://localhost:4001/files/demo/t-1/',
      'panorama/0 up.webp',
      '/api/tours/t-1/assets/panorama/0%20up.webp?team=demo',
    ],
    [undefined, 'http://localhost:4001/files/demo/t-1/model/m.glb', '/api/tours/t-1/assets/model/m.glb?team=demo'],
    ['http://localhost:4001/files/demo/t-1/', './a/../b.png', '/api/tours/t-1/assets/b.png?team=demo'],
  ])('of the tour, from %s and %s, comes through the portal', (base, address, expected) => {
    expect(placeOfFile(own, base, address)).toMatchObject({ at: 'here', address: expected });
  });

  test.each([
    ['https://cdn.example.com/', 'a.jpg', 'cdn.example.com'],
    ['http://localhost:4001/files/demo/t-1/', '../t-2/a.jpg', 'localhost:4001'],
    ['http://localhost:4001/files/demo/t-1/', '//evil.example/a.jpg', 'evil.example'],
    ['http://localhost:4001/files/demo/t-10/', 'a.jpg', 'localhost:4001'],
  ])('of others, from %s and %s, is named by its host', (base, address, host) => {
    expect(placeOfFile(own, base, address)).toEqual({ at: 'elsewhere', host });
  });

  test.each([
    [undefined, 'a.jpg'],
    ['', 'a.jpg'],
    ['http://localhost:4001/files/demo/t-1/', ''],
    ['not an address', 'a.jpg'],
  ])('that lies nowhere, from %s and %s', (base, address) => {
    expect(placeOfFile(own, base, address)).toEqual({ at: 'nowhere' });
  });
});
