import type { Area } from './area.ts';
import type { Camera } from './camera.ts';
import type { Vector } from './vector.ts';

/** What of the floor a plan shows, in metres: x to the right, z downwards. */
export interface PlanFrame {
  readonly x: number;
  readonly z: number;
  readonly width: number;
  readonly depth: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
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
export function fitted(frame: PlanFrame, size: Size): PlanFrame {
  const wanted = size.width / size.height;
  const width = Math.max(frame.width, frame.depth * wanted);
  const depth = width / wanted;
  return { x: frame.x - (width - frame.width) / 2, z: frame.z - (depth - frame.depth) / 2, width, depth };
}

/** Half of what a dot takes up, and a little, in pixels. */
const DOT_PX = 14;

/**
 * The same; where a place would lie below something that covers the picture, the frame is in view beside that.
 * @param covers Parts of the picture, in its pixels. Where they leave too little of it, they are ignored.
 */
export function fittedBeside(
  frame: PlanFrame,
  size: Size,
  covers: readonly Area[],
  places: readonly Vector[],
): PlanFrame {
  const whole = fitted(frame, size);
  const taken = { left: 0, right: 0, top: 0, bottom: 0 };
  let shown = whole;
  let others = covers;
  for (;;) {
    const hiding = others.filter((area) => places.some((place) => isBelow(place, area, shown, size)));
    if (hiding.length === 0) return shown;
    others = others.filter((area) => !hiding.includes(area));
    for (const { left, right, top, bottom } of hiding) {
      // Along the edge where least is lost.
      const [across, down] = [size.width, size.height];
      const strips = [
        { side: 'left', px: right, share: right / across },
        { side: 'right', px: across - left, share: 1 - left / across },
        { side: 'top', px: bottom, share: bottom / down },
        { side: 'bottom', px: down - top, share: 1 - top / down },
      ] as const;
      const { side, px } = strips.reduce((one, other) => (other.share < one.share ? other : one));
      taken[side] = Math.max(taken[side], px);
    }
    const [width, height] = [size.width - taken.left - taken.right, size.height - taken.top - taken.bottom];
    if (width < size.width / 2 || height < size.height / 2) return whole;
    const beside = fitted(frame, { width, height });
    const perPixel = beside.width / width;
    shown = {
      x: beside.x - taken.left * perPixel,
      z: beside.z - taken.top * perPixel,
      width: size.width * perPixel,
      depth: size.height * perPixel,
    };
  }
}

function isBelow([x, , z]: Vector, area: Area, frame: PlanFrame, size: Size): boolean {
  const [right, down] = [((x - frame.x) / frame.width) * size.width, ((z - frame.z) / frame.depth) * size.height];
  return (
    right > area.left - DOT_PX && right < area.right + DOT_PX && down > area.top - DOT_PX && down < area.bottom + DOT_PX
  );
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
export function planCamera(frame: PlanFrame, size: Size): Camera {
  return {
    position: [frame.x + frame.width / 2, ALTITUDE_M, frame.z + frame.depth / 2],
    right: [1, 0, 0],
    up: [0, 0, -1],
    forward: [0, -1, 0],
    tangent: frame.depth / 2 / ALTITUDE_M,
    ...size,
  };
}
