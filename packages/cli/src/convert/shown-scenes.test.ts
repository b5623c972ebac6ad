import { fileURLToPath } from 'node:url';
import { leaning, payloadsOf, turnAround, type View, type Viewpoint } from '@openhouse/contract/panoramas';
import { type TourOnDisk, tourOnDisk } from '@openhouse/server';
import { expect, test } from 'vitest';
import { shownScenes } from './shown-scenes.ts';

const garden = fileURLToPath(new URL('../../../../demo/tours/demo-garden', import.meta.url));

/** Every value in a JSON value, by its path. */
function* pathsIn(value: unknown, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (path.length > 0) yield path;
  if (Array.isArray(value)) for (const [at, child] of value.entries()) yield* pathsIn(child, [...path, at]);
  else if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value)) yield* pathsIn(child, [...path, name]);
}

/** @returns A copy with another value at a path. */
function withValue(value: unknown, [key, ...path]: readonly (string | number)[], other: unknown): unknown {
  if (key === undefined) return other;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string | number, unknown>)[key] = withValue(
    (copy as Record<string | number, unknown>)[key],
    path,
    other,
  );
  return copy;
}

const odd = [null, undefined, '', 'x', 7, -1e300, true, [], [null], ['x', {}], {}];

test('viewpoints but the first start as their first stops in the guided tour look', async () => {
  const tour = await tourOnDisk(garden);
  const { observers, initial } = JSON.parse(tour.payloads.get('vr-info')?.toString() ?? '');
  const other = observers.find(({ index }: { index: number }) => index !== initial.pano_index);
  const stop = (longitude: number, latitude: number) => ({
    pano_index: other.index,
    data: { longitude, latitude, fov: 60 },
  });
  const guide = { list: [{ pano_index: initial.pano_index, data: null }, stop(1, 0.5), stop(2, 0)] };
  const payloads = new Map([...tour.payloads, ['observer-guide-list', Buffer.from(JSON.stringify(guide))] as const]);
  const { scenes } = shownScenes({ ...tour, payloads });
  const before = shownScenes(tour).scenes[0];
  expect(scenes[0]?.start).toEqual(before?.start);
  expect(scenes.find(({ key }) => key === `viewpoint-${other.index}`)?.start).toMatchObject({
    pitch: expect.closeTo((0.5 * 180) / Math.PI, 3),
    fov: 60,
  });
  expect(scenes.filter(({ start }) => start !== undefined)).toHaveLength(2);
});

test('only a start that was set counts as set', async () => {
  const tour = await tourOnDisk(garden);
  const viewpoint = (index: number, own: Partial<Viewpoint>): Viewpoint => ({
    ...{ name: `Room ${index}`, place: [index * 3, 0, 0], floor: 0, heading: 37.123456, links: [], notes: [] },
    ...{ turned: undefined, start: undefined, folder: `panoramas/${index}`, ...own },
  });
  const starts: readonly [Partial<Viewpoint>, boolean][] = [
    [{}, false],
    [{ heading: -170 }, false],
    [{ turned: leaning({ pitch: 12, roll: -7 }) }, false],
    // The middle of the picture is elsewhere than ahead.
    [{ turned: turnAround('y', 40) }, false],
    [{ start: { yaw: 20, pitch: 0, fov: undefined } }, true],
    [{ start: { yaw: 0, pitch: -5, fov: undefined } }, true],
    [{ start: { yaw: 0, pitch: 0, fov: 50 } satisfies View }, true],
  ];
  const viewpoints = starts.map(([own], index) => viewpoint(index, own));
  for (const first of starts.keys()) {
    const made = payloadsOf('house', 'House', viewpoints, first);
    const payloads = new Map(
      Object.entries(made).map(([operation, json]) => [operation, Buffer.from(JSON.stringify(json))] as const),
    );
    const files = new Map(
      (made['vr-info'].panorama?.list ?? []).flatMap((cube) => Object.values(cube).map((path) => [path, 1])),
    );
    const { scenes } = shownScenes({ ...tour, payloads, pathOf: (path) => path, files: files as TourOnDisk['files'] });
    expect(scenes.map(({ key, isStartSet }) => [key, isStartSet]).sort()).toEqual(
      starts.map(([, isSet], index) => [`viewpoint-${index}`, isSet]),
    );
  }
});

test.each(['vr-info', 'hot-list', 'annotation-search', 'model-plugin-datasets', 'observer-guide-list'])(
  'whatever stands anywhere in %s, the rest is shown',
  async (operation) => {
    const tour = await tourOnDisk(garden);
    const json: unknown = JSON.parse(tour.payloads.get(operation)?.toString() ?? '');
    const whole = shownScenes(tour).scenes.length;
    expect(whole).toBeGreaterThan(1);
    let all = 0;
    for (const path of pathsIn(json)) {
      for (const value of odd) {
        const ragged = Buffer.from(JSON.stringify(withValue(json, path, value)));
        const changed: TourOnDisk = { ...tour, payloads: new Map([...tour.payloads, [operation, ragged]]) };
        const { scenes, lost } = shownScenes(changed);
        expect([
          path,
          value,
          scenes.length <= whole,
          lost.every((one) => !/undefined|NaN|\[object/.test(String(one))),
        ]).toEqual([...[path, value, true, true]]);
        const directions = scenes.flatMap(({ doors, notes, start, heading }) => [
          heading,
          ...[...doors, ...notes, ...(start ? [start] : [])].flatMap(({ yaw, pitch }) => [yaw, pitch]),
        ]);
        expect([path, value, directions.filter((one) => !Number.isFinite(one))]).toEqual([path, value, []]);
        if (scenes.length === whole) all += 1;
      }
    }
    expect(all).toBeGreaterThan(20);
  },
);
