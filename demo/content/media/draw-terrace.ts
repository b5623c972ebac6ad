import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE, cameraAt, TERRACE_FACE_SIZE_PX, viewpoints } from '../garden/garden.ts';
import { committedAssets } from '../wire/committed.ts';
import { FACES, type Face, type Vector3 } from '../wire/geometry.ts';
import { faceDirection } from './face-direction.ts';
import { png } from './png.ts';
import { colourAlong, screenByte } from './terrace-colours.ts';

/**
 * Draws the cube faces of the terrace: `npx tsx demo/content/media/draw-terrace.ts`, about three minutes of one core. The bytes of a PNG
 * depend on the version of zlib, so the result is committed.
 */

/** Rays a pixel along each edge. */
const RAYS = 2;

function drawFace(camera: Vector3, face: Face): Buffer {
  const size = TERRACE_FACE_SIZE_PX;
  const rgb = new Uint8Array(size * size * 3);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const light = [0, 0, 0];
      for (let ray = 0; ray < RAYS * RAYS; ray++) {
        const x = (2 * (column + ((ray % RAYS) + 0.5) / RAYS)) / size - 1;
        const y = 1 - (2 * (row + (Math.floor(ray / RAYS) + 0.5) / RAYS)) / size;
        const [dx, dy, dz] = faceDirection(face, x, y);
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
        const colour = colourAlong(camera, [dx / length, dy / length, dz / length]);
        for (let channel = 0; channel < 3; channel++) light[channel] = (light[channel] ?? 0) + (colour[channel] ?? 0);
      }
      for (let channel = 0; channel < 3; channel++)
        rgb[(row * size + column) * 3 + channel] = screenByte((light[channel] ?? 0) / (RAYS * RAYS));
    }
  }
  return png(size, size, rgb);
}

const folder = join(committedAssets(CODE), 'panorama');
mkdirSync(folder, { recursive: true });
for (const index of viewpoints.keys()) {
  for (const face of FACES) {
    const picture = drawFace(cameraAt(index), face);
    writeFileSync(join(folder, `${index}_${face}.png`), picture);
    console.log(`${index}_${face}.png: ${(picture.length / 1024).toFixed(0)} KB`);
  }
}
