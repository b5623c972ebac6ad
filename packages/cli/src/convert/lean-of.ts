import { type Quaternion, rotated } from '@openhouse/contract/panoramas';

/** A camera that leans less stood straight, in degrees. */
const LEAST_DEG = 0.01;
const DEGREES = 180 / Math.PI;

/** How a picture stands: first turned by its heading, clockwise, and then in the order that a viewer has. */
export interface Lean {
  readonly heading: number;
  /** Degrees that its middle is above the horizon, and that it leans to the right. */
  readonly pitch: number;
  readonly roll: number;
}

/** The middle is raised, and then the picture rolls around it (GPano, Photo Sphere Viewer). */
export function pitchedAndRolled(turned: Quaternion): Lean {
  const [right, up, back] = axesOf(turned);
  return leanOf(Math.atan2(back[0], back[2]), Math.asin(bounded(-back[1])), Math.atan2(right[1], up[1]));
}

/** The level frame rolls, and then the middle is raised in it (Pannellum). */
export function rolledAndPitched(turned: Quaternion): Lean {
  const [right, up, back] = axesOf(turned);
  return leanOf(Math.atan2(-right[2], right[0]), Math.atan2(-back[1], up[1]), Math.asin(bounded(right[1])));
}

const axesOf = (turned: Quaternion) =>
  [rotated(turned, [1, 0, 0]), rotated(turned, [0, 1, 0]), rotated(turned, [0, 0, 1])] as const;

const bounded = (sine: number) => Math.min(1, Math.max(-1, sine));

/** @param turn Anticlockwise from above. @param raise @param lean To the left. All in radians. */
function leanOf(turn: number, raise: number, lean: number): Lean {
  const degrees = (radians: number) =>
    Math.abs(radians * DEGREES) < LEAST_DEG ? 0 : Math.round(radians * DEGREES * 1e4) / 1e4;
  return { heading: degrees(-turn), pitch: degrees(raise), roll: degrees(-lean) };
}
