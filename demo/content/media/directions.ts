import type { Vector3 } from '../wire/geometry.ts';

/** Directions of rays, unit length. */

/** Turn between neighbours on a sunflower's spiral: points spread evenly. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

export function unit([x, y, z]: Vector3): Vector3 {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** Turns a direction around +y into one around a normal. */
export function aboutNormal([x, y, z]: Vector3, normal: Vector3): Vector3 {
  const helper: Vector3 = Math.abs(normal[0]) > 0.5 ? [0, 0, 1] : [1, 0, 0];
  const side = unit([
    helper[1] * normal[2] - helper[2] * normal[1],
    helper[2] * normal[0] - helper[0] * normal[2],
    helper[0] * normal[1] - helper[1] * normal[0],
  ]);
  const other: Vector3 = [
    normal[1] * side[2] - normal[2] * side[1],
    normal[2] * side[0] - normal[0] * side[2],
    normal[0] * side[1] - normal[1] * side[0],
  ];
  return [
    side[0] * x + normal[0] * y + other[0] * z,
    side[1] * x + normal[1] * y + other[1] * z,
    side[2] * x + normal[2] * y + other[2] * z,
  ];
}

/** Directions spread over a disc in the sky. @param radius Of the disc, in radians. */
export function disc(centre: Vector3, radius: number, count: number): Vector3[] {
  return Array.from({ length: count }, (_, index) => {
    const [r, angle] = [radius * Math.sqrt((index + 0.5) / count), index * GOLDEN_ANGLE];
    return unit(aboutNormal([r * Math.cos(angle), 1, r * Math.sin(angle)], centre));
  });
}

/** Directions over half a sphere around +y, closer together at the top. */
export function hemisphere(count: number): Vector3[] {
  return Array.from({ length: count }, (_, index) => {
    const [r, angle] = [Math.sqrt((index + 0.5) / count), index * GOLDEN_ANGLE];
    return [r * Math.cos(angle), Math.sqrt(1 - r * r), r * Math.sin(angle)];
  });
}
