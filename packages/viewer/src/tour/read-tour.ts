import type { OperationData } from '@openhouse/contract';
import { directionTo, rotationOf, yawOfLongitude } from '../geometry/direction.ts';
import { distance, type Quaternion, type Vector } from '../geometry/vector.ts';
import { numberOf, numbersOf, recordsOf, textOf, vectorOf } from './as-it-came.ts';
import { readLabels, readRoutes, readRulers, readTags } from './read-things.ts';
import type { Faces, FilePlace, FilesOf, Floor, GuideStop, Lack, StartView, Thing, Tour, Viewpoint } from './tour.ts';

/** The gateway's answers, each as far as there is one. */
export type Answers = { readonly [Name in keyof OperationData]?: OperationData[Name] | undefined };

/** Degrees of a start view that says nothing, and the bounds of one that does. */
const FOV = { usual: 75, min: 30, max: 90 } as const;

/** Reads what can be shown of a tour. Real tours are ragged: whatever is missing is left out, nothing throws. */
export function readTour(answers: Answers & { readonly 'vr-info': OperationData['vr-info'] }, filesOf: FilesOf): Tour {
  const info = answers['vr-info'];
  const labels = readLabels(answers['annotation-search'], answers['model-plugin-datasets']);
  const viewpoints = readViewpoints(info, filesOf, labels);
  const byIndex = new Map(viewpoints.map((viewpoint) => [viewpoint.index, viewpoint]));
  const floors = floorsOf(viewpoints);
  const floorAt = (place: Vector) => floorBelow(floors, place);
  const things = {
    viewpoint: viewpoints,
    tag: readTags(answers['hot-list'], floorAt),
    ruler: readRulers(answers['ruler-list'], floorAt),
    route: readRoutes(answers['route-search'], floorAt),
    label: labels,
  };
  const models = modelsOf(info, filesOf);
  const cover = filesOf(textOf(info.base_url), textOf(info.title_picture_url));
  return {
    name: textOf(info.name),
    isActive: info.is_active === true,
    viewpoints,
    byIndex,
    things,
    byKey: new Map(Object.values(things).flatMap((list: readonly Thing[]) => list.map((thing) => [thing.key, thing]))),
    start: startOf(info, byIndex, viewpoints),
    cover: cover.at === 'here' ? cover.address : undefined,
    guide: guideOf(answers['observer-guide-list'], byIndex),
    floors,
    model: models.flatMap((place) => (place.at === 'here' && isReadable(place.file) ? [place.address] : [])),
    lacks: lacksOf(info, viewpoints, filesOf, models),
  };
}

function readViewpoints(
  info: OperationData['vr-info'],
  filesOf: FilesOf,
  labels: readonly Thing[],
): readonly Viewpoint[] {
  const cubes = new Map(recordsOf(info.panorama?.list).map(({ record }) => [record.index, record]));
  const observers = recordsOf(info.observers).flatMap(({ record, at }) => {
    const index = numberOf(record.index);
    const place = vectorOf(record.standing_position) ?? vectorOf(record.position);
    return index === undefined || place === undefined ? [] : { record, at, index, place };
  });
  const known = new Set(observers.map(({ index }) => index));
  return observers.map(({ record, at, index, place }) => {
    const cube = cubes.get(index);
    const floor = numberOf(record.floor_index) ?? 0;
    return {
      kind: 'viewpoint',
      key: `viewpoint-${at}`,
      name: roomOf(labels, index, floor, place),
      type: '',
      place,
      lines: [],
      floors: [floor],
      shownFrom: undefined,
      bestFrom: undefined,
      operation: 'vr-info',
      path: ['data', 'observers', at],
      index,
      position: vectorOf(record.position) ?? place,
      floor,
      rotation: standOf(record.quaternion),
      links: [...new Set(numbersOf(record.accessible_nodes))].filter((to) => known.has(to) && to !== index),
      visible: numbersOf(record.visible_nodes),
      faces: cube === undefined ? undefined : facesOf(cube, textOf(info.base_url), filesOf),
      preview: previewOf(cube, textOf(info.base_url), filesOf),
    };
  });
}

/** A camera that does not say how it stood, or says it in part, stood straight. */
function standOf(quaternion: Partial<Quaternion> | null | undefined): Quaternion {
  const [w, x, y, z] = [quaternion?.w, quaternion?.x, quaternion?.y, quaternion?.z].map(numberOf);
  const isWhole = w !== undefined && x !== undefined && y !== undefined && z !== undefined;
  return rotationOf(isWhole ? { w, x, y, z } : { w: 0, x: 0, y: 0, z: 0 });
}

type Cube = NonNullable<OperationData['vr-info']['panorama']>['list'][number];

function facesOf(cube: Cube, base: string, filesOf: FilesOf): Faces | undefined {
  const { left, right, front, back, up: top, down: bottom } = cube;
  const here = Object.entries({ left, right, front, back, top, bottom }).flatMap(([side, file]) => {
    const place = filesOf(base, textOf(file));
    return place.at === 'here' ? [[side, place.address] as const] : [];
  });
  return here.length === 0 ? undefined : Object.fromEntries(here);
}

function previewOf(cube: Cube | undefined, base: string, filesOf: FilesOf): string | undefined {
  if (cube === undefined || textOf(cube.preview) === '') return undefined;
  const place = filesOf(base, textOf(cube.preview));
  return place.at === 'here' ? place.address : undefined;
}

/** A label further away than this, in metres, does not name the room one stands in. */
const ROOM_M = 4;

