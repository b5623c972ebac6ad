import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { developFace } from './picture/develop.ts';
import { type FaceBuffer, type FaceJob, renderFace } from './picture/face-buffer.ts';
import type { ToneOptions } from './picture/tone.ts';
import { assembleCache, cachePoints, lightPoints, openStudio } from './studio.ts';
import { createPathTracer } from './tracer/path-tracer.ts';

/**
 * A render process: builds its own copy of the scene, then does what it is told, one job at a time.
 * A process and not a thread, because threads do not inherit the loader that runs TypeScript.
 */

export type WorkerJob =
  | { readonly kind: 'light'; readonly from: number; readonly to: number }
  | { readonly kind: 'cache'; readonly light: Float32Array }
  | ({
      readonly kind: 'face';
      /** Where the raw samples are kept, so that a change of the denoiser needs no new tracing (about 250 MB a face). */
      readonly rawPath?: string;
    } & ToneOptions &
      FaceJob);

export type WorkerAnswer =
  | { readonly kind: 'ready'; readonly points: number }
  | { readonly kind: 'light'; readonly from: number; readonly light: Float32Array }
  | { readonly kind: 'cached' }
  | {
      readonly kind: 'face';
      readonly rgb: Uint8Array;
      readonly traced_s: number;
      readonly developed_s: number;
      readonly rays: number;
    };

/** Indirect light beyond this is cut; four samples a pixel cannot average it away. */
const BRIGHTEST = 8;

if (process.send) {
  const scene = openStudio();
  const points = cachePoints(scene);
  let cache: ReturnType<typeof assembleCache> | undefined;
  const samplesOf = async (
    job: FaceJob & { readonly rawPath?: string },
  ): Promise<{ buffer: FaceBuffer; rays: number }> => {
    if (job.rawPath && existsSync(job.rawPath)) {
      return { buffer: deserialize(await readFile(job.rawPath)) as FaceBuffer, rays: 0 };
    }
    const pixel_rad = (2 / job.size_px) * 0.8;
    const tracer = createPathTracer(scene, { ...(cache && { cache }), brightest: BRIGHTEST, pixel_rad });
    const buffer = renderFace(tracer, job);
    if (job.rawPath) await writeFile(job.rawPath, serialize(buffer));
    return { buffer, rays: tracer.rays.rays[0]! };
  };
  const answer = (message: WorkerAnswer) => process.send!(message);
  process.on('message', async (job: WorkerJob) => {
    if (job.kind === 'light') {
      answer({ kind: 'light', from: job.from, light: lightPoints(scene, points, job.from, job.to) });
    } else if (job.kind === 'cache') {
      cache = assembleCache(points, job.light);
      answer({ kind: 'cached' });
    } else {
      const start = performance.now();
      const { buffer, rays } = await samplesOf(job);
      const traced = performance.now();
      const rgb = developFace(buffer, job);
      answer({
        kind: 'face',
        rgb,
        traced_s: (traced - start) / 1000,
        developed_s: (performance.now() - traced) / 1000,
        rays,
      });
    }
  });
  answer({ kind: 'ready', points: points.length / 6 });
}
