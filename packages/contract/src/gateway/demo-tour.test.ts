import { expect, test } from 'vitest';
import { entryDoor, furniture, observers, rooms, rulers } from '../../../../demo/content/loft/places.ts';
import {
  annotationSearch,
  fileDetail,
  filePrivatePresign,
  gatewayEndpoints,
  groupTree,
  hotDetail,
  hotList,
  modelPluginDatasets,
  observerGuideList,
  panovideoSearch,
  routeSearch,
  rulerList,
  vrInfo,
} from './index.ts';

/** Rounding of the examples' angles: four decimals. */
const ANGLE_DIGITS = 3;

const tour = vrInfo.example.data;
type Point = readonly number[];
const distance = (a: Point, b: Point) => Math.hypot(...a.map((value, axis) => value - (b[axis] ?? Number.NaN)));
const cameraOf = (index: number) => observers[index]?.position ?? [];

/** Longitude and latitude from a viewpoint to a point: λ looks along (−sin λ, 0, −cos λ). */
function lookAt(index: number, [x = 0, y = 0, z = 0]: Point) {
  const [fromX = 0, fromY = 0, fromZ = 0] = cameraOf(index);
  const [dx, dy, dz] = [x - fromX, y - fromY, z - fromZ];
  return { longitude: Math.atan2(-dx, -dz), latitude: Math.atan2(dy, Math.hypot(dx, dz)) };
}

test('every example is about the demo loft', () => {
  const codes = gatewayEndpoints.map(({ example }) => ({
    ...('body' in example ? example.body : {}),
    ...('query' in example ? example.query : {}),
  }));
  const asked = codes.flatMap((inputs) => ('resource_code' in inputs ? [inputs.resource_code] : []));
  expect(new Set(asked)).toEqual(new Set([tour.resource_code]));
  const takesCode = gatewayEndpoints.filter(
    ({ query, body }) => 'resource_code' in { ...query.properties, ...body?.schema.properties },
  );
  expect(asked).toHaveLength(takesCode.length);
});

test('the viewpoints are those of the scene', () => {
  const places = tour.observers?.map(({ index, position, standing_position, floor_index, accessible_nodes }) => ({
    index,
    position,
    standing_position,
    floor_index,
    accessible_nodes,
  }));
  expect(places).toEqual(
    observers.map((observer) => ({
      index: observer.index,
      position: [...observer.position],
      standing_position: [...observer.standingPosition],
      floor_index: observer.floorIndex,
      accessible_nodes: [...observer.accessible],
    })),
  );
  expect(tour.panorama?.list.map(({ index }) => index)).toEqual(tour.observers?.map(({ index }) => index));
  expect(tour.panorama?.count).toBe(tour.panorama?.list.length);
});

test('one sees those by whom one is seen', () => {
  for (const { index, visible_nodes } of tour.observers ?? []) {
    for (const seen of visible_nodes) expect(tour.observers?.[seen]?.visible_nodes).toContain(index);
  }
});

test('tags sit on real furniture, and their view looks at them', () => {
  for (const { position, data, fiveState } of hotList.example.data.tagList) {
    const thing = furniture.find(({ name }) => name.en === data?.title);
    expect(position).toEqual([...(thing?.position ?? [])]);
    const seen = lookAt(fiveState?.panoIndex ?? Number.NaN, position);
    expect(fiveState?.longitude).toBeCloseTo(seen.longitude, ANGLE_DIGITS);
    expect(fiveState?.latitude).toBeCloseTo(seen.latitude, ANGLE_DIGITS);
  }
});

test('the tag details are those of a tag of the list', () => {
  const detail = hotDetail.example.data;
  const tag = hotList.example.data.tagList.find(({ id }) => id === detail.id);
  expect(hotDetail.example.query).toEqual({ id: String(tag?.id) });
  expect(detail.position?.map(Number)).toEqual(tag?.position);
  expect(detail).toMatchObject({
    name: tag?.data?.title,
    type: tag?.contentType,
    create_timestamp: tag?.create_timestamp,
  });
  expect(tag?.fiveState).toEqual(detail.five_state);
  expect(tag?.data).toMatchObject(detail.content_data ?? {});
});

test('rulers are edges of the scene and show their true length', () => {
  for (const { polyline } of rulerList.example.data.list) {
    for (const { text, points } of polyline.lines) {
      const [from = [], to = []] = points.map(({ position }) => position);
      const edge = rulers.find((ruler) => distance(ruler.from, from) + distance(ruler.to, to) === 0);
      expect(text).toBe(`${distance(from, to).toFixed(2)} m`);
      expect(edge?.length_m).toBeCloseTo(distance(from, to), 6);
    }
  }
});

test('routes lead along viewpoints one can walk between', () => {
  for (const { pano_group = [], path = [], model_style_config } of routeSearch.example.data.list) {
    const walked = (pano_group ?? []).map((index) => observers[index]);
    expect(path.flatMap(({ points }) => points)).toEqual(
      walked.map((observer) => [...(observer?.standingPosition ?? [])]),
    );
    for (const [step, observer] of walked.slice(1).entries()) {
      expect(walked[step]?.accessible).toContain(observer?.index);
    }
    expect(model_style_config?.start_tag?.position).toEqual(path[0]?.points[0]);
    expect(model_style_config?.end_tag?.position).toEqual(path.at(-1)?.points.at(-1));
  }
});

test('labels name rooms of the scene and are the same in both operations', () => {
  const { ModelRoomLabelPlugin, ModelEntryDoorGuidePlugin } = modelPluginDatasets.example.data;
  const labels = annotationSearch.example.data.list;
  expect(labels).toMatchObject(ModelRoomLabelPlugin?.data.model_room_labels ?? []);
  for (const { name, floor_index, pano_index, longitude, position } of labels) {
    const room = rooms.find((candidate) => candidate.name.en === name);
    const place = [position.x, position.y, position.z];
    expect({ floor_index, pano_index, place }).toEqual({
      floor_index: room?.floorIndex,
      pano_index: room?.nearestObserver,
      place: [...(room?.labelPosition ?? [])],
    });
    expect(longitude).toBeCloseTo(lookAt(pano_index, place).longitude, ANGLE_DIGITS);
  }
  const { x, y, z } = ModelEntryDoorGuidePlugin?.data.position ?? {};
  expect([x, y, z, ModelEntryDoorGuidePlugin?.data.rad]).toEqual([...entryDoor.position, entryDoor.rad]);
});

test('guides and videos name panoramas by the ids of the tour', () => {
  const ids = new Map(tour.panorama?.list.map(({ index, derived_id }) => [index, derived_id]));
  const records = [...observerGuideList.example.data.list, ...panovideoSearch.example.data.list];
  for (const { pano_index, derived_id, derived_id_str } of records) {
    expect(derived_id).toBe(ids.get(pano_index));
    expect(derived_id_str).toBe(String(derived_id));
  }
});

test('links are for private files of the file list, and end when their address says', () => {
  const { query, data } = filePrivatePresign.example;
  const paths = JSON.parse(query?.paths ?? '') as string[];
  const files = fileDetail.example.data;
  expect(files.file_count).toBe(files.file_list.length);
  expect(files.file_list.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
  expect(data.presigned_urls.map((url) => new URL(url).searchParams.get('expires'))).toEqual(
    paths.map(() => String(data.expired_timestamp)),
  );
});

test('the combined tour holds the loft', () => {
  const [loft] = groupTree.example.data.children;
  expect(loft).toMatchObject({
    code: tour.resource_code,
    name: tour.name,
    vr_info: { resource_code: tour.resource_code, is_active: tour.is_active },
  });
});
