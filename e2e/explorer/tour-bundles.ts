import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from '../service.ts';
import { matrixOf, type Triple } from './geometry.ts';

/** A camera that stood neither straight nor towards the front. */
const tilted = unit({ w: 0.82, x: 0.16, y: -0.52, z: 0.11 });
export const EYE: Triple = [1.3, 1.5, -0.4];

/** Where the dots of the painted tour are in the world, and their colours. */
export const dots = [
  { at: [1.3, 1.4, -3.4], colour: [230, 30, 30] },
  { at: [4.1, 2.2, -1.2], colour: [30, 200, 40] },
  { at: [-1.6, 0.9, 1.8], colour: [40, 60, 235] },
  { at: [1.1, 4.4, -0.9], colour: [225, 200, 20] },
  { at: [1.9, -1.6, 0.4], colour: [200, 40, 210] },
] as const;

const EDGE_PX = 512;
/** Half the angle of a dot, in radians. */
const DOT_RAD = 0.035;
const GREY: Triple = [120, 120, 120];

/** What a side's point looks at, as seen from inside; u to the right, v downwards, both from −1 to 1. */
const sides: Readonly<Record<string, (u: number, v: number) => Triple>> = {
  front: (u, v) => [u, -v, -1],
  right: (u, v) => [1, -v, u],
  back: (u, v) => [-u, -v, 1],
  left: (u, v) => [-1, -v, -u],
  up: (u, v) => [u, 1, -v],
  down: (u, v) => [u, -1, v],
};

/** Writes a bundle of one viewpoint whose pictures are painted from its quaternion: a dot for every tag. */
export async function writePaintedTour(directory: string, addresses: string): Promise<void> {
  const folder = join(directory, 'assets/panorama');
  await mkdir(folder, { recursive: true });
  for (const [side, direction] of Object.entries(sides)) {
    const pixels = Buffer.alloc(EDGE_PX * EDGE_PX * 3);
    for (let at = 0; at < EDGE_PX * EDGE_PX; at++) {
      const [column, row] = [at % EDGE_PX, Math.floor(at / EDGE_PX)];
      const look = direction(((column + 0.5) / EDGE_PX) * 2 - 1, ((row + 0.5) / EDGE_PX) * 2 - 1);
      pixels.set(colourTowards(inWorld(look)), at * 3);
    }
    const raw = { width: EDGE_PX, height: EDGE_PX, channels: 3 } as const;
    await sharp(pixels, { raw })
      .png()
      .toFile(join(folder, `${side}.png`));
  }
  const cube = Object.fromEntries(Object.keys(sides).map((side) => [side, `panorama/${side}.png`]));
  const observer = observerAt(0, EYE, [], tilted);
  await writeJson(directory, 'vr-info', {
    ...tourFields('painted', addresses),
    observers: [observer],
    panorama: { count: 1, list: [{ index: 0, ...cube }] },
  });
  await writeJson(directory, 'hot-list', {
    tagList: dots.map(({ at }, index) => ({
      id: index + 1,
      contentType: 'normal',
      position: at,
      data: { title: `Dot ${index}` },
    })),
  });
}

function colourTowards(look: Triple): readonly number[] {
  const size = Math.hypot(...look);
  for (const { at, colour } of dots) {
    const to: Triple = [at[0] - EYE[0], at[1] - EYE[1], at[2] - EYE[2]];
    const cosine = (look[0] * to[0] + look[1] * to[1] + look[2] * to[2]) / size / Math.hypot(...to);
    if (cosine > Math.cos(DOT_RAD)) return colour;
  }
  return GREY;
}

const turning = matrixOf(tilted);

function inWorld([x, y, z]: Triple): Triple {
  const along = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [along(turning[0]), along(turning[1]), along(turning[2])];
}

/** Viewpoints of the largest real work that is known. */
export const LARGE = 357;

