import type { Faces } from '../tour/tour.ts';
import { type CubeSide, cubeSides } from './drawn-faces.ts';
import { loadPicture } from './load-picture.ts';

/**
 * Loads pictures of a viewpoint.
 * @param wanted Only those of these sides.
 * @param signal Ends it: what has not arrived is cancelled.
 * @returns In the order of the sides; undefined for one that the tour does not have, that does not arrive, or that may not be read
 *   from here.
 */
export function loadSides(
  faces: Faces,
  wanted: (side: CubeSide) => boolean,
  signal: AbortSignal,
): Promise<readonly (HTMLImageElement | undefined)[]> {
  return Promise.all(
    cubeSides.map((side) => {
      const address = faces[side];
      return address === undefined || !wanted(side) ? undefined : loadPicture(address, signal).catch(() => undefined);
    }),
  );
}