/** The room a viewpoint stands in, as far as labels tell: the nearest of the floor. */
function roomOf(labels: readonly Thing[], index: number, floor: number, place: Vector): string {
  const near = labels
    .filter(({ type, floors }) => (type === '' || type === 'room') && floors.includes(floor))
    .map((label) => ({ label, away: label.bestFrom === index ? 0 : distance(label.place, place) }))
    .sort((a, b) => a.away - b.away)[0];
  return near !== undefined && near.away <= ROOM_M ? near.label.name : '';
}

function startOf(
  { initial }: OperationData['vr-info'],
  byIndex: ReadonlyMap<number, Viewpoint>,
  viewpoints: readonly Viewpoint[],
): StartView | undefined {
  const first = byIndex.get(numberOf(initial?.pano_index) ?? Number.NaN) ?? viewpoints[0];
  if (first === undefined) return undefined;
  // A tour that does not say where to look starts where one can go on.
  const next = byIndex.get(first.links[0] ?? Number.NaN);
  const ahead = next === undefined ? 0 : directionTo(first.place, next.place).yaw;
  const longitude = numberOf(initial?.longitude);
  const yaw = longitude === undefined ? ahead : yawOfLongitude(longitude);
  const fov = boundedFov(numberOf(initial?.fov) ?? FOV.usual);
  return { index: first.index, yaw, pitch: numberOf(initial?.latitude) ?? 0, fov };
}

const boundedFov = (fov: number) => Math.min(FOV.max, Math.max(FOV.min, fov));

/** The stops of "Point navigation (new)" at viewpoints that there are; none where the guide may not play. */
function guideOf(
  answer: OperationData['observer-guide-list'] | undefined,
  byIndex: ReadonlyMap<number, Viewpoint>,
): readonly GuideStop[] {
  if (answer?.can_play === false) return [];
  return recordsOf(answer?.list).flatMap(({ record: { pano_index, data } }) => {
    const index = numberOf(pano_index);
    if (index === undefined || !byIndex.has(index)) return [];
    const [longitude, pitch, fov] = [data?.longitude, data?.latitude, data?.fov].map(numberOf);
    return {
      index,
      view: {
        ...(longitude !== undefined && { yaw: yawOfLongitude(longitude) }),
        ...(pitch !== undefined && { pitch }),
        ...(fov !== undefined && { fov: boundedFov(fov) }),
      },
    };
  });
}

/** The floors people stand on, at the height most of their viewpoints have. */
function floorsOf(viewpoints: readonly Viewpoint[]): readonly Floor[] {
  const heights = new Map<number, number[]>();
  for (const { floor, place } of viewpoints) heights.set(floor, [...(heights.get(floor) ?? []), place[1]]);
  const floors = [...heights].map(([index, all]) => ({
    index,
    height: all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0,
  }));
  return floors.length === 0 ? [{ index: 0, height: 0 }] : floors.sort((a, b) => a.index - b.index);
}

/** How far below its floor something may lie and still belong to it, in metres. */
const FLOOR_SLACK_M = 0.2;

function floorBelow(floors: readonly Floor[], [, y]: Vector): number {
  const below = floors.filter(({ height }) => height <= y + FLOOR_SLACK_M).sort((a, b) => b.height - a.height)[0];
  return (below ?? floors[0])?.index ?? 0;
}

/** Model files that can be read here. */
function isReadable(file: string): boolean {
  return /\.(glb|gltf|json)$/i.test(file);
}

/** Where the model lies: one file, or where that cannot be shown the tilesets of its layers. */
function modelsOf(info: OperationData['vr-info'], filesOf: FilesOf): readonly FilePlace[] {
  const base = textOf(info.base_url);
  const file = filesOf(base, textOf(info.model?.file_url));
  if (file.at === 'here' && /\.(glb|gltf)$/i.test(file.file)) return [file];
  const layers = recordsOf(info.model?.layers as readonly { readonly tileset_url?: unknown }[] | null | undefined);
  const tilesets = layers
    .map(({ record }) => filesOf(base, textOf(record.tileset_url)))
    .filter((place) => place.at !== 'nowhere');
  return tilesets.length > 0 ? tilesets : [file];
}

function lacksOf(
  info: OperationData['vr-info'],
  viewpoints: readonly Viewpoint[],
  filesOf: FilesOf,
  models: readonly FilePlace[],
): readonly Lack[] {
  const lacks: Lack[] = [];
  if (info.is_active !== true) lacks.push({ kind: 'inactive' });
  if (viewpoints.length === 0) lacks.push({ kind: 'no-viewpoints' });
  if (viewpoints.length === 1) lacks.push({ kind: 'one-viewpoint' });
  const without = viewpoints.filter(({ faces }) => faces === undefined);
  if (without.length > 0) {
    const indexes = new Set(without.map(({ index }) => index));
    const hosts = recordsOf(info.panorama?.list)
      .filter(({ record }) => indexes.has(record.index))
      .map(({ record }) => filesOf(textOf(info.base_url), textOf(record.front)))
      .flatMap((place) => (place.at === 'elsewhere' ? [place.host] : []));
    const [host] = hosts;
    lacks.push(
      host === undefined ? { kind: 'pictures-none', count: without.length } : { kind: 'pictures-elsewhere', host },
    );
  }
  for (const model of models) {
    if (lacks.some(({ kind }) => kind.startsWith('model-'))) break;
    if (model.at === 'nowhere') lacks.push({ kind: 'model-none' });
    if (model.at === 'elsewhere') lacks.push({ kind: 'model-elsewhere', host: model.host });
    if (model.at === 'here' && !isReadable(model.file)) lacks.push({ kind: 'model-format', file: model.file });
  }
  return lacks;
}