/** Writes a work as large as the largest real one, shaped as those are: pictures and model on a host that is not there. */
export async function writeLargeTour(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const [columns, step] = [21, 1.7];
  const place = (index: number): Triple => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return [
      column * step + Math.sin(index * 12.9) * 0.4,
      1.2 + (row > 11 ? 3 : 0),
      row * step + Math.cos(index * 7.7) * 0.4,
    ];
  };
  const near = (index: number) =>
    Array.from({ length: LARGE }, (_, other) => other).filter((other) => {
      const [a, b] = [place(index), place(other)];
      return other !== index && a[1] === b[1] && Math.hypot(a[0] - b[0], a[2] - b[2]) < 3.4;
    });
  const faces = (index: number) =>
    Object.fromEntries(
      Object.keys(sides).map((side) => [side, `images/cube_2048/${index}/0123456789abcdef/${index}_${side[0]}.jpg`]),
    );
  const quaternion = unit({ w: -0.99, x: 0.001, y: -0.09, z: -0.02 });
  await writeJson(directory, 'vr-info', {
    ...tourFields('large', 'https://pictures.example.invalid/release/'),
    // As some works have it: nothing says where to start, nor where to look.
    initial: undefined,
    observers: Array.from({ length: LARGE }, (_, index) => observerAt(index, place(index), near(index), quaternion)),
    panorama: {
      count: LARGE,
      list: Array.from({ length: LARGE }, (_, index) => ({ index, tiles: [1, 2], ...faces(index) })),
    },
  });
}

/** Tags of the crowded tour, and how many of them lie at one place. */
export const CROWD = 4000;
export const HEAP = 400;

/** Writes the demo loft with a crowd of tags: some anywhere in it, some all at one place. */
export async function writeCrowdedTour(directory: string, addresses: string): Promise<void> {
  const loft = join(root, 'demo/tours/demo-loft');
  for (const part of ['panorama', 'model'])
    await cp(join(loft, 'assets', part), join(directory, 'assets', part), { recursive: true });
  const info = JSON.parse(await readFile(join(loft, 'vr-info.json'), 'utf8')) as object;
  await writeJson(directory, 'vr-info', {
    ...info,
    resource_code: 'crowded',
    name: 'The crowded tour',
    base_url: addresses,
  });
  await cp(join(loft, 'annotation-search.json'), join(directory, 'annotation-search.json'));
  const spread = (index: number, by: number, metres: number) => (((index * by) % 1009) / 1009) * metres;
  await writeJson(directory, 'hot-list', {
    tagList: Array.from({ length: CROWD }, (_, index) => ({
      id: index + 1,
      contentType: 'normal',
      position: index < HEAP ? [2, 0.8, 2] : [spread(index, 389, 8), spread(index, 577, 5), spread(index, 761, 6)],
      data: { title: `Thing ${index}` },
    })),
  });
}

/** Writes a tour of one viewpoint without pictures. */
export async function writeLonelyTour(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeJson(directory, 'vr-info', {
    ...tourFields('lonely', ''),
    observers: [observerAt(0, EYE, [], { w: 1, x: 0, y: 0, z: 0 })],
  });
}

const tourFields = (code: string, base_url: string) => ({
  resource_code: code,
  name: `The ${code} tour`,
  is_active: true,
  base_url,
  initial: { pano_index: 0, longitude: 0, latitude: 0, fov: 75 },
  model: { file_url: 'model/model.at3d', material_base_url: null, material_textures: null },
});

const observerAt = (index: number, position: Triple, next: readonly number[], quaternion: object) => ({
  index,
  floor_index: position[1] > 3 ? 1 : 0,
  position,
  standing_position: [position[0], position[1] - 1.2, position[2]],
  quaternion,
  accessible_nodes: next,
  visible_nodes: next,
});

function unit({ w, x, y, z }: { w: number; x: number; y: number; z: number }) {
  const size = Math.hypot(w, x, y, z);
  return { w: w / size, x: x / size, y: y / size, z: z / size };
}

const writeJson = (directory: string, name: string, payload: object) =>
  writeFile(join(directory, `${name}.json`), JSON.stringify(payload));
