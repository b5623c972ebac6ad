import type { Camera } from './camera.ts';
import type { Vector } from './vector.ts';

/** What of the floor a plan shows, in metres: x to the right, z downwards. */
export interface PlanFrame {
  readonly x: number;
  readonly z: number;
  readonly width: number;
  readonly depth: number;
}

/** How far above the floor the eye of a plan is, in metres: so far that heights shift nothing by a pixel. */
const ALTITUDE_M = 1_000_000;

/**
 * Free space around the outermost places: so many metres, a share of what they take up, where a dot is wider than a metre, or as
 * much as they take up, where that is less than these metres.
 */
const MARGIN = { metres: 0.9, share: 0.04 } as const;

/** @returns A frame that holds all places; one of a room's size when there are none. */
export function frameAround(places: readonly Vector[]): PlanFrame {
  const [xs, zs] = [places.map(([x]) => x), places.map(([, , z]) => z)];
  const [left, top] = [lowest(xs, -2), lowest(zs, -2)];
  const [right, bottom] = [
    -lowest(
      xs.map((x) => -x),
      -2,
    ),
    -lowest(
      zs.map((z) => -z),
      -2,
    ),
  ];
  const extent = Math.max(right - left, bottom - top);
  const margin = extent === 0 ? MARGIN.metres : Math.max(Math.min(extent, MARGIN.metres), MARGIN.share * extent);
  return {
    x: left - margin,
    z: top - margin,
    width: right - left + 2 * margin,
    depth: bottom - top + 2 * margin,
  };
}

function lowest(values: readonly number[], otherwise: number): number {
  return values.length === 0 ? otherwise : values.reduce((least, value) => Math.min(least, value));
}

/** @returns The smallest frame of the picture's proportions that holds the given one, around the same middle. */
export function fitted(frame: PlanFrame, size: { readonly width: number; readonly height: number }): PlanFrame {
  const wanted = size.width / size.height;
  const width = Math.max(frame.width, frame.depth * wanted);
  const depth = width / wanted;
  return { x: frame.x - (width - frame.width) / 2, z: frame.z - (depth - frame.depth) / 2, width, depth };
}

/** @returns The frame, shifted by shares of its size, and smaller by a factor above 1 around its middle. */
export function moved(frame: PlanFrame, right: number, down: number, closer = 1): PlanFrame {
  const [width, depth] = [frame.width / closer, frame.depth / closer];
  return {
    x: frame.x + (frame.width - width) / 2 + right * width,
    z: frame.z + (frame.depth - depth) / 2 + down * depth,
    width,
    depth,
  };
}

/** @returns The frame, of the same size, around another middle. */
export function around(frame: PlanFrame, [x, , z]: Vector): PlanFrame {
  return { ...frame, x: x - frame.width / 2, z: z - frame.depth / 2 };
}

/** The camera of a plan: straight from above, from so far away that it sees no perspective. */
export function planCamera(frame: PlanFrame, size: { readonly width: number; readonly height: number }): Camera {
  return {
    position: [frame.x + frame.width / 2, ALTITUDE_M, frame.z + frame.depth / 2],
    right: [1, 0, 0],
    up: [0, 0, -1],
    forward: [0, -1, 0],
    tangent: frame.depth / 2 / ALTITUDE_M,
    ...size,
  };
}
