import type { Faces } from '../tour/tour.ts';
import { type CubeSide, cubeSides } from './drawn-faces.ts';

/**
 * Loads pictures of a viewpoint.
 * @param wanted Only those of these sides.
 * @returns In the order of the sides; undefined for one that the tour does not have, that does not arrive, or that may not be read
 *   from here.
 */
export function loadSides(
  faces: Faces,
  wanted: (side: CubeSide) => boolean,
): Promise<readonly (HTMLImageElement | undefined)[]> {
  return Promise.all(
    cubeSides.map((side) => {
      const address = faces[side];
      return address === undefined || !wanted(side) ? undefined : loadPicture(address).catch(() => undefined);
    }),
  );
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
