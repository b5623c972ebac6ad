import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { cover, type GuideStop, guideStops } from '../content/loft/places.ts';
import type { Face } from '../content/wire/geometry.ts';
import { FACES } from './picture/cube-face.ts';
import { type FacePixels, projectView, type View } from './picture/view.ts';

/** Takes the cover, the square thumbnail and the guide's pictures out of the rendered faces: `npm run pictures`. */

const { values: options } = parseArgs({
  options: {
    panorama: { type: 'string', default: join(import.meta.dirname, '../tours/demo-loft/assets/panorama') },
    out: { type: 'string', default: join(import.meta.dirname, '../tours/demo-loft/assets') },
  },
});

async function loadFaces(observer: number): Promise<Record<Face, FacePixels>> {
  const loaded = await Promise.all(
    FACES.map(async (face) => {
      const { data, info } = await sharp(join(options.panorama, `${observer}_${face}.webp`))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [face, { size_px: info.width, rgb: data }] as const;
    }),
  );
  return Object.fromEntries(loaded) as unknown as Record<Face, FacePixels>;
}

async function take(
  stop: GuideStop,
  size: Pick<View, 'width_px' | 'height_px'>,
  name: string,
  quality = 84,
): Promise<void> {
  const rgb = projectView(await loadFaces(stop.observer), { ...stop, ...size });
  const path = join(options.out, name);
  await sharp(rgb, { raw: { width: size.width_px, height: size.height_px, channels: 3 } })
    .jpeg({ quality, mozjpeg: true })
    .toFile(path);
  console.log(`${name}: ${((await stat(path)).size / 1024).toFixed(0)} KB`);
}

await mkdir(join(options.out, 'stops'), { recursive: true });
await take(cover, { width_px: 1280, height_px: 800 }, 'cover.jpg');
await take({ ...cover, fieldOfView_rad: 1.25 }, { width_px: 512, height_px: 512 }, 'thumbnail.jpg');
for (const stop of guideStops) await take(stop, { width_px: 480, height_px: 300 }, `stops/${stop.observer}.jpg`, 80);
