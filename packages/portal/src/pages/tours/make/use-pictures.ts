import {
  type Face,
  type FoundFace,
  faceIn,
  faceSets,
  PICTURES_MAX,
  readPlaces,
  type TableRefusal,
  TableRefused,
} from '@openhouse/contract/panoramas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { actionKey } from '../../../api/action-key.ts';
import { goneOf } from '../../../api/is-there.ts';
import { type DraftTable, sceneOf, sceneOfSet, withScenes, withTable } from './draft.ts';
import { openPictureWork, PictureRefused, type PictureWork, wasStopped } from './open-picture-work.ts';
import type { PictureRefusal, ReadFace, ReadPicture } from './picture-jobs.ts';
import { type ChosenFile, chosenAlone, type Folder, type FolderRefusal, readFolder } from './read-folder.ts';
import type { DraftHistory } from './use-draft.ts';

/** Why a file is no viewpoint, and no table of them. */
export type FileRefusal =
  | PictureRefusal
  | TableRefusal
  | { readonly reason: 'too-many'; readonly count: number }
  | { readonly reason: 'large table'; readonly most: number }
  /** Another file is the same face of a set. */
  | { readonly reason: 'twice'; readonly other: string; readonly face: Face; readonly set: string }
  /** Of a set, instead of a file. */
  | { readonly reason: 'lacking'; readonly missing: readonly Face[] }
  /** Of a folder; the last one of a file in it as well. */
  | { readonly reason: FolderRefusal };

const TOO_MANY: FileRefusal = { reason: 'too-many', count: PICTURES_MAX };
/** Kilobytes of a table: one of a thousand viewpoints has a tenth of it. */
const TABLE_MAX_KB = 1000;
const TABLE = /\.csv$/i;

export interface RefusedFile {
  readonly id: string;
  /** The file; of a set what its files have in common, which may be nothing. */
  readonly name: string;
  readonly refusal: FileRefusal;
}

/** A face that was read and waits for the others of its set. */
interface ChosenFace {
  readonly path: string;
  readonly isSquare: true;
  readonly file: File;
  readonly read: ReadFace;
}

export interface Pictures {
  /** Files that are still to be read, the one that is read first. */
  readonly reading: readonly File[];
  readonly refused: readonly RefusedFile[];
  add(files: readonly File[]): void;
  addFolder(folder: Folder): void;
  dismiss(id: string): void;
  /** The work on pictures; a stopped one is restarted. */
  work(): PictureWork;
  /** Stops what is worked on; pictures that are still to be read are read afterwards. */
  stop(): void;
}

/** Reads files one after the other, and makes each a viewpoint, a face of one or the table of all; or says why not. */
export function usePictures({ draft, change }: DraftHistory): Pictures {
  const [reading, setReading] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [waiting, setWaiting] = useState<readonly FoundFace<ChosenFace>[]>([]);
  const faces = useRef(waiting);
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
    async (file: File): Promise<ReadPicture | ReadFace | FileRefusal | undefined> => {
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

  const take = useCallback(
    (chosen: readonly ChosenFile[]) => {
      setReading((all) => [...all, ...chosen.map(({ file }) => file)]);
      // Pictures that were chosen together are one step.
      const step = `add ${actionKey()}`;
      const together: FoundFace<ChosenFace>[] = [];
      const refuse = ({ path: name }: ChosenFile, refusal: FileRefusal) =>
        setRefused((all) => [...all, { id: actionKey(), name, refusal }]);

      /** Waits for the others of its set, which becomes a viewpoint with the last one. */
      const addFace = (one: ChosenFile, found: FoundFace<ChosenFace>) => {
        const [again] = faceSets([...together, found]).twice;
        if (again !== undefined) {
          const { face, label: set, two } = again;
          return refuse(one, { reason: 'twice', other: two[0].path, face, set });
        }
        together.push(found);
        // One that waited since another time was chosen again, with those that its set lacked.
        const others = faces.current.filter(({ label, face }) => label !== found.label || face !== found.face);
        const all = [...others, found];
        const [whole] = faceSets(all).whole;
        if (whole !== undefined) {
          const scene = sceneOfSet(actionKey(), whole);
          change((now) => withScenes(now, [scene]), step);
          count.current += 1;
        }
        faces.current = whole === undefined ? all : all.filter(({ label }) => label !== found.label);
        setWaiting(faces.current);
      };
      const read = async (one: ChosenFile) => {
        const { file, path, face } = one;
        if (TABLE.test(file.name)) {
          const outcome = await tableIn(file);
          if ('reason' in outcome) refuse(one, outcome);
          else change((now) => withTable(now, outcome), step);
        } else {
          const outcome = count.current >= PICTURES_MAX ? TOO_MANY : await readOrRefusal(file);
          if (outcome === undefined) return;
          // Before the file counts as read: between the two, a tour without it would look whole.
          if ('reason' in outcome) refuse(one, outcome);
          else if ('edge' in outcome) {
            const picture = { path, isSquare: true, file, read: outcome } as const;
            const found = face === undefined ? faceIn(picture) : { ...face, picture };
            if (found !== undefined) addFace(one, calledAfter(one.folder, found));
          } else if (face !== undefined) refuse(one, { reason: 'folder of others' });
          else {
            const scene = sceneOf(actionKey(), file, outcome);
            change((now) => withScenes(now, [scene]), step);
            // Counted before the page is drawn again, for the next file.
            count.current += 1;
          }
        }
        setReading((all) => all.filter((other) => other !== file));
      };
      // One after the other, those of other times too: whether there is room for a file shows when its turn comes.
      for (const one of chosen) last.current = last.current.then(() => read(one));
    },
    [readOrRefusal, change],
  );
  const add = useCallback((files: readonly File[]) => take(files.map(chosenAlone)), [take]);
  const addFolder = useCallback(
    async (folder: Folder) => {
      const found = await readFolder(folder);
      if (isGone.current) return;
      const refusals = found.refused.map(({ name, reason }) => ({ id: actionKey(), name, refusal: { reason } }));
      setRefused((all) => [...all, ...refusals]);
      take(found.files);
    },
    [take],
  );
  const dismiss = useCallback((id: string) => {
    setRefused((all) => all.filter((one) => one.id !== id));
    faces.current = faces.current.filter(({ label }) => idOfSet(label) !== id);
    setWaiting(faces.current);
  }, []);
  // While files are read, the others of a set may be among them.
  const lacking = reading.length > 0 ? [] : faceSets(waiting).lacking;
  const refusedSets = lacking.map(({ label, missing }): RefusedFile => {
    return { id: idOfSet(label), name: label, refusal: { reason: 'lacking', missing } };
  });
  return { reading, refused: [...refused, ...refusedSets], add, addFolder, dismiss, work, stop };
}

/** Faces that are called so and nothing else are those of what their folder is called. */
function calledAfter<Found extends FoundFace<ChosenFace>>(folder: string, found: Found): Found {
  return found.label === '' ? { ...found, label: folder, stem: folder } : found;
}

const idOfSet = (label: string) => `set ${label}`;

async function tableIn(file: File): Promise<DraftTable | FileRefusal> {
  if (file.size > TABLE_MAX_KB * 1000) return { reason: 'large table', most: TABLE_MAX_KB };
  try {
    return { name: file.name, places: readPlaces(new Uint8Array(await file.arrayBuffer())) };
  } catch (error) {
    if (error instanceof TableRefused) return error.refusal;
    return { reason: (await goneOf([file])).length > 0 ? 'gone' : 'broken' };
  }
}
