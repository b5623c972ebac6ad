import { toneMap } from '../picture/tone.ts';
import type { Material } from '../surfaces/material.ts';
import type { IrradianceCache } from '../tracer/irradiance-cache.ts';
import { linearFromSrgb } from '../tracer/mips.ts';
import type { PackedScene } from '../tracer/packed-scene.ts';
import { createPathTracer, RESULT } from '../tracer/path-tracer.ts';
import type { ModelMesh } from './mesh.ts';

/** A power of two; below 128 neighbouring vertices differ visibly. */
const SAMPLES = 128;
const EXPOSURE = 1.2;
const LIFT_M = 0.012;
/** Flat-shaded metals have no surroundings to mirror; they get an even light. */
const METAL_LIGHT = 0.8;

/** Mean linear colour of a material. */
export function meanColour(m: Material): [number, number, number] {
  if (!m.texture) return [linearFromSrgb(m.color[0]), linearFromSrgb(m.color[1]), linearFromSrgb(m.color[2])];
  const { pixels, width, height } = m.texture;
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < width * height; i += 37, count++) {
    for (let c = 0; c < 3; c++) sum[c]! += linearFromSrgb(pixels[i * 4 + c]! / 255);
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/**
 * Light baked into vertices: the finished, tone-mapped colour as linear factors 0…1, three numbers a vertex.
 * For tiled materials divided by the tile's mean, so that tile times colour gives the finished colour.
 * @param tileMean Mean linear colour of a tiled material's picture.
 */
export function bakeColours(
  mesh: ModelMesh,
  scene: PackedScene,
  cache: IrradianceCache,
  tileMean: readonly [number, number, number] | undefined,
): Float32Array {
  const tracer = createPathTracer(scene, { cache, maxBounces: 4, brightest: 12 });
  const means = new Map<Material, [number, number, number]>();
  const colours = new Float32Array(mesh.positions.length);
  const pixel = new Float64Array(3);
  for (let i = 0; i < mesh.materials.length; i++) {
    const m = mesh.materials[i]!;
    if (!means.has(m)) means.set(m, meanColour(m));
    const albedo = means.get(m)!;
    if (m.emission) pixel.set(m.emission);
    else if (m.metal) for (let c = 0; c < 3; c++) pixel[c] = albedo[c]! * METAL_LIGHT;
    else {
      lightAt(i);
      for (let c = 0; c < 3; c++) pixel[c]! *= albedo[c]!;
    }
    toneMap(pixel, { exposure: EXPOSURE });
    for (let c = 0; c < 3; c++) {
      const finished = linearFromSrgb(pixel[c]!);
      colours[i * 3 + c] = Math.min(1, tileMean ? finished / Math.max(0.02, tileMean[c]!) : finished);
    }
  }
  return colours;

  function lightAt(i: number): void {
    const q = i * 3;
    const [nx, ny, nz] = [mesh.normals[q]!, mesh.normals[q + 1]!, mesh.normals[q + 2]!];
    const k = LIFT_M / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    pixel.fill(0);
    for (let sample = 0; sample < SAMPLES; sample++) {
      tracer.sampler.start(i, sample, SAMPLES, 3);
      tracer.sampler.draw(0);
      tracer.trace(
        mesh.lightPoints[q]! + nx * k,
        mesh.lightPoints[q + 1]! + ny * k,
        mesh.lightPoints[q + 2]! + nz * k,
        (-nx * k) / LIFT_M,
        (-ny * k) / LIFT_M,
        (-nz * k) / LIFT_M,
      );
      for (let c = 0; c < 3; c++) pixel[c]! += tracer.result[RESULT.diffuse + c]! / SAMPLES;
    }
  }
}
