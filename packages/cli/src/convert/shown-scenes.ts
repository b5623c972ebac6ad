import type { OperationData } from '@openhouse/contract';
import {
  type Direction,
  type Face,
  faces,
  type Gaze,
  inverse,
  type Note,
  type Quaternion,
  rotated,
  turnAround,
  turns,
  USUAL_FOV,
  type View,
} from '@openhouse/contract/panoramas';
import type { TourOnDisk } from '@openhouse/server';
import { isFieldOfView } from '../panoramas/field-of-view.ts';
import { type Told, told } from '../told.ts';
import { type Cube, cubeFiles } from './cube-files.ts';
import { elsewhereText } from './elsewhere-text.ts';

/** A viewpoint with what other viewers show of it. Directions are those in its level frame, as they have them. */
export interface ShownScene {
  readonly key: string;
  readonly name: string;
  /** Paths below the tour's `assets/`; each is there. */
  readonly files: Readonly<Record<Face, string>>;
  /** Path of all six in small; undefined without one. */
  readonly preview: string | undefined;
  /** Where the middle of the picture looks, in degrees clockwise from the north: so does the level frame. */
  readonly heading: number;
  /** How the picture stands in the level frame. */
  readonly turned: Quaternion;
  readonly doors: readonly (Gaze & { readonly to: string })[];
  readonly notes: readonly Note[];
  /** Where the tour starts, in the scene that it starts with; in others where their first stops in the guided tour look. */
  readonly start: View | undefined;
  /** Whether that was set: tours that are made of panoramas name the middle of the picture where it was not. */
  readonly isStartSet: boolean;
}

export interface ShownScenes {
  /** The one that the tour starts with comes first. */
  readonly scenes: readonly ShownScene[];
  /** What does not fit into scenes, a sentence each. */
  readonly lost: readonly Told[];
}

type Info = Partial<OperationData['vr-info']>;
type Observer = NonNullable<Info['observers']>[number];
type TagList = OperationData['hot-list']['tagList'];
/** What of a tour has no place in scenes; `hot-list` and names are carried over. */
const CARRIED = ['vr-info', 'hot-list', 'observer-guide-list', 'model-plugin-datasets', 'annotation-search'];

/** Reads the viewpoints of a tour as scenes. Tours are served as they came: whatever is missing is left out (decision 0105). */
export function shownScenes(tour: TourOnDisk): ShownScenes {
  const info = answerOf(tour, 'vr-info') as Info;
  const lost: Told[] = [];
  const names = namesIn(tour);
  const observers = listOf<Observer>(info.observers).filter(({ index }) => typeof index === 'number');
  const cubes = new Map(listOf<Cube>(info.panorama?.list).map((cube) => [cube.index, cube]));
  const far = new Map<string, number>();
  const stands = observers.flatMap((observer): Stand[] => {
    const { index } = observer;
    const cube = cubes.get(index);
    const files = cube && cubeFiles(tour, cube);
    countFar(tour, cube, textOf(info.base_url), far);
    const eye = vectorOf(observer.position) ?? vectorOf(observer.standing_position);
    const key = `viewpoint-${index}`;
    if (files === undefined || eye === undefined) return [];
    const foot = vectorOf(observer.standing_position) ?? eye;
    const preview = tour.pathOf(textOf(cube?.preview));
    return [{ observer, key, files, preview, eye, foot, turned: unit(observer.quaternion) }];
  });
  const without = observers.find(({ index }) => stands.every(({ observer }) => observer.index !== index));
  if (without !== undefined) {
    const count = observers.length - stands.length;
    lost.push(
      told`${count} of ${observers.length} viewpoints, such as ${without.index}, whose six pictures are not all here`,
    );
  }
  const byIndex = new Map(stands.map((stand) => [stand.observer.index, stand]));
  const first = byIndex.get(info.initial?.pano_index as number) ?? stands[0];
  const stops = stopsIn(tour);
  const ahead = labelLongitudesIn(tour);
  const tags = tagsOf(answerOf(tour, 'hot-list') as Partial<OperationData['hot-list']>, stands, lost);
  const scenes = stands.map((stand): ShownScene => {
    const { observer, key, files, preview, eye, turned } = stand;
    const heading = headingOf(turned);
    const level = turnAround('y', -heading);
    const to = [...new Set(listOf<number>(observer.accessible_nodes))].flatMap((index) => byIndex.get(index) ?? []);
    const stop = stand === first ? info.initial : stops.get(observer.index);
    const start = startOf(stop, level);
    const looksAhead = isAhead(start?.yaw) || stop?.longitude === ahead.get(observer.index);
    return {
      key,
      name: names.get(observer.index) ?? '',
      files,
      preview,
      heading,
      turned: turns(inverse(level), turned),
      doors: to
        .filter((other) => other !== stand)
        .map((other) => ({ ...gazeTo(level, minus(other.foot, eye)), to: other.key })),
      notes: tags
        .filter(({ from }) => from.includes(stand))
        .map(({ place, note }) => ({ ...gazeTo(level, minus(place, eye)), ...note })),
      start,
      isStartSet:
        start !== undefined && !(looksAhead && isAhead(start.pitch) && (start.fov ?? USUAL_FOV) === USUAL_FOV),
    };
  });
  for (const [host, count] of far) lost.push(elsewhereText(host, count));
  if (info.model?.file_url) lost.push(told`the model`);
  const others = [...tour.payloads.keys()].filter((operation) => !CARRIED.includes(operation));
  if (others.length > 0) lost.push(told`${others.sort().join(', ')}`);
  return { scenes: scenes.toSorted((a, b) => Number(b.key === first?.key) - Number(a.key === first?.key)), lost };
}

