import type { Face } from '@openhouse/contract/panoramas';
import type { CutPicture, JobAnswer, PictureJob, PictureRefusal, ReadFace, ReadPicture } from './picture-jobs.ts';

/** A picture could not be used. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
  readonly refusal: PictureRefusal;
  constructor(refusal: PictureRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** Whether work failed only because it was stopped. */
export const wasStopped = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** What works on pictures, one after the other. Every promise fails with {@link PictureRefused}, or once it is stopped. */
export interface PictureWork {
  read(file: File): Promise<ReadPicture | ReadFace>;
  /** @param onFaces Told how many faces are done. */
  cut(
    files: readonly Blob[],
    picture: ReadPicture,
    edge: number,
    onFaces: (count: number) => void,
  ): Promise<CutPicture>;
  preview(files: readonly Blob[], picture: ReadPicture): Promise<Readonly<Record<Face, Blob>>>;
  /** Ends it, in the middle of a picture too; what it held is given back. */
  stop(): void;
}

export function openPictureWork(): PictureWork {
  let worker: Worker | undefined;
  let nextId = 1;
  let last: Promise<unknown> = Promise.resolve();
  let stopped: Error | undefined;
  let failCurrent = (_error: Error) => {};

  function liveWorker(): Worker {
    if (worker !== undefined) return worker;
    const opened = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
    // A thread that died of too little memory says so and nothing else. The pictures behind are worked on by another one.
    opened.onerror = () => {
      opened.terminate();
      if (worker !== opened) return;
      worker = undefined;
      failCurrent(new PictureRefused({ reason: 'memory' }));
    };
    worker = opened;
    return opened;
  }

  function run<Done>(job: PictureJob, onStep: (step: number) => void = () => {}): Promise<Done> {
    const id = nextId;
    nextId += 1;
    // A race with one promise for all jobs would hold what each of them gave until the work is stopped.
    const done = last.then(
      () =>
        new Promise<Done>((resolve, reject) => {
          if (stopped !== undefined) return reject(stopped);
          failCurrent = reject;
          const current = liveWorker();
          current.onmessage = ({ data }: MessageEvent<JobAnswer>) => {
            if (data.id !== id) return;
            if ('step' in data) onStep(data.step);
            else if ('done' in data) resolve(data.done as Done);
            else reject(new PictureRefused(data.refused));
          };
          current.postMessage({ id, job });
        }),
    );
    last = done.catch(() => undefined);
    return done;
  }

  return {
    read: (file) => run({ kind: 'read', file }),
    cut: (files, picture, edge, onFaces) => run({ kind: 'cut', files, picture, edge }, onFaces),
    preview: (files, picture) => run({ kind: 'preview', files, picture }),
    stop() {
      worker?.terminate();
      worker = undefined;
      stopped ??= new DOMException('The work was stopped.', 'AbortError');
      failCurrent(stopped);
    },
  };
}
