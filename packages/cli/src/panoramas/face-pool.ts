import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FaceJob } from './face-worker.main.ts';

/** Threads that project faces, one at a time each. */
export interface FacePool {
  /** @returns Red, green and blue, row by row. */
  project(job: FaceJob): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Where the sources run, the contract's are read, too. */
const [FILE, OPTIONS] = import.meta.url.endsWith('.ts')
  ? ['./face-worker.source.mjs', { execArgv: [...process.execArgv, '--conditions=openhouse:source'] }]
  : ['./face-worker.main.js', {}];
const PROGRAM = new URL(FILE, import.meta.url);

/** @param size Threads; their jobs wait for each other in order. */
export function openFacePool(size: number): FacePool {
  const workers = Array.from({ length: size }, () => new Worker(PROGRAM, OPTIONS));
  // A thread that ends loses its job, so nothing waits for that any more.
  const ended = new AbortController();
  for (const worker of workers) {
    worker.once('exit', () => ended.abort(new Error('A thread that projects faces has ended.')));
  }
  const free = [...workers];
  const waiting: ((worker: Worker) => void)[] = [];
  return {
    async project(job) {
      const worker = free.pop() ?? (await new Promise<Worker>((resolve) => waiting.push(resolve)));
      try {
        ended.signal.throwIfAborted();
        worker.postMessage(job);
        // A race with one promise for all jobs would hold the pixels of each until that is settled.
        const [pixels] = await once(worker, 'message', { signal: ended.signal });
        return pixels as Uint8Array;
      } catch (error) {
        throw ended.signal.aborted ? ended.signal.reason : error;
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(worker);
        else next(worker);
      }
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