/** A viewpoint while scenes are read. */
interface Stand {
  readonly observer: Observer;
  readonly key: string;
  readonly files: Readonly<Record<Face, string>>;
  readonly preview: string | undefined;
  /** The camera, and the place on the floor below it. */
  readonly eye: Direction;
  readonly foot: Direction;
  /** Turns directions in the picture into those of the world. */
  readonly turned: Quaternion;
}

/** @param base Address that others are relative to; empty for none. @param far Counts files at other hosts. */
function countFar(tour: TourOnDisk, cube: Cube | undefined, base: string, far: Map<string, number>): void {
  for (const address of faces.map((face) => textOf(cube?.[face]))) {
    if (address === '' || tour.pathOf(address) !== undefined) continue;
    const host = URL.canParse(address, base) ? new URL(address, base).host : '';
    far.set(host, (far.get(host) ?? 0) + 1);
  }
}

/** Labels of rooms that stand in the model. */
function modelLabelsIn(tour: TourOnDisk): readonly NamedPano[] {
  const plugins = answerOf(tour, 'model-plugin-datasets') as Partial<OperationData['model-plugin-datasets']>;
  return listOf<NamedPano>(plugins.ModelRoomLabelPlugin?.data?.model_room_labels);
}

/**
 * Where the level frame of a viewpoint looks, in tours that are made of panoramas: where its picture stands turned in that,
 * its middle looks elsewhere.
 */
const labelLongitudesIn = (tour: TourOnDisk): ReadonlyMap<unknown, unknown> =>
  new Map(modelLabelsIn(tour).map(({ pano_index, longitude }) => [pano_index, longitude]));

/** Names of rooms by viewpoint: of its label, else of its stop in the guided tour. */
function namesIn(tour: TourOnDisk): ReadonlyMap<number, string> {
  const own = listOf<NamedPano>((answerOf(tour, 'annotation-search') as { list?: unknown }).list);
  const labels = own.length > 0 ? own : modelLabelsIn(tour);
  const rooms = labels.filter(({ type = 'room' }) => type === 'room');
  const stops = listOf<NamedPano>((answerOf(tour, 'observer-guide-list') as { list?: unknown }).list);
  const named = [...stops, ...rooms].filter(({ name }) => typeof name === 'string' && name !== '');
  return new Map(named.map(({ pano_index, name }) => [pano_index as number, name as string]));
}

/** How the first stop in the guided tour looks, by viewpoint. */
function stopsIn(tour: TourOnDisk): ReadonlyMap<number, Stop> {
  const guide = answerOf(tour, 'observer-guide-list') as Partial<OperationData['observer-guide-list']>;
  const stops = listOf<{ readonly pano_index?: unknown; readonly data?: Stop | null }>(guide.list);
  // The first of a viewpoint counts.
  return new Map(stops.toReversed().map(({ pano_index, data }) => [pano_index as number, data ?? {}]));
}

/** Where one looks, in radians, and the degrees from top to bottom. */
interface Stop {
  readonly longitude?: unknown;
  readonly latitude?: unknown;
  readonly fov?: unknown;
}

interface NamedPano {
  readonly pano_index?: unknown;
  readonly name?: unknown;
  readonly type?: unknown;
  readonly longitude?: unknown;
}

interface PlacedNote {
  readonly place: Direction;
  readonly note: { readonly title: string; readonly text: string; readonly url: string };
  /** The viewpoints that show it. */
  readonly from: readonly Stand[];
}

