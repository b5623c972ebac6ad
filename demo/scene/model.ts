import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { buildLoft } from './loft/loft.ts';
import { bakeColours, meanColour } from './model/bake.ts';
import { type GlbMesh, writeGlb } from './model/glb.ts';
import { collectMeshes } from './model/mesh.ts';
import { assembleCache, cachePoints, lightPoints, openStudio } from './studio.ts';
import type { Material } from './surfaces/material.ts';
import { linearFromSrgb } from './tracer/mips.ts';

/**
 * Makes the doll's-house model: `npm run model`. Light is baked into vertex colours; a few materials keep
 * a small JPEG tile beside the model.
 */

/** Share of the segments of round shapes. */
const DETAIL = 0.32;
/** Edge of the tile in pixels, by material. */
const TILES: ReadonlyMap<string, number> = new Map([
  ['floor', 512],
  ['rug', 512],
  ['oak', 256],
  ['panelOak', 256],
  ['walnut', 256],
  ['zellige', 256],
  ['terrazzo', 256],
  ['bathFloor', 256],
  ['dunes', 256],
  ['arches', 192],
  ['stones', 192],
  ['dusk', 192],
  ['moss', 192],
  ['tide', 192],
]);
/** Tiles are brightened up to here, so that vertex colours, which cannot exceed 1, can show sunlight. */
const BRIGHTEST_TILE_MEAN = 0.72;

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dirname, '../tours/demo-loft/assets/model') },
    work: { type: 'string', default: join(import.meta.dirname, '.cache') },
  },
});

function srgbByte(linear: number): number {
  const c = Math.min(1, linear);
  return Math.round(255 * (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055));
}

/** Writes a material's tile, brightened. @returns its file name and mean linear colour. */
async function writeTile(m: Material, size_px: number): Promise<{ picture: string; mean: [number, number, number] }> {
  const mean = meanColour(m);
  const gain = Math.max(1, BRIGHTEST_TILE_MEAN / Math.max(...mean));
  const { pixels, width, height } = m.texture!;
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = srgbByte(linearFromSrgb(pixels[i * 4 + c]! / 255) * gain);
  }
  const picture = `${m.name}.jpg`;
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(size_px)
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(options.out, picture));
  return { picture, mean: [mean[0] * gain, mean[1] * gain, mean[2] * gain] };
}

await mkdir(options.out, { recursive: true });
const start = performance.now();
const scene = openStudio();
const points = cachePoints(scene);
const count = points.length / 6;
const keptPath = join(options.work, `cache-${count}.f32`);
const light = existsSync(keptPath)
  ? new Float32Array(new Uint8Array(await readFile(keptPath)).buffer)
  : lightPoints(scene, points, 0, count);
const cache = assembleCache(points, light);

const meshes: GlbMesh[] = [];
for (const mesh of collectMeshes(buildLoft(DETAIL).parts, new Set(TILES.keys()))) {
  const tile = mesh.tiled && (await writeTile(mesh.tiled, TILES.get(mesh.name)!));
  meshes.push({ ...mesh, colours: bakeColours(mesh, scene, cache, tile?.mean), picture: tile?.picture });
}
const glb = writeGlb(meshes, 'demo/scene/model.ts');
await writeFile(join(options.out, 'loft.glb'), glb);
const triangles = meshes.reduce((sum, mesh) => sum + mesh.indices.length / 3, 0);
const vertices = meshes.reduce((sum, mesh) => sum + mesh.positions.length / 3, 0);
console.log(
  `${triangles} triangles, ${vertices} vertices, ${(glb.length / 1024).toFixed(0)} KB, ${((performance.now() - start) / 1000).toFixed(0)} s`,
);
