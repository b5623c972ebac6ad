import { type Axes, axesOf } from '../geometry/camera.ts';
import { directionTo } from '../geometry/direction.ts';
import { distance, dot, minus, scaled, type Vector } from '../geometry/vector.ts';
import type { Mark } from '../overlay/marks.ts';
import { flatnessOf, RING_M } from '../overlay/place-mark.ts';

/** A mark as a headset shows it: on the picture, which is the same for both eyes. Sizes are at a distance of 1. */
export interface Target extends Axes {
  readonly mark: Mark;
  /** Half of its width and of its height. */
  readonly width: number;
  readonly height: number;
}

/** What can be seen from a place in the tour's world. */
export interface SeenFrom {
  readonly eye: Vector;
  readonly marks: readonly Mark[];
}

/** Bounds of half a ring's width, and half a dot's width: a hand that is not quite still points at either. */
const RING = { min: 0.03, max: 0.2 } as const;
const DOT = 0.016;
/** So many half widths from its middle, a mark is pointed at. */
const REACH = 1.3;

/** @returns The marks, the furthest first: nearer ones are drawn over them. */
export function targetsOf({ eye, marks }: SeenFrom): readonly Target[] {
  return marks
    .map((mark) => ({ mark, away: distance(eye, mark.place) }))
    .sort((one, other) => other.away - one.away)
    .map(({ mark, away }) => ({ mark, ...axesOf(directionTo(eye, mark.place)), ...sizeOf(mark, eye, away) }));
}

function sizeOf({ kind, place }: Mark, eye: Vector, away: number): Pick<Target, 'width' | 'height'> {
  if (kind !== 'viewpoint') return { width: DOT, height: DOT };
  const width = Math.min(RING.max, Math.max(RING.min, RING_M / 2 / Math.max(away, RING_M)));
  return { width, height: width * flatnessOf(eye, place) };
}

/** @param ray Where a hand or an eye points, of any length. */
export function pointedAt(targets: readonly Target[], ray: Vector): Target | undefined {
  const aside = ({ forward, width }: Target) => {
    const along = dot(ray, forward);
    return along > 0 ? Math.hypot(...minus(scaled(ray, 1 / along), forward)) / width : Number.POSITIVE_INFINITY;
  };
  return targets
    .map((target) => ({ target, off: aside(target) }))
    .filter(({ off }) => off <= REACH)
    .sort((one, other) => one.off - other.off)[0]?.target;
}
