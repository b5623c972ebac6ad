import type { Vector3 } from '../wire/geometry.ts';
import type { Part } from '../wire/parts.ts';

/** Triangles with a normal at every corner. */
export interface Surface {
  readonly positions: readonly number[];
  readonly normals: readonly number[];
  /** Three a triangle, counter-clockwise seen from outside. */
  readonly indices: readonly number[];
}

type Box = Extract<Part, { shape: 'box' }>;
type Ball = Extract<Part, { shape: 'ball' }>;

/** The sides of a box: normal, and the corners as 0 (min) or 1 (max) on each axis, counter-clockwise from outside. */
export const SIDES: readonly { readonly normal: Vector3; readonly corners: readonly Vector3[] }[] = [
  {
    normal: [1, 0, 0],
    corners: [
      [1, 0, 1],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
    ],
  },
  {
    normal: [-1, 0, 0],
    corners: [
      [0, 0, 0],
      [0, 0, 1],
      [0, 1, 1],
      [0, 1, 0],
    ],
  },
  {
    normal: [0, 1, 0],
    corners: [
      [0, 1, 1],
      [1, 1, 1],
      [1, 1, 0],
      [0, 1, 0],
    ],
  },
  {
    normal: [0, -1, 0],
    corners: [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
      [0, 0, 1],
    ],
  },
  {
    normal: [0, 0, 1],
    corners: [
      [0, 0, 1],
      [1, 0, 1],
      [1, 1, 1],
      [0, 1, 1],
    ],
  },
  {
    normal: [0, 0, -1],
    corners: [
      [1, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ],
  },
];

/** A corner of a box. */
export function cornerOf({ min, max }: Box, [x, y, z]: Vector3): Vector3 {
  return [x === 0 ? min[0] : max[0], y === 0 ? min[1] : max[1], z === 0 ? min[2] : max[2]];
}

export function boxSurface(box: Box): Surface {
  return {
    positions: SIDES.flatMap(({ corners }) => corners.flatMap((corner) => cornerOf(box, corner))),
    normals: SIDES.flatMap(({ normal, corners }) => corners.flatMap(() => normal)),
    indices: SIDES.flatMap((_, side) => [0, 1, 2, 0, 2, 3].map((corner) => side * 4 + corner)),
  };
}

const RINGS = 8;
const SPOKES = 14;

/** A sphere of rings and spokes. Coordinates are rounded: sines may differ in their last digit between engines. */
export function ballSurface({ centre, radius_m }: Ball): Surface {
  const normals: number[] = [];
  for (let ring = 0; ring <= RINGS; ring++) {
    for (let spoke = 0; spoke <= SPOKES; spoke++) {
      const [down, around] = [(Math.PI * ring) / RINGS, (2 * Math.PI * spoke) / SPOKES];
      normals.push(
        ...[Math.sin(down) * Math.cos(around), Math.cos(down), -Math.sin(down) * Math.sin(around)].map(rounded),
      );
    }
  }
  const indices: number[] = [];
  const row = SPOKES + 1;
  for (let ring = 0; ring < RINGS; ring++) {
    for (let spoke = 0; spoke < SPOKES; spoke++) {
      const upper = ring * row + spoke;
      const lower = upper + row;
      indices.push(upper, lower, lower + 1, upper, lower + 1, upper + 1);
    }
  }
  const positions = normals.map((value, index) => rounded((centre[(index % 3) as 0 | 1 | 2] ?? 0) + value * radius_m));
  return { positions, normals, indices };
}

function rounded(value: number): number {
  return Number(value.toFixed(4)) + 0;
}
