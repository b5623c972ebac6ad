import type { Band, Face } from '@openhouse/contract/panoramas';
import sharp from 'sharp';

type Vector = readonly [x: number, y: number, z: number];

/**
 * A world that is painted on a sphere: each colour says where it is (red to the east, green up, blue to the south), with
 * stripes of some degrees on it.
 */
function colourTowards([x, y, z]: Vector): Vector {
  const size = Math.sqrt(x * x + y * y + z * z);
  const [east, up, south] = [x / size, y / size, z / size];
  const stripes = 24 * Math.sin(17 * east + 5 * up) * Math.cos(13 * south - 3 * up);
  return [128 + 90 * east + stripes, 128 + 90 * up - stripes, 128 + 90 * south + stripes * 0.5];
}

/** Where the point of a face lies, as the explorer shows it; x to the right and y up, from −1 to 1. */
function directionOnFace(face: Face, x: number, y: number): Vector {
  switch (face) {
    case 'front':
      return [x, y, -1];
    case 'right':
      return [1, y, x];
    case 'back':
      return [-x, y, 1];
    case 'left':
      return [-1, y, -x];
    case 'up':
      return [x, 1, y];
    case 'down':
      return [x, -1, -y];
  }
}

/** The world as an equirectangular picture. */
export function paintedSphere(width: number): Band {
  const height = width / 2;
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const latitude = (0.5 - (row + 0.5) / height) * Math.PI;
    for (let column = 0; column < width; column++) {
      const longitude = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
      const level = Math.cos(latitude);
      const look: Vector = [level * Math.sin(longitude), Math.sin(latitude), -level * Math.cos(longitude)];
      pixels.set(colourTowards(look).map(Math.round), (row * width + column) * 3);
    }
  }
  return { width, height, top: 0, rows: height, pixels };
}

/** The same as a file. */
export async function writeSphere(path: string, width: number): Promise<void> {
  const { height, pixels } = paintedSphere(width);
  const raw = { width, height, channels: 3 } as const;
  await sharp(pixels, { raw }).toFile(path);
}

/** Samples for each pixel of the reference, in each direction. */
const SAMPLES = 8;

/** A face as it should be: what the world has within each pixel, on average. */
export const referenceFace = (face: Face, edge: number): Float64Array =>
  paintedOnce(face, edge, (x, y) => directionOnFace(face, x, y));

/**
 * Where a texel of a cube map lies, by the table of OpenGL ES 3.0 (3.8.10, "Cube Map Texture Selection"), solved for the
 * direction. Its axes are left-handed: +x is to the right of +z.
 */
const ofCubeMap: Readonly<Record<string, (sc: number, tc: number) => Vector>> = {
  px: (sc, tc) => [1, -tc, -sc],
  nx: (sc, tc) => [-1, -tc, sc],
  py: (sc, tc) => [sc, 1, tc],
  ny: (sc, tc) => [sc, -1, -tc],
  pz: (sc, tc) => [sc, -tc, 1],
  nz: (sc, tc) => [-sc, -tc, -1],
};
export const cubeMapFaces = Object.keys(ofCubeMap);

/** A face of the world as a cube map, with +z ahead; its first row is that of `tc` −1. */
export const cubeMapFace = (name: string, edge: number): Float64Array =>
  paintedOnce(name, edge, (x, y) => {
    const [east, up, ahead] = ofCubeMap[name]?.(x, -y) ?? [0, 0, 0];
    return [east, up, -ahead];
  });

const paintedBefore = new Map<string, Float64Array>();

/** Painting takes most of the time of a test that compares pictures, and the same faces serve many. */
function paintedOnce(name: string, edge: number, directionAt: (x: number, y: number) => Vector): Float64Array {
  const key = `${name} ${edge}`;
  const before = paintedBefore.get(key);
  if (before !== undefined) return before;
  const face = painted(edge, directionAt);
  paintedBefore.set(key, face);
  return face;
}

function painted(edge: number, directionAt: (x: number, y: number) => Vector): Float64Array {
  const out = new Float64Array(edge * edge * 3);
  const step = 1 / (SAMPLES * edge);
  for (let row = 0; row < edge * SAMPLES; row++) {
    const y = 1 - (row + 0.5) * step * 2;
    for (let column = 0; column < edge * SAMPLES; column++) {
      const [red, green, blue] = colourTowards(directionAt((column + 0.5) * step * 2 - 1, y));
      const at = (Math.floor(row / SAMPLES) * edge + Math.floor(column / SAMPLES)) * 3;
      out[at] = (out[at] ?? 0) + red;
      out[at + 1] = (out[at + 1] ?? 0) + green;
      out[at + 2] = (out[at + 2] ?? 0) + blue;
    }
  }
  return out.map((sum) => sum / SAMPLES ** 2);
}

/** Peak signal-to-noise ratio of 8-bit pictures, in decibels. */
export function psnr(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let squares = 0;
  for (let at = 0; at < a.length; at++) squares += ((a[at] ?? 0) - (b[at] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255 * a.length) / squares);
}
