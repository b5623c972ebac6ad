/*
 * The examples of all operations describe one tour, the demo loft: the same ids, names and positions everywhere.
 * Metres and radians, y up, as in the scene the loft is rendered from.
 */

export const RESOURCE_CODE = 'demo-loft';
export const NAME = 'Loft by the park';
/** Where the example's assets lie; a real address comes with each answer. */
export const ASSETS = 'https://gateway.example.com/files/demo/demo-loft/';
export const CREATE_TIME = '2026-11-20 10:00:00';
/** The same moment, Unix seconds. */
export const CREATE_TIMESTAMP = 1_795_168_800;
export const MODIFY_TIME = '2026-11-20 12:30:00';
export const MODIFY_TIMESTAMP = 1_795_177_800;

export const SOFA = { id: 410001, title: 'Bouclé sofa', position: [2.2, 0.22, 1.01] } as const;
export const PAINTING = { id: 7002, title: 'Print “Dunes”', position: [2.2, 1.86, 0.037] } as const;

type Point = readonly [number, number, number];
type Row = readonly [standing: Point, visible: readonly number[], accessible: readonly number[]];

const CAMERA_HEIGHT_M = 1.5;
const MEZZANINE_HEIGHT_M = 2.8;

/** Entry, hall, bathroom, kitchen, sink, between, living room, window, foot of the stairs, stairs, top, bedroom. */
const rows: readonly Row[] = [
  [[4.86, 0, 4.7], [1, 2, 3, 4, 5, 6, 7, 8, 9], [1]],
  [
    [4.82, 0, 3.7],
    [0, 2, 3, 4, 5, 6, 7, 8, 9],
    [0, 2, 3, 5],
  ],
  [[5.95, 0, 4.2], [0, 1, 6, 7, 8], [1]],
  [
    [5.6, 0, 2.25],
    [0, 1, 4, 5, 6, 7, 8, 9],
    [1, 4, 5],
  ],
  [
    [5.6, 0, 1.25],
    [0, 1, 3, 5, 6, 7, 8, 9],
    [3, 5],
  ],
  [
    [4.15, 0, 2.05],
    [0, 1, 3, 4, 6, 7, 8, 9],
    [1, 3, 4, 6],
  ],
  [
    [3, 0, 2.42],
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11],
    [5, 7, 8],
  ],
  [
    [0.95, 0, 1.62],
    [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11],
    [6, 8],
  ],
  [
    [1.2, 0, 3.68],
    [0, 1, 2, 3, 4, 5, 6, 7, 9, 10],
    [6, 7, 9],
  ],
  [
    [2.96, 1.4, 4.93],
    [0, 1, 3, 4, 5, 6, 7, 8, 10, 11],
    [8, 10],
  ],
  [
    [4.8, 2.8, 4.7],
    [6, 7, 8, 9, 11],
    [9, 11],
  ],
  [[5.4, 2.8, 3.05], [6, 7, 9, 10], [10]],
];

export const observers = rows.map(([standing, visible, accessible], index) => ({
  accessible_nodes: [...accessible],
  active: true,
  floor_index: standing[1] >= MEZZANINE_HEIGHT_M ? 1 : 0,
  index,
  offset_point_count: 0,
  position: [standing[0], standing[1] + CAMERA_HEIGHT_M, standing[2]],
  quaternion: { w: 1, x: 0, y: 0, z: 0 },
  standing_position: [...standing],
  visible_nodes: [...visible],
}));

/** Where someone stands at an observer, as one point of a route. */
export function standingAt(index: number): number[] {
  const observer = observers[index];
  if (observer === undefined) throw new RangeError(`the loft has no observer ${index}`);
  return observer.standing_position;
}
