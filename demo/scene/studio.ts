import { extent } from '../content/loft/places.ts';
import { buildLoft } from './loft/loft.ts';
import { createOutdoors } from './loft/outdoors.ts';
import { buildIrradianceCache, type IrradianceCache, surfacePoints } from './tracer/irradiance-cache.ts';
import { type PackedScene, packScene } from './tracer/packed-scene.ts';
import { createPathTracer, RESULT } from './tracer/path-tracer.ts';

/** The scene and its cache, as both the pictures and the doll's-house model need them. */

/** A power of two. */
const CACHE_SAMPLES = 16;
const LIFT_M = 0.003;
const CACHE_MARGIN_M = 0.05;

export function openStudio(): PackedScene {
  return packScene(buildLoft(), createOutdoors());
}

export function cachePoints(scene: PackedScene): Float32Array {
  const { min, max } = extent;
  // Upwards far enough to hold the shaft of the skylight.
  return surfacePoints(scene, [
    min[0] - CACHE_MARGIN_M,
    min[1] - 0.01,
    min[2] - CACHE_MARGIN_M,
    max[0] + CACHE_MARGIN_M,
    max[1] + CACHE_MARGIN_M,
    max[2] + CACHE_MARGIN_M,
  ]);
}

/** Light on points `from`…`to`, three numbers each. */
export function lightPoints(scene: PackedScene, points: Float32Array, from: number, to: number): Float32Array {
  const tracer = createPathTracer(scene, { maxBounces: 5, brightest: 20 });
  const light = new Float32Array((to - from) * 3);
  for (let n = from; n < to; n++) {
    const q = n * 6;
    const [nx, ny, nz] = [points[q + 3]!, points[q + 4]!, points[q + 5]!];
    for (let sample = 0; sample < CACHE_SAMPLES; sample++) {
      tracer.sampler.start(n, sample, CACHE_SAMPLES, 7);
      tracer.sampler.draw(0);
      tracer.trace(points[q]! + nx * LIFT_M, points[q + 1]! + ny * LIFT_M, points[q + 2]! + nz * LIFT_M, -nx, -ny, -nz);
      for (let c = 0; c < 3; c++) light[(n - from) * 3 + c]! += tracer.result[RESULT.diffuse + c]! / CACHE_SAMPLES;
    }
  }
  return light;
}

export function assembleCache(points: Float32Array, light: Float32Array): IrradianceCache {
  return buildIrradianceCache(points, light);
}
