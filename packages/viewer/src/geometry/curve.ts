import { plus, type Vector } from './vector.ts';

/** Pieces that each stretch of a curve is drawn with. */
const PIECES = 10;

/** @returns A smooth line through the points (Catmull–Rom), which it passes in their order. */
export function curveThrough(points: readonly Vector[]): readonly Vector[] {
  if (points.length < 3) return points;
  const at = (index: number): Vector => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0, 0];
  const curve: Vector[] = [at(0)];
  for (let index = 0; index + 1 < points.length; index++) {
    for (let piece = 1; piece <= PIECES; piece++) {
      curve.push(between([at(index - 1), at(index), at(index + 1), at(index + 2)], piece / PIECES));
    }
  }
  return curve;
}

function between([a, b, c, d]: readonly [Vector, Vector, Vector, Vector], t: number): Vector {
  const weights = [
    (-t + 2 * t * t - t ** 3) / 2,
    (2 - 5 * t * t + 3 * t ** 3) / 2,
    (t + 4 * t * t - 3 * t ** 3) / 2,
    (t ** 3 - t * t) / 2,
  ] as const;
  const weighted = plus(plus([0, 0, 0], a, weights[0]), b, weights[1]);
  return plus(plus(weighted, c, weights[2]), d, weights[3]);
}
