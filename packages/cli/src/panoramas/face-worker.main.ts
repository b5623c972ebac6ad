import { parentPort } from 'node:worker_threads';
import { type Band, type Face, projectFace } from '@openhouse/contract/panoramas';

/** What a thread is asked for; the pixels are shared with it, not copied. */
export interface FaceJob {
  readonly band: Band;
  readonly face: Face;
  readonly edge: number;
}

parentPort?.on('message', ({ band, face, edge }: FaceJob) => {
  const pixels = projectFace(band, face, edge);
  parentPort?.postMessage(pixels, [pixels.buffer as ArrayBuffer]);
});
