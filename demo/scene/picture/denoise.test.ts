import { expect, test } from 'vitest';
import { seededRandom } from '../surfaces/noise.ts';
import { DIFFUSE_OPTIONS, denoise } from './denoise.ts';
import type { FaceBuffer } from './face-buffer.ts';
import { silhouettes } from './silhouettes.ts';

const EDGE = 48;
const FOLD = 24;
const NOISE = 0.3;

/** A room's corner: a wall that faces the camera, lit by 1, and from column 24 on one at right angles, lit by 3. */
function corner(): FaceBuffer {
  const random = seededRandom(9);
  const pixels = EDGE * EDGE;
  const three = () => new Float32Array(pixels * 3);
  const one = () => new Float32Array(pixels);
  const buffer: FaceBuffer = {
    edge_px: EDGE,
    diffuse: three(),
    gloss: three(),
    emitted: three(),
    albedo: three().fill(0.5),
    normal: three(),
    smooth: three(),
    point: three(),
    distance: one().fill(2),
    guide: three().fill(0.5),
    diffuseVariance: one().fill((NOISE * NOISE) / 3),
    glossVariance: one(),
  };
  for (let p = 0; p < pixels; p++) {
    const x = p % EDGE;
    const isRight = x >= FOLD;
    const light = (isRight ? 3 : 1) + (random() * 2 - 1) * NOISE;
    buffer.diffuse.fill(light, p * 3, p * 3 + 3);
    for (const normal of [buffer.normal, buffer.smooth]) normal[p * 3 + (isRight ? 0 : 2)] = isRight ? -1 : 1;
    const along = (x - FOLD) * 0.01;
    buffer.point.set([isRight ? 0 : along, Math.floor(p / EDGE) * 0.01, isRight ? -2 + along : -2], p * 3);
  }
  return buffer;
}

test('noise goes, the fold between two walls stays', () => {
  const buffer = corner();
  const clean = denoise(buffer, buffer.diffuse, buffer.diffuseVariance, DIFFUSE_OPTIONS);
  for (let p = 0; p < EDGE * EDGE; p++) expect(Math.abs(clean[p * 3]! - (p % EDGE >= FOLD ? 3 : 1))).toBeLessThan(0.12);
});

test('only the pixels at the fold are a silhouette', () => {
  const found = silhouettes(corner());
  const columns = Array.from({ length: EDGE }, (_, x) => found[10 * EDGE + x]);
  expect(columns.flatMap((isFound, x) => (isFound ? [x] : []))).toEqual([FOLD - 1, FOLD]);
});
