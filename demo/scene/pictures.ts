import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { cover, type GuideStop, guideStops, observers } from '../content/loft/places.ts';
import type { Face } from '../content/wire/geometry.ts';
import { FACES } from './picture/cube-face.ts';
import { type FacePixels, projectView, type View } from './picture/view.ts';

/** Takes the cover, the square thumbnail, the guide's pictures and the previews out of the rendered faces: `npm run pictures`. */

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

/** Faces as they lie in a preview, from the top, and their edge in pixels. */
const STACKED: readonly Face[] = ['back', 'down', 'front', 'left', 'right', 'up'];
const PREVIEW_EDGE_PX = 128;

/** All six faces of an observer in small, in one picture. */
async function takePreview(observer: number): Promise<void> {
  const [width, height] = [PREVIEW_EDGE_PX, PREVIEW_EDGE_PX];
  const squares = await Promise.all(
    STACKED.map((face) =>
      sharp(join(options.panorama, `${observer}_${face}.webp`))
        .removeAlpha()
        .resize(width, height)
        .raw()
        .toBuffer(),
    ),
  );
  await sharp(Buffer.concat(squares), { raw: { width, height: height * STACKED.length, channels: 3 } })
    .webp({ quality: 75 })
    .toFile(join(options.panorama, `${observer}_preview.webp`));
}

await mkdir(join(options.out, 'stops'), { recursive: true });
await take(cover, { width_px: 1280, height_px: 800 }, 'cover.jpg');
await take({ ...cover, fieldOfView_rad: 1.25 }, { width_px: 512, height_px: 512 }, 'thumbnail.jpg');
for (const stop of guideStops) await take(stop, { width_px: 480, height_px: 300 }, `stops/${stop.observer}.jpg`, 80);
for (const { index } of observers) await takePreview(index);
