import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Face, faces } from '@openhouse/contract/panoramas';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scratchRefusal } from '../panoramas/sharp.ts';
import { paintedSphere, psnr, referenceFace } from '../testing/painted-sphere.ts';
import { useCommandStore } from '../testing/store.ts';

const store = useCommandStore();
/** The smallest faces that are made. */
const EDGE = 256;

/** Of the test at hand. */
let folder: string;
let count = 0;
const at = (...names: string[]) => path.join(folder, ...names);
beforeEach(async () => {
  count += 1;
  folder = path.join(store.root, `odd-${count}`);
  await mkdir(at('in'), { recursive: true });
});

const make = (...more: string[]) => store.openhouse(['make-tour', at('in'), '--out', at('out'), ...more]);

function painted(): Sharp {
  const { width, height, pixels } = paintedSphere(EDGE * 4);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Pixels of 16 bits, whose lower halves are noise. */
function deep(): Sharp {
  const { width, height, pixels } = paintedSphere(EDGE * 4);
  const values = Uint16Array.from(pixels, (value, index) => value * 256 + ((index * 97) % 256));
  return sharp(values, { raw: { width, height, channels: 3 } }).toColourspace('rgb16');
}

/** Red as sRGB has it most, which colours of a wider space show as a duller one. */
function pureRed(): Sharp {
  const [width, height] = [EDGE * 4, EDGE * 2];
  const values = Uint16Array.from({ length: width * height * 3 }, (_, index) => (index % 3 === 0 ? 65535 : 0));
  return sharp(values, { raw: { width, height, channels: 3 } }).toColourspace('rgb16');
}

/** The picture as a camera that was held otherwise stores it. */
const turned = async (degrees: number, orientation: number) =>
  sharp(await painted().rotate(degrees).png().toBuffer())
    .jpeg({ quality: 98 })
    .withMetadata({ orientation });

describe('a picture as cameras and programs write it', { tags: ['slow', 'long'] }, () => {
  /** As the faces should be: of millions of samples, made once. */
  const references = new Map<Face, Float64Array>();
  beforeAll(() => {
    for (const face of faces) references.set(face, referenceFace(face, EDGE));
  });

  test.each([
    ['PNG of 16 bits', 'png', () => deep().png()],
    ['PNG with a palette', 'png', () => painted().png({ palette: true, colours: 256, dither: 0 })],
    ['PNG that is interlaced and has an empty alpha', 'png', () => painted().ensureAlpha(1).png({ progressive: true })],
    ['progressive JPEG', 'jpg', () => painted().jpeg({ quality: 98, progressive: true })],
    ['JPEG in CMYK', 'jpg', () => painted().toColourspace('cmyk').jpeg({ quality: 98 })],
    [
      'JPEG in Display P3',
      'jpg',
      () => painted().withIccProfile('p3').jpeg({ quality: 98, chromaSubsampling: '4:4:4' }),
    ],
    ['JPEG that lies on its head', 'jpg', () => turned(180, 3)],
    ['JPEG that stands to the right', 'jpg', () => turned(270, 6)],
    ['JPEG that stands to the left', 'jpg', () => turned(90, 8)],
    ['WebP without loss', 'webp', () => painted().webp({ lossless: true })],
    ['WebP that moves', 'webp', moving],
  ] as const)('%s: its six faces look as it does', async (_, ending, write) => {
    await writeFile(at('in', `hall.${ending}`), await (await write()).toBuffer());
    expect(await make('--face-size', String(EDGE))).toMatchObject({ exitCode: 0, err: '' });
    const { panorama } = JSON.parse(await readFile(at('out', 'vr-info.json'), 'utf8'));
    for (const face of faces) {
      const { data, info } = await sharp(at('out', 'assets', panorama.list[0][face]))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([face, info.width, info.channels]).toEqual([face, EDGE, 3]);
      // CMYK has fewer colours than the world; a picture that lies otherwise has half as many decibels.
      expect([face, psnr(data, references.get(face) ?? []) > 20]).toEqual([face, true]);
    }
  });

  test.each([
    ['without a profile', () => pureRed()],
    ['with the profile of sRGB', () => pureRed().withIccProfile('srgb')],
  ] as const)('a PNG of 16 bits %s keeps its colours', async (_, write) => {
    await writeFile(at('in', 'hall.png'), await write().png().toBuffer());
    expect(await make('--face-size', String(EDGE))).toMatchObject({ exitCode: 0, err: '' });
    const { panorama } = JSON.parse(await readFile(at('out', 'vr-info.json'), 'utf8'));
    for (const face of faces) {
      const { channels } = await sharp(at('out', 'assets', panorama.list[0][face])).stats();
      const [red = 0, green, blue] = channels.map(({ mean }) => Math.round(mean));
      expect([face, red >= 252, green, blue]).toEqual([face, true, 0, 0]);
    }
  });

  test.each([
    ['jpg', () => painted().jpeg({ quality: 98 })],
    ['jpg', () => painted().jpeg({ quality: 98, progressive: true })],
    ['png', () => painted().png()],
    ['webp', () => painted().webp({ lossless: true })],
  ] as const)('half of a .%s is refused by name, with the remedy', async (ending, write) => {
    const whole = await write().toBuffer();
    await writeFile(at('in', `hall.${ending}`), whole.subarray(0, whole.length / 2));
    const { exitCode, err } = await make();
    expect(exitCode).not.toBe(0);
    expect(err).toMatch(new RegExp(`hall\\.${ending}.* cannot be read.*(opy|xport)`, 's'));
  });
});

/** Of two pictures the first is the panorama. */
async function moving(): Promise<Sharp> {
  const [first, second] = await Promise.all([painted().png().toBuffer(), painted().negate().png().toBuffer()]);
  return sharp([first, second], { join: { animated: true } }).webp({ lossless: true });
}

test('no room for temporary files: what libvips says then is not said of the picture', () => {
  const full = new Error('vips__write: write failed\nsystem error: No space left on device');
  expect(scratchRefusal(full)?.message).toBe(
    `${tmpdir()} cannot be written: No space left on device. Large pictures are unpacked there: make room in it, or name another directory in TMPDIR.`,
  );
  expect(scratchRefusal(new Error('VipsJpeg: premature end of JPEG image'))).toBeUndefined();
});
