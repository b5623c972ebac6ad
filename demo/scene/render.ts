import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { observers } from '../content/loft/places.ts';
import type { Face } from '../content/wire/geometry.ts';
import { EXPOSURES } from './exposures.ts';
import { FACES } from './picture/cube-face.ts';
import type { WorkerAnswer, WorkerJob } from './render-worker.ts';

/**
 * Renders the cube faces of the demo loft: `npm run render -- [--draft] [--observers 0,3] [--workers 2]`.
 * A face whose picture exists is skipped, so an interrupted run goes on where it stopped.
 */

const { values: options } = parseArgs({
  options: {
    draft: { type: 'boolean', default: false },
    observers: { type: 'string' },
    faces: { type: 'string' },
    size: { type: 'string' },
    samples: { type: 'string' },
    traced: { type: 'string', default: '1' },
    quality: { type: 'string', default: '90' },
    workers: { type: 'string', default: '2' },
    'keep-raw': { type: 'boolean', default: false },
    out: { type: 'string' },
    work: { type: 'string', default: join(import.meta.dirname, '.cache') },
  },
});

const size_px = Number(options.size ?? (options.draft ? 256 : 1024));
const samples = Number(options.samples ?? (options.draft ? 8 : 4));
const out =
  options.out ??
  (options.draft ? join(options.work, 'draft') : join(import.meta.dirname, '../tours/demo-loft/assets/panorama'));
const wantedFaces = options.faces?.split(',') ?? FACES;
const wantedObservers = options.observers?.split(',').map(Number) ?? observers.map((o) => o.index);
const LIGHT_BATCH = 4000;
/** Ceilings and floors are calm and seldom looked at: they are traced smaller and enlarged. */
const TRACED_SHARE: Readonly<Record<Face, number>> = { front: 1, right: 1, back: 1, left: 1, up: 0.6, down: 0.75 };

/** Sends one job and waits for its answer. */
function ask(worker: ChildProcess, job: WorkerJob): Promise<WorkerAnswer> {
  const answer = nextAnswer(worker);
  worker.send(job);
  return answer;
}

function nextAnswer(worker: ChildProcess): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`A render process ended early with ${code}`));
    worker.once('exit', failed);
    worker.once('message', (message) => {
      worker.off('exit', failed);
      resolve(message as WorkerAnswer);
    });
  });
}

/** Hands the items out to all workers, each taking the next when it is free. */
async function share<T>(
  workers: readonly ChildProcess[],
  items: readonly T[],
  work: (worker: ChildProcess, item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  await Promise.all(
    workers.map(async (worker) => {
      for (const item of queue) await work(worker, item);
    }),
  );
}

async function startWorkers(): Promise<{ workers: ChildProcess[]; points: number }> {
  const program = new URL('./render-worker.ts', import.meta.url);
  const workers = Array.from({ length: Number(options.workers) }, () => fork(program, { serialization: 'advanced' }));
  const [ready] = await Promise.all(workers.map(nextAnswer));
  return { workers, points: ready?.kind === 'ready' ? ready.points : 0 };
}

/** The light of every cache point, from the work folder or computed now. */
async function cacheLight(workers: readonly ChildProcess[], points: number): Promise<Float32Array> {
  const path = join(options.work, `cache-${points}.f32`);
  if (existsSync(path)) {
    const bytes = await readFile(path);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }
  const light = new Float32Array(points * 3);
  const batches = Array.from({ length: Math.ceil(points / LIGHT_BATCH) }, (_, i) => i * LIGHT_BATCH);
  await share(workers, batches, async (worker, from) => {
    const answer = await ask(worker, { kind: 'light', from, to: Math.min(points, from + LIGHT_BATCH) });
    if (answer.kind === 'light') light.set(answer.light, answer.from * 3);
  });
  await writeFile(path, new Uint8Array(light.buffer));
  return light;
}

await mkdir(out, { recursive: true });
await mkdir(options.work, { recursive: true });
const start = performance.now();
const { workers, points } = await startWorkers();
const light = await cacheLight(workers, points);
await Promise.all(workers.map((worker) => ask(worker, { kind: 'cache', light })));
console.log(`cache of ${points} points ready after ${((performance.now() - start) / 1000).toFixed(0)} s`);

const faces = wantedObservers.flatMap((index) =>
  FACES.filter((face) => wantedFaces.includes(face)).map((face) => ({ index, face })),
);
await share(workers, faces, async (worker, { index, face }) => {
  const path = join(out, `${index}_${face}.webp`);
  if (existsSync(path)) return;
  const position = observers[index]!.position;
  const traced_px = Math.round(size_px * Number(options.traced) * TRACED_SHARE[face]);
  const rawPath = options['keep-raw'] ? join(options.work, `${index}_${face}_${traced_px}_${samples}.raw`) : undefined;
  const seed = index * FACES.length + FACES.indexOf(face) + 1;
  const answer = await ask(worker, {
    kind: 'face',
    position,
    face,
    size_px: traced_px,
    samples,
    seed,
    exposure: EXPOSURES[index]!,
    ...(rawPath && { rawPath }),
  });
  if (answer.kind !== 'face') return;
  const picture = sharp(answer.rgb, { raw: { width: traced_px, height: traced_px, channels: 3 } }).resize(size_px);
  const { size } = await picture
    .webp({ quality: Number(options.quality), effort: 5, smartSubsample: true })
    .toFile(path);
  console.log(
    `${index}_${face}: traced ${answer.traced_s.toFixed(1)} s (${(answer.rays / 1e6).toFixed(1)} M rays), ` +
      `denoised ${answer.developed_s.toFixed(1)} s, ${(size / 1024).toFixed(0)} KB`,
  );
});
for (const worker of workers) worker.disconnect();
