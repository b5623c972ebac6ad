import { describe, expect, test } from 'vitest';
import { ONE_WAY } from './garden/garden.ts';
import { entryDoor, furniture, guideStops, observers, rooms, rulers } from './loft/places.ts';
import { codes, committed } from './testing/committed-payloads.ts';

/*
 * Where things are: the committed payloads agree with the places of the scene and with each other.
 */

/** Half of the last digit that rulers show, in metres, and a little for rounding. */
const HALF_A_CENTIMETRE_M = 0.005 + 1e-9;

const distance = (a: readonly (number | bigint)[], b: readonly (number | bigint)[]) =>
  Math.hypot(...a.map((value, axis) => Number(value) - Number(b[axis])));

const observersOf = (code: string) => committed(code, 'vr-info').observers ?? [];

test('the viewpoints of the loft are those of the scene', () => {
  expect(
    observersOf('demo-loft').map(
      ({ index, floor_index, position, standing_position, accessible_nodes, visible_nodes }) => ({
        index,
        floorIndex: floor_index,
        position: position.map(Number),
        standingPosition: standing_position,
        accessible: accessible_nodes,
        visible: visible_nodes,
      }),
    ),
  ).toEqual(
    observers.map(({ name: _, position, ...observer }) => ({
      ...observer,
      position: position.map((value) => expect.closeTo(value, 4)),
    })),
  );
});

describe.each(codes)('%s', (code) => {
  const indexes = observersOf(code).map(({ index }) => Number(index));
  const known = (index: number | bigint | undefined) => indexes.includes(Number(index));

  test('one walks back where one walked, but for the steps that are one-way on purpose', () => {
    const steps = observersOf(code).flatMap(({ index, accessible_nodes }) =>
      accessible_nodes.map((to) => [index, to] as const),
    );
    const back = new Set(steps.map(([from, to]) => `${to} ${from}`));
    const oneWay = steps.filter(([from, to]) => !back.has(`${from} ${to}`));
    expect(oneWay).toEqual(code === 'demo-garden' ? ONE_WAY : []);
  });

  test('every panorama belongs to a viewpoint and every viewpoint has one', () => {
    const { panorama } = committed(code, 'vr-info');
    expect(panorama?.list.map(({ index }) => index) ?? []).toEqual(indexes);
    expect(panorama?.count ?? 0).toBe(indexes.length);
  });

  test('nothing speaks of a viewpoint that is not there', () => {
    const spoken = [
      ...observersOf(code).flatMap(({ accessible_nodes, visible_nodes }) => [...accessible_nodes, ...visible_nodes]),
      ...committed(code, 'observer-guide-list').list.map(({ pano_index }) => pano_index),
      ...committed(code, 'panovideo-search').list.map(({ pano_index }) => pano_index),
      ...committed(code, 'annotation-search').list.map(({ pano_index }) => pano_index),
      ...committed(code, 'route-search').list.flatMap(({ pano_group }) => pano_group ?? []),
      ...committed(code, 'ruler-list').list.flatMap(({ polyline }) => polyline.visiblePanoIndexes ?? []),
      ...committed(code, 'hot-list').tagList.flatMap(({ config }) =>
        indexesIn(config?.visibleConfig?.visiblePanoIndex),
      ),
    ];
    expect(spoken.filter((index) => !known(index))).toEqual([]);
  });

  test('a ruler says the distance between its ends, to the centimetre', () => {
    const lines = committed(code, 'ruler-list').list.flatMap(({ polyline }) => polyline.lines);
    expect(lines).not.toEqual([]);
    for (const { text = '', points } of lines) {
      const [from, to] = points.map(({ position }) => position);
      expect(text).toMatch(/^\d+\.\d\d m$/);
      expect(Math.abs(Number.parseFloat(text) - distance(from ?? [], to ?? []))).toBeLessThanOrEqual(
        HALF_A_CENTIMETRE_M,
      );
    }
  });

  test('ids of panoramas are the same wherever they stand', () => {
    const cubes = new Map(
      committed(code, 'vr-info').panorama?.list.map(({ index, derived_id_str }) => [index, derived_id_str]),
    );
    const stops = [...committed(code, 'observer-guide-list').list, ...committed(code, 'panovideo-search').list];
    expect(stops.filter(({ pano_index, derived_id_str }) => cubes.get(pano_index) !== derived_id_str)).toEqual([]);
  });
});

