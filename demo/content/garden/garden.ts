import { filesOf } from '../wire/addresses.ts';
import type { Vector3 } from '../wire/geometry.ts';
import type { LocalName } from '../wire/local-name.ts';
import { ball, box, type Part } from '../wire/parts.ts';

/** The roof terrace: 6 m along x, 4 m along z, the house behind z = 4. */

export const CODE = 'demo-garden';
export const NAME = 'Roof terrace · 屋顶露台';
export const FILES = filesOf(CODE);
export const CUSTOM_ID = 618_400_043;

const OAK = '#b98d5e';
const DECK = '#a7825c';
const WALL = '#d9cfc0';
const LEAF = '#5e7f4c';
const DARK_LEAF = '#42633b';
const CLAY = '#b4614a';
const STEEL = '#3a3d40';

/** The bodies the terrace consists of; the sky is not among them. */
export const parts: readonly Part[] = [
  box([0, -0.2, 0], [6, 0, 4], DECK),
  // Parapet and house.
  box([-0.2, -0.2, -0.2], [6.2, 0.9, 0], WALL),
  box([-0.2, -0.2, 0], [0, 0.9, 4], WALL),
  box([6, -0.2, 0], [6.2, 0.9, 4], WALL),
  box([-0.2, -0.2, 4], [6.2, 3, 4.2], WALL),
  box([0.6, 0, 3.97], [1.5, 2.1, 4], '#7a5238'),
  box([2.6, 0.9, 3.97], [4.4, 2.2, 4], '#2f3b45'),
  // Bench.
  box([2.2, 0.39, 0.3], [3.8, 0.45, 0.75], OAK),
  box([2.3, 0, 0.35], [2.38, 0.39, 0.7], STEEL),
  box([3.62, 0, 0.35], [3.7, 0.39, 0.7], STEEL),
  // Table with a lantern.
  box([3.2, 0.68, 1.6], [4, 0.72, 2.4], OAK),
  box([3.55, 0, 1.95], [3.65, 0.68, 2.05], STEEL),
  box([3.52, 0.72, 1.92], [3.68, 0.98, 2.08], '#e2b85f'),
  // Herb bed.
  box([5.2, 0, 1.2], [5.8, 0.5, 3.4], OAK),
  ball([5.5, 0.58, 1.6], 0.24, LEAF),
  ball([5.5, 0.55, 2.1], 0.2, '#7d9a62'),
  ball([5.5, 0.6, 2.6], 0.26, LEAF),
  ball([5.5, 0.56, 3.1], 0.22, '#8a9f8e'),
  // Olive tree.
  box([0.35, 0, 0.35], [0.85, 0.5, 0.85], CLAY),
  box([0.56, 0.5, 0.56], [0.64, 1.5, 0.64], '#6b5236'),
  ball([0.6, 1.85, 0.6], 0.5, DARK_LEAF),
  ball([0.85, 1.6, 0.75], 0.3, LEAF),
];

export interface Place {
  readonly name: LocalName;
  readonly position: Vector3;
  readonly normal: Vector3;
  readonly bestObserver: number;
}

/** Points on surfaces of {@link parts}. */
export const places = {
  bench: { name: { en: 'Bench', zh: '长椅' }, position: [3, 0.45, 0.52], normal: [0, 1, 0], bestObserver: 1 },
  lantern: { name: { en: 'Lantern', zh: '灯笼' }, position: [3.52, 0.85, 2], normal: [-1, 0, 0], bestObserver: 0 },
  herbs: { name: { en: 'Herb bed', zh: '香草床' }, position: [5.2, 0.3, 2.3], normal: [-1, 0, 0], bestObserver: 2 },
  olive: { name: { en: 'Olive tree', zh: '橄榄树' }, position: [0.6, 0.3, 0.85], normal: [0, 0, 1], bestObserver: 0 },
  door: {
    name: { en: 'Door to the loft', zh: '通往复式' },
    position: [1.05, 1.2, 3.97],
    normal: [0, 0, -1],
    bestObserver: 0,
  },
} as const satisfies Record<string, Place>;

const CAMERA_HEIGHT_M = 1.5;

export interface Viewpoint {
  readonly name: LocalName;
  readonly standing: Vector3;
  readonly visible: readonly number[];
  /** Nobody steps back out of the herb bed's corner: the step from 1 to 2 is one-way, and 2 leads nowhere. */
  readonly accessible: readonly number[];
}

export const viewpoints: readonly Viewpoint[] = [
  { name: { en: 'By the door', zh: '门口' }, standing: [1.2, 0, 3], visible: [1, 2], accessible: [1] },
  { name: { en: 'At the table', zh: '桌旁' }, standing: [2.6, 0, 1.8], visible: [0, 2], accessible: [0, 2] },
  { name: { en: 'By the herb bed', zh: '香草旁' }, standing: [4.7, 0, 2.9], visible: [0, 1], accessible: [] },
];

/** Steps of the walk graph that cannot be walked back. */
export const ONE_WAY: readonly (readonly [from: number, to: number])[] = [[1, 2]];

export function cameraAt(index: number): Vector3 {
  const viewpoint = viewpoints[index];
  if (viewpoint === undefined) throw new RangeError(`the terrace has no viewpoint ${index}`);
  const [x, y, z] = viewpoint.standing;
  return [x, y + CAMERA_HEIGHT_M, z];
}

/** Edge of a face of the drawn cubes, in pixels. */
export const TERRACE_FACE_SIZE_PX = 512;
