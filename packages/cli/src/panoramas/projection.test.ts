import { BAND_MARGIN_ROWS, type Band, bandsOfFaces, faces, projectFace } from '@openhouse/contract/panoramas';
import { describe, expect, test } from 'vitest';
import { paintedSphere, psnr, referenceFace } from '../testing/painted-sphere.ts';

const EDGE = 128;
const sphere = paintedSphere(EDGE * 4);

/** The rows of a sphere that a share of it needs. */
function bandOf({ width, height, pixels }: Band, { from, to }: { readonly from: number; readonly to: number }): Band {
  const top = Math.max(0, Math.floor(from * height) - BAND_MARGIN_ROWS);
  const rows = Math.min(height, Math.ceil(to * height) + BAND_MARGIN_ROWS) - top;
  return { width, height, top, rows, pixels: pixels.slice(top * width * 3, (top + rows) * width * 3) };
}

describe('projectFace', () => {
  test.each(faces)('%s is within 40 dB of the world itself, edges and corners included', (face) => {
    expect(psnr(projectFace(sphere, face, EDGE), referenceFace(face, EDGE))).toBeGreaterThan(40);
  });

  test.each([1, 2, 7, 33])('a sphere %s times as wide as needed comes out without aliasing', (edge) => {
    for (const face of faces) {
      const found = projectFace(sphere, face, edge);
      expect(found).toHaveLength(edge * edge * 3);
      if (edge > 30) expect(psnr(found, referenceFace(face, edge))).toBeGreaterThan(38);
    }
  });

  test.each(bandsOfFaces.flatMap((share) => share.faces.map((face) => [face, share] as const)))(
    '%s needs no rows but those of its band',
    (face, share) => {
      expect(projectFace(bandOf(sphere, share), face, EDGE)).toEqual(projectFace(sphere, face, EDGE));
    },
  );

  test('no seam shows: across an edge colours differ as much as within a face', () => {
    const pixel = (face: (typeof faces)[number], column: number, row: number) =>
      [...projected[face].subarray((row * EDGE + column) * 3, (row * EDGE + column) * 3 + 3)] as const;
    const projected = Object.fromEntries(faces.map((face) => [face, projectFace(sphere, face, EDGE)])) as Record<
      (typeof faces)[number],
      Uint8Array
    >;
    const last = EDGE - 1;
    const away = (a: readonly number[], b: readonly number[]) =>
      Math.max(...a.map((value, channel) => Math.abs(value - (b[channel] ?? 0))));
    const rows = Array.from({ length: EDGE }, (_, at) => at);
    const within = Math.max(...rows.map((at) => away(pixel('front', last, at), pixel('front', last - 1, at))));
    const across = [
      ...rows.map((at) => away(pixel('front', last, at), pixel('right', 0, at))),
      ...rows.map((at) => away(pixel('right', last, at), pixel('back', 0, at))),
      ...rows.map((at) => away(pixel('back', last, at), pixel('left', 0, at))),
      ...rows.map((at) => away(pixel('left', last, at), pixel('front', 0, at))),
      ...rows.map((at) => away(pixel('front', at, 0), pixel('up', at, last))),
      ...rows.map((at) => away(pixel('front', at, last), pixel('down', at, 0))),
      ...rows.map((at) => away(pixel('right', at, 0), pixel('up', last, last - at))),
      ...rows.map((at) => away(pixel('left', at, last), pixel('down', 0, last - at))),
    ];
    expect(Math.max(...across)).toBeLessThanOrEqual(within + 2);
  });
});