function indexesIn(text: string | undefined): number[] {
  return text === undefined || text === '' ? [] : text.split(',').map(Number);
}

test('the loft shows every measured edge of the scene', () => {
  const lines = committed('demo-loft', 'ruler-list').list.flatMap(({ polyline }) => polyline.lines);
  expect(lines.map(({ points }) => points.map(({ position }) => position))).toEqual(
    rulers.map(({ from, to }) => [from, to]),
  );
});

test('routes walk from viewpoint to viewpoint, and stand where people stand', () => {
  const nodes = observersOf('demo-loft');
  const walks = committed('demo-loft', 'route-search').list.filter(({ pano_group }) => pano_group !== null);
  expect(walks.length).toBeGreaterThanOrEqual(3);
  for (const { pano_group, path = [], visible_floor_indexes } of walks) {
    const group = pano_group ?? [];
    for (const [step, index] of group.slice(1).entries()) {
      expect(nodes[Number(group[step])]?.accessible_nodes).toContain(index);
    }
    expect(path.flatMap(({ points }) => points)).toEqual(group.map((index) => nodes[Number(index)]?.standing_position));
    const floors = new Set(group.map((index) => nodes[Number(index)]?.floor_index));
    expect(new Set(visible_floor_indexes)).toEqual(floors);
  }
});

test('signs stand at both ends of a route', () => {
  for (const { path = [], model_style_config } of committed('demo-loft', 'route-search').list) {
    const points = path.flatMap((part) => part.points);
    expect(model_style_config?.start_tag?.position).toEqual(points[0]);
    expect(model_style_config?.end_tag?.position).toEqual(points.at(-1));
  }
});

test('labels name the rooms of the scene, and are the same in both operations', () => {
  const { list } = committed('demo-loft', 'annotation-search');
  const labels = committed('demo-loft', 'model-plugin-datasets').ModelRoomLabelPlugin?.data.model_room_labels;
  expect(list.filter(({ type }) => type === 'room').map(({ type: _, ...label }) => label)).toEqual(labels);
  expect(labels?.map(({ position: { x, y, z } }) => [x, y, z])).toEqual(
    rooms.map(({ labelPosition }) => labelPosition),
  );
});

test('the entry door is where the scene has it', () => {
  const door = committed('demo-loft', 'model-plugin-datasets').ModelEntryDoorGuidePlugin?.data;
  const [x, y, z] = entryDoor.position;
  expect(door).toEqual({ position: { x, y, z }, rad: entryDoor.rad });
});

test('the guide stops at every stop of the scene, and flags furniture', () => {
  const { list } = committed('demo-loft', 'observer-guide-list');
  expect(list.map(({ pano_index, data }) => [pano_index, data?.longitude, data?.latitude])).toEqual(
    guideStops.map((stop) => [
      stop.observer,
      expect.closeTo(stop.longitude_rad, 3),
      expect.closeTo(stop.latitude_rad, 3),
    ]),
  );
  const places = furniture.map(({ position }) => position.map(String).join(' '));
  const flags = list.map(({ data }) => data?.flag_position?.join(' ')).filter((flag) => flag !== '');
  expect(flags.filter((flag) => !places.includes(flag ?? ''))).toEqual([]);
});

test('stops and routes come in their order of display', () => {
  for (const name of ['observer-guide-list', 'route-search'] as const) {
    const places = committed('demo-loft', name).list.map(({ display_index }) => display_index);
    expect(places).toEqual(places.map((_, index) => index + 1));
  }
});
