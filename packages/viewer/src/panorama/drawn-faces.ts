import { minus, type Vector } from '../geometry/vector.ts';

/** Sides of a cube, in the order in which their pictures are listed. */
export const cubeSides = ['left', 'right', 'top', 'bottom', 'back', 'front'] as const;
export type CubeSide = (typeof cubeSides)[number];

/**
 * Where a point of a side lies, as seen from inside; the upper side's lower edge and the lower side's upper edge touch
 * the front.
 * @param u −1 at the left edge, 1 at the right one.
 * @param v −1 at the upper edge, 1 at the lower one.
 */
export function directionOnSide(side: CubeSide, u: number, v: number): Vector {
  switch (side) {
    case 'front':
      return [u, -v, -1];
    case 'back':
      return [-u, -v, 1];
    case 'left':
      return [-1, -v, -u];
    case 'right':
      return [1, -v, u];
    case 'top':
      return [u, 1, -v];
    case 'bottom':
      return [u, -1, v];
  }
}

type Colour = readonly [red: number, green: number, blue: number];

/** Edge of a drawn side in pixels. */
const EDGE_PX = 512;
/** Half the width of a line of the floor, in metres, and where the lines have faded away. */
const HALF_LINE_M = 0.02;
const FADE_M = 14;

const sky: readonly [Colour, Colour] = [
  [214, 222, 222],
  [244, 240, 231],
];
const floor: Colour = [224, 216, 200];
const floorLine: Colour = [168, 156, 134];

/**
 * Draws a placeholder for missing pictures: a sky, and a floor with a line every metre.
 * @param position The camera.
 * @param floorHeight Metres above the world's origin.
 */
export function drawSides(position: Vector, floorHeight: number): readonly HTMLCanvasElement[] {
  const eye = Math.max(0.3, position[1] - floorHeight);
  return cubeSides.map((side) => {
    const canvas = document.createElement('canvas');
    canvas.width = EDGE_PX;
    canvas.height = EDGE_PX;
    const context = canvas.getContext('2d');
    if (context === null) return canvas;
    const image = context.createImageData(EDGE_PX, EDGE_PX);
    paintSide(image.data, side, position, eye);
    context.putImageData(image, 0, 0);
    return canvas;
  });
}

/** What stands in for one side among pictures: the colour of the horizon, of one pixel. */
export function plainSide(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 1, height: 1 });
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.fillStyle = `rgb(${sky[1].join(' ')})`;
    context.fillRect(0, 0, 1, 1);
  }
  return canvas;
}

/**
 * Paints a side pixel by pixel, with nothing but numbers: there are a million and a half of them, and the tour waits.
 * @param eye Metres from the floor to the camera.
 */
function paintSide(data: Uint8ClampedArray, side: CubeSide, position: Vector, eye: number): void {
  const middle = directionOnSide(side, 0, 0);
  const across = minus(directionOnSide(side, 1, 0), middle);
  const down = minus(directionOnSide(side, 0, 1), middle);
  let at = 0;
  for (let row = 0; row < EDGE_PX; row++) {
    const v = ((row + 0.5) / EDGE_PX) * 2 - 1;
    for (let column = 0; column < EDGE_PX; column++, at += 4) {
      const u = ((column + 0.5) / EDGE_PX) * 2 - 1;
      const x = middle[0] + across[0] * u + down[0] * v;
      const y = middle[1] + across[1] * u + down[1] * v;
      const z = middle[2] + across[2] * u + down[2] * v;
      const flat = Math.sqrt(x * x + z * z);
      if (y >= 0) paint(data, at, sky[1], sky[1], 0, sky[0], Math.min(1, y / Math.max(0.001, flat)));
      else {
        const reach = eye / -y;
        const away = (flat * reach) / FADE_M;
        // A line is never drawn thinner than about a pixel, but paler.
        const half = Math.max(HALF_LINE_M, (reach * 2) / EDGE_PX);
        const onLine = Math.max(lineAt(position[0] + x * reach, half), lineAt(position[2] + z * reach, half));
        const fading = Math.max(0, 1 - away) * (HALF_LINE_M / half);
        paint(data, at, floor, floorLine, onLine * fading, sky[1], Math.min(1, away * away));
      }
    }
  }
}

/** @returns 1 on a whole metre, 0 away from it, with a soft edge. */
function lineAt(metres: number, half: number): number {
  return Math.max(0, Math.min(1, 1.5 - Math.abs(metres - Math.round(metres)) / half));
}

/** Puts one pixel: a mixture of two colours, and that mixed with a third one. */
function paint(
  data: Uint8ClampedArray,
  at: number,
  one: Colour,
  other: Colour,
  share: number,
  far: Colour,
  farShare: number,
): void {
  for (let channel = 0; channel < 3; channel++) {
    const near = (one[channel] ?? 0) + ((other[channel] ?? 0) - (one[channel] ?? 0)) * share;
    data[at + channel] = near + ((far[channel] ?? 0) - near) * farShare;
  }
  data[at + 3] = 255;
}
