import type { Direction } from './direction.ts';
import { dot, minus, plus, scaled, type Vector } from './vector.ts';

/** Which way something faces: unit vectors, at right angles to each other. */
export interface Axes {
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
}

/** A pinhole camera in the tour's world, and the picture it makes. */
export interface Camera extends Axes {
  readonly position: Vector;
  /** Tangent of half the vertical field of view. */
  readonly tangent: number;
  /** Size of the picture, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** A place in the picture, in CSS pixels from its upper left corner; `depth` in metres along the line of sight. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** Nearer than this, in metres, nothing is drawn: it would lie behind the eye or fill the picture. */
const NEAR_M = 0.05;

/**
 * The camera of a panorama.
 * @param fov Vertical field of view, in degrees.
 */
export function panoramaCamera(
  position: Vector,
  direction: Direction,
  fov: number,
  size: { readonly width: number; readonly height: number },
): Camera {
  return { position, ...axesOf(direction), tangent: Math.tan((fov * Math.PI) / 360), ...size };
}

/** @returns The axes of whoever looks in a direction, with the horizon level. */
export function axesOf({ yaw, pitch }: Direction): Axes {
  const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return {
    right: [cosYaw, 0, sinYaw],
    up: [-sinYaw * sinPitch, cosPitch, cosYaw * sinPitch],
    forward: [sinYaw * cosPitch, sinPitch, -cosYaw * cosPitch],
  };
}

/** @returns Where a place shows in the picture, which may be outside of its frame; undefined behind the eye. */
export function project(camera: Camera, place: Vector): PicturePoint | undefined {
  const offset = minus(place, camera.position);
  const depth = dot(offset, camera.forward);
  if (depth < NEAR_M) return undefined;
  const scale = camera.height / 2 / camera.tangent / depth;
  return {
    x: camera.width / 2 + dot(offset, camera.right) * scale,
    y: camera.height / 2 - dot(offset, camera.up) * scale,
    depth,
  };
}

/** @returns The direction in which a point of the picture lies, of length 1. */
export function rayThrough(
  { right, up, forward, tangent, width, height }: Camera,
  { x, y }: Pick<PicturePoint, 'x' | 'y'>,
): Vector {
  const perPixel = (2 * tangent) / height;
  const ray = plus(plus(forward, right, (x - width / 2) * perPixel), up, (height / 2 - y) * perPixel);
  return scaled(ray, 1 / Math.hypot(...ray));
}

/** Pixels beyond the frame in which places still count as in it. */
const FRAME_MARGIN_PX = 40;

/** @param margin Pixels beyond the frame that still count; negative for less than the frame. */
export function isInFrame({ width, height }: Camera, { x, y }: PicturePoint, margin = FRAME_MARGIN_PX): boolean {
  return x > -margin && y > -margin && x < width + margin && y < height + margin;
}

/** Pixels from the frame within which a place is at its edge rather than in view: about half of a dot. */
const EDGE_PX = 12;

/** @returns Whether a place shows well within the picture, so that nobody has to look for it. */
export function isInView(camera: Camera, place: Vector): boolean {
  const point = project(camera, place);
  return point !== undefined && isInFrame(camera, point, -EDGE_PX);
}

/** @returns The line through places as path data of an SVG; what lies behind the eye is cut off. */
export function projectLine(camera: Camera, places: readonly Vector[]): string {
  let path = '';
  let isDrawing = false;
  for (let index = 1; index < places.length; index++) {
    const [from, to] = [places[index - 1], places[index]];
    const seen = from && to && beforeTheEye(camera, from, to);
    const [start, end] = seen === undefined ? [] : [project(camera, seen[0]), project(camera, seen[1])];
    if (seen === undefined || start === undefined || end === undefined) {
      isDrawing = false;
      continue;
    }
    path += `${isDrawing && seen[0] === from ? '' : `M${pixels(start)}`}L${pixels(end)}`;
    isDrawing = seen[1] === to;
  }
  return path;
}

/** The part of a stretch that lies before the eye. */
function beforeTheEye({ position, forward }: Camera, from: Vector, to: Vector): readonly [Vector, Vector] | undefined {
  const start = dot(minus(from, position), forward);
  const end = dot(minus(to, position), forward);
  if (start < NEAR_M && end < NEAR_M) return undefined;
  if (start >= NEAR_M && end >= NEAR_M) return [from, to];
  // A hair beyond, so that rounding does not put it behind again.
  const cut = plus(from, minus(to, from), (NEAR_M * 1.001 - start) / (end - start));
  return start < NEAR_M ? [cut, to] : [from, cut];
}

/** Far outside of the frame the digits are of no use, and browsers draw badly. */
const MAX_PX = 20_000;

function pixels({ x, y }: PicturePoint): string {
  const bounded = (value: number) => Math.max(-MAX_PX, Math.min(MAX_PX, value)).toFixed(1);
  return `${bounded(x)} ${bounded(y)}`;
}
