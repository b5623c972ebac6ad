import { PICTURES_MAX } from '@openhouse/contract/panoramas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { actionKey } from '../../../api/action-key.ts';
import { sceneOf, withScenes } from './draft.ts';
import { openPictureWork, PictureRefused, type PictureWork } from './open-picture-work.ts';
import type { PictureRefusal } from './picture-jobs.ts';
import type { DraftHistory } from './use-draft.ts';

/** Why a file is no viewpoint. */
export type FileRefusal = PictureRefusal | { readonly reason: 'too-many'; readonly count: number };

export interface RefusedFile {
  readonly id: string;
  readonly file: File;
  readonly refusal: FileRefusal;
}

export interface Pictures {
  /** Files that are still to be read, the one that is read first. */
  readonly reading: readonly File[];
  readonly refused: readonly RefusedFile[];
  add(files: readonly File[]): void;
  dismiss(id: string): void;
  /** The work on pictures; a stopped one is restarted. */
  work(): PictureWork;
  /** Stops what is worked on. */
  stop(): void;
}

/** Reads pictures one after the other, and makes each a viewpoint or says why not. */
export function usePictures({ draft, change }: DraftHistory): Pictures {
  const [reading, setReading] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const open = useRef<PictureWork>(undefined);
  const count = useRef(0);
  count.current = draft.scenes.length;

  const work = useCallback(() => {
    open.current ??= openPictureWork();
    return open.current;
  }, []);
  const stop = useCallback(() => {
    open.current?.stop();
    open.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  const add = useCallback(
    (files: readonly File[]) => {
      setReading((all) => [...all, ...files]);
      // Pictures that were chosen together are one step.
      const step = `add ${actionKey()}`;
      const room = PICTURES_MAX - count.current;
      const read = async (file: File, at: number) => {
        const id = actionKey();
        try {
          if (at >= room) throw undefined;
          const scene = sceneOf(id, file, await work().read(file));
          // Before the file counts as read: between the two, a tour without it would look whole.
          change((now) => withScenes(now, [scene]), step);
        } catch (error) {
          const refusal: FileRefusal =
            error instanceof PictureRefused ? error.refusal : { reason: 'too-many', count: PICTURES_MAX };
          const wasStopped = error !== undefined && !(error instanceof PictureRefused);
          if (!wasStopped) setRefused((all) => [...all, { id, file, refusal }]);
        } finally {
          setReading((all) => all.filter((one) => one !== file));
        }
      };
      for (const [at, file] of files.entries()) void read(file, at);
    },
    [work, change],
  );
  const dismiss = useCallback((id: string) => setRefused((all) => all.filter((one) => one.id !== id)), []);
  return { reading, refused, add, dismiss, work, stop };
}
