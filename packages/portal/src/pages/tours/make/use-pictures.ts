import { PICTURES_MAX } from '@openhouse/contract/panoramas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { actionKey } from '../../../api/action-key.ts';
import { sceneOf, withScenes } from './draft.ts';
import { openPictureWork, PictureRefused, type PictureWork, wasStopped } from './open-picture-work.ts';
import type { PictureRefusal, ReadPicture } from './picture-jobs.ts';
import type { DraftHistory } from './use-draft.ts';

/** Why a file is no viewpoint. */
export type FileRefusal = PictureRefusal | { readonly reason: 'too-many'; readonly count: number };

const TOO_MANY: FileRefusal = { reason: 'too-many', count: PICTURES_MAX };

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
  /** Stops what is worked on; pictures that are still to be read are read afterwards. */
  stop(): void;
}

/** Reads pictures one after the other, and makes each a viewpoint or says why not. */
export function usePictures({ draft, change }: DraftHistory): Pictures {
  const [reading, setReading] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const open = useRef<PictureWork>(undefined);
  const count = useRef(0);
  count.current = draft.scenes.length;
  const last = useRef<Promise<void>>(Promise.resolve());

  const work = useCallback(() => {
    open.current ??= openPictureWork();
    return open.current;
  }, []);
  const stop = useCallback(() => {
    open.current?.stop();
    open.current = undefined;
  }, []);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      stop();
    };
  }, [stop]);

  const readOrRefusal = useCallback(
    async (file: File): Promise<ReadPicture | FileRefusal | undefined> => {
      // What is stopped is the cutting of a tour: a picture that was read or waited meanwhile is read again.
      while (!isGone.current) {
        try {
          return await work().read(file);
        } catch (error) {
          if (error instanceof PictureRefused) return error.refusal;
          // Without room for another thread nothing is tried again.
          if (!wasStopped(error)) return { reason: 'memory' };
        }
      }
      return undefined;
    },
    [work],
  );

  const add = useCallback(
    (files: readonly File[]) => {
      setReading((all) => [...all, ...files]);
      // Pictures that were chosen together are one step.
      const step = `add ${actionKey()}`;
      const read = async (file: File) => {
        const id = actionKey();
        const outcome = count.current >= PICTURES_MAX ? TOO_MANY : await readOrRefusal(file);
        if (outcome === undefined) return;
        // Before the file counts as read: between the two, a tour without it would look whole.
        if ('reason' in outcome) setRefused((all) => [...all, { id, file, refusal: outcome }]);
        else {
          change((now) => withScenes(now, [sceneOf(id, file, outcome)]), step);
          // Counted before the page is drawn again, for the next file.
          count.current += 1;
        }
        setReading((all) => all.filter((one) => one !== file));
      };
      // One after the other, those of other times too: whether there is room for a file shows when its turn comes.
      for (const file of files) last.current = last.current.then(() => read(file));
    },
    [readOrRefusal, change],
  );
  const dismiss = useCallback((id: string) => setRefused((all) => all.filter((one) => one.id !== id)), []);
  return { reading, refused, add, dismiss, work, stop };
}
