import type { Faces } from '../tour/tour.ts';
import { type CubeSide, cubeSides } from './drawn-faces.ts';

/**
 * Loads the six pictures of a viewpoint.
 * @returns In the order of the sides.
 * @throws When one of them does not arrive, or may not be read from here.
 */
export function loadSides(faces: Faces): Promise<readonly HTMLImageElement[]> {
  return Promise.all(cubeSides.map((side: CubeSide) => loadPicture(faces[side])));
}

async function loadPicture(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  // WebGL takes pictures of other origins only where those allow it.
  image.crossOrigin = 'anonymous';
  image.decoding = 'async';
  image.src = address;
  await image.decode();
  return image;
}
