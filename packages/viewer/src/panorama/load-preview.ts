import { type CubeSide, cubeSides } from './drawn-faces.ts';
import { loadPicture } from './load-picture.ts';

/** Sides in the order of a preview, from the top: back, down, front, left, right, up. */
const STACKED: readonly CubeSide[] = ['back', 'bottom', 'front', 'left', 'right', 'top'];

/**
 * Loads the small sides of a viewpoint, which lie in one picture.
 * @param signal Ends it.
 * @returns In the order of the sides; undefined where the picture does not arrive, may not be read from here, or is not six squares.
 */
export async function loadPreview(
  address: string,
  signal: AbortSignal,
): Promise<readonly HTMLCanvasElement[] | undefined> {
  const picture = await loadPicture(address, signal, 'high').catch(() => undefined);
  const edge = picture?.naturalWidth ?? 0;
  if (picture === undefined || picture.naturalHeight !== edge * STACKED.length) return undefined;
  return cubeSides.map((side) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: edge, height: edge });
    canvas.getContext('2d')?.drawImage(picture, 0, -edge * STACKED.indexOf(side));
    return canvas;
  });
}