function tagsOf(answer: Partial<OperationData['hot-list']>, stands: readonly Stand[], lost: Told[]): PlacedNote[] {
  return listOf<TagList[number]>(answer.tagList).flatMap((tag): PlacedNote[] => {
    const numbers = listOf<unknown>(tag.position).flat().map(Number);
    const corners = Array.from({ length: Math.floor(numbers.length / 3) }, (_, at) =>
      numbers.slice(at * 3, at * 3 + 3),
    );
    const place = vectorOf(
      [0, 1, 2].map((axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / corners.length),
    );
    const { title, description, targetUrl, mediaData } = (tag.data ?? {}) as Record<string, unknown>;
    const [name, text] = [title, description].map((one) => (typeof one === 'string' ? one : ''));
    const said = told`the tag ${JSON.stringify(name)}`;
    if (place === undefined || (name === '' && text === '')) {
      lost.push(told`${said}, which has no place or no text`);
      return [];
    }
    if ([mediaData, tag.mediaData].some((media) => listOf(media).length > 0))
      lost.push(told`pictures and films of ${said}`);
    if (tag.enabled === false) {
      lost.push(told`${said}, which is hidden`);
      return [];
    }
    const from = stands.filter(({ observer }) => isShownFrom(tag, observer, floorOf(place, stands)));
    if (from.length === 0) lost.push(told`${said}, which no viewpoint shows`);
    const url = typeof targetUrl === 'string' && /^https?:\/\//i.test(targetUrl) ? targetUrl : '';
    return [{ place, from, note: { title: name || (text?.split('\n')[0] ?? ''), text: text ?? '', url } }];
  });
}

/** As the viewer has it: the viewpoints that a tag names, else those that see its best one, else those of its floor. */
function isShownFrom(tag: TagList[number], observer: Observer, floor: number | undefined): boolean {
  const { index, visible_nodes: visible } = observer;
  const named = textOf(tag.config?.visibleConfig?.visiblePanoIndex);
  if (/\d/.test(named)) return named.split(',').map(Number).includes(index);
  const best = tag.fiveState?.panoIndex;
  if (typeof best !== 'number') return observer.floor_index === floor;
  return best === index || listOf<number>(visible).includes(best);
}

/** The floor of the viewpoint that is nearest. */
function floorOf(place: Direction, stands: readonly Stand[]): number | undefined {
  const away = ({ foot }: Stand) => Math.hypot(...minus(foot, place));
  return stands.toSorted((a, b) => away(a) - away(b))[0]?.observer.floor_index;
}

function startOf(initial: Stop | undefined, level: Quaternion): View | undefined {
  if (typeof initial?.longitude !== 'number') return undefined;
  const [longitude, latitude] = [initial.longitude, typeof initial.latitude === 'number' ? initial.latitude : 0];
  const across = Math.cos(latitude);
  const gaze = gazeTo(level, [-Math.sin(longitude) * across, Math.sin(latitude), -Math.cos(longitude) * across]);
  return { ...gaze, fov: isFieldOfView(initial.fov) ? initial.fov : undefined };
}

/** @returns Where a direction of the world shows in a frame: degrees to the right of its middle, and above it. */
function gazeTo(frame: Quaternion, direction: Direction): Gaze {
  const [right, up, back] = rotated(inverse(frame), direction);
  const yaw = rounded(degrees(Math.atan2(right, -back)));
  return {
    yaw: yaw === -180 ? 180 : yaw,
    pitch: rounded(degrees(Math.atan2(up, Math.hypot(right, back)))),
  };
}

function headingOf(turned: Quaternion): number {
  const [x, , z] = rotated(turned, [0, 0, -1]);
  return rounded(degrees(Math.atan2(x, -z)));
}

/** Degrees by which rounded angles differ at most. */
const ROUNDED_DEG = 0.001;
const isAhead = (degrees: number | undefined): boolean => degrees !== undefined && Math.abs(degrees) < ROUNDED_DEG;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const degrees = (radians: number): number => (radians * 180) / Math.PI;
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 + 0;
const minus = (a: Direction, b: Direction): Direction => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** A camera that does not say how it stood, stood straight. */
function unit(quaternion: unknown): Quaternion {
  const { w, x, y, z } = (quaternion ?? {}) as Record<string, number>;
  const size = Math.hypot(Number(w), Number(x), Number(y), Number(z));
  if (!(size > 0)) return { w: 1, x: 0, y: 0, z: 0 };
  return { w: Number(w) / size, x: Number(x) / size, y: Number(y) / size, z: Number(z) / size };
}

const listOf = <Item>(value: unknown): readonly Item[] =>
  Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : [];

function vectorOf(value: unknown): Direction | undefined {
  const [x, y, z] = listOf<unknown>(value);
  const isPlace = [x, y, z].every((number) => typeof number === 'number' && Number.isFinite(number));
  return isPlace ? [x as number, y as number, z as number] : undefined;
}

const answerOf = (tour: TourOnDisk, operation: string): object =>
  (JSON.parse(tour.payloads.get(operation)?.toString() ?? '{}') as object | null) ?? {};
