import { goneOf } from '../../../api/is-there.ts';
import { type Draft, type DraftScene, shownLabel } from './draft.ts';

// Unfinished tours lie in the browser's own database: a record for each tour, and one for each of its pictures, which is
// written once. Records of another format are of no use to this page: a new format has a new number and begins empty.

const DATABASE = 'openhouse-drafts';
const FORMAT = 2;
const [TOURS, PICTURES] = ['tours', 'pictures'] as const;

/** A tour that was left unfinished. */
export interface LeftTour {
  readonly id: string;
  /** Empty where it was not given one yet. */
  readonly name: string;
  readonly count: number;
  /** When it was changed last. */
  readonly changedAt: string;
}

/** A tour as it was kept. */
interface KeptDraft {
  readonly draft: Draft;
  /** Files whose pictures were not kept: their viewpoints are not in the draft. */
  readonly lost: readonly string[];
}

type KeptPicture = Pick<DraftScene, 'files' | 'picture'>;

/** A draft without its pictures. */
interface TourRecord {
  readonly id: string;
  readonly owner: string;
  readonly changedAt: string;
  readonly draft: Draft & {
    readonly scenes: readonly (Omit<DraftScene, keyof KeptPicture> & { readonly fileName: string })[];
  };
}

/** The unfinished tours of one person in one Team, in this browser. */
export interface DraftStore {
  list(): Promise<readonly LeftTour[]>;
  /** @returns Undefined where it is gone. */
  read(id: string): Promise<KeptDraft | undefined>;
  /** Writes everything but pictures. */
  writeTour(id: string, draft: Draft): Promise<void>;
  /** Ids of the viewpoints whose pictures are kept. */
  pictures(id: string): Promise<readonly string[]>;
  writePicture(id: string, scene: DraftScene): Promise<void>;
  removePicture(id: string, scene: string): Promise<void>;
  /** Removes a tour with its pictures. */
  remove(id: string): Promise<void>;
}

/**
 * Fails where the browser has no database for this page.
 * @param owner The person and the Team: nobody else who uses the browser is offered these tours.
 */
export async function openDraftStore(owner: string): Promise<DraftStore> {
  const database = await openDatabase();
  const run = async <Answer>(
    mode: IDBTransactionMode,
    act: (tours: IDBObjectStore, pictures: IDBObjectStore) => IDBRequest<Answer>,
  ): Promise<Answer> => {
    const transaction = database.transaction([TOURS, PICTURES], mode);
    const request = act(transaction.objectStore(TOURS), transaction.objectStore(PICTURES));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? request.error);
    });
  };
  const picturesOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

  return {
    async list() {
      const all = (await run('readonly', (tours) => tours.index('owner').getAll(owner))) as TourRecord[];
      return all
        .map(({ id, changedAt, draft }) => ({ id, name: draft.name.trim(), count: draft.scenes.length, changedAt }))
        .sort((a, b) => b.changedAt.localeCompare(a.changedAt));
    },
    async read(id) {
      const record = (await run('readonly', (tours) => tours.get(id))) as TourRecord | undefined;
      if (record?.owner !== owner) return undefined;
      const lost: string[] = [];
      const scenes: DraftScene[] = [];
      for (const { fileName, ...scene } of record.draft.scenes) {
        const kept = (await run('readonly', (_, pictures) => pictures.get([id, scene.id]))) as KeptPicture | undefined;
        // One that went while it was kept may have left an empty file.
        if (kept === undefined || (await goneOf(kept.files)).length > 0) lost.push(fileName);
        else scenes.push({ ...scene, ...kept });
      }
      return { draft: { ...record.draft, scenes }, lost };
    },
    async writeTour(id, draft) {
      const scenes = draft.scenes.map((one) => {
        const { files: _, picture: __, ...scene } = one;
        return { ...scene, fileName: shownLabel(one) };
      });
      const record = { id, owner, changedAt: new Date().toISOString(), draft: { ...draft, scenes } };
      await run('readwrite', (tours) => tours.put(record));
    },
    async pictures(id) {
      const keys = await run('readonly', (_, pictures) => pictures.getAllKeys(picturesOf(id)));
      return keys.map((key) => (key as [string, string])[1]);
    },
    async writePicture(id, { id: scene, files, picture }) {
      const kept: KeptPicture = { files, picture };
      await run('readwrite', (_, pictures) => pictures.put(kept, [id, scene]));
    },
    async removePicture(id, scene) {
      await run('readwrite', (_, pictures) => pictures.delete([id, scene]));
    },
    async remove(id) {
      await run('readwrite', (tours, pictures) => {
        pictures.delete(picturesOf(id));
        return tours.delete(id);
      });
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, FORMAT);
    opening.onupgradeneeded = () => {
      const database = opening.result;
      for (const name of database.objectStoreNames) database.deleteObjectStore(name);
      database.createObjectStore(TOURS, { keyPath: 'id' }).createIndex('owner', 'owner');
      database.createObjectStore(PICTURES);
    };
    opening.onsuccess = () => {
      // A page of a later version needs another format: it would wait for this one.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error);
    // Pages with the earlier format are asked to close. Not waiting for ever for one that does not.
    opening.onblocked = () => reject(new Error('Another tab holds the database.'));
  });
}
