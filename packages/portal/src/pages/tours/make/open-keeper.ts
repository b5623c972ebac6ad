import { goneOf } from '../../../api/is-there.ts';
import { type Draft, shownLabel } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

/** Whether a tour would outlive this page. */
export type Keeping =
  /** `keeping`: what was changed last is being written. `off`: this browser keeps nothing for the page. */
  | { readonly state: 'kept' | 'keeping' | 'off' }
  /** The last change has no room. */
  | { readonly state: 'full' }
  /** Pictures of these files are not kept: they have no room, or the file is not where it was. */
  | { readonly state: 'partly'; readonly full: readonly string[]; readonly gone: readonly string[] };

export interface Keeper {
  /** Keeps what a tour has become, as soon as what is being written is there; one without pictures is removed. */
  keep(draft: Draft): void;
}

/** Keeps one tour in the store, through all its changes. */
export function openKeeper(store: Promise<DraftStore>, id: string, onChange: (keeping: Keeping) => void): Keeper {
  let next: Draft | undefined;
  let isWriting = false;

  async function write(into: DraftStore, draft: Draft): Promise<Keeping> {
    if (draft.scenes.length === 0) {
      await into.remove(id);
      return { state: 'kept' };
    }
    const kept = new Set(await into.pictures(id));
    const wanted = new Set(draft.scenes.map((scene) => scene.id));
    for (const scene of kept) if (!wanted.has(scene)) await into.removePicture(id, scene);
    await into.writeTour(id, draft);
    const [full, gone]: [string[], string[]] = [[], []];
    for (const scene of draft.scenes) {
      if (kept.has(scene.id)) continue;
      // Chromium keeps an empty file in its place, or says nothing of what was wrong.
      const missing = await goneOf(scene.files);
      if (missing.length > 0) {
        gone.push(...missing.map(({ name }) => name));
        continue;
      }
      try {
        await into.writePicture(id, scene);
      } catch (error) {
        if (!isFull(error)) throw error;
        full.push(shownLabel(scene));
      }
    }
    return full.length + gone.length > 0 ? { state: 'partly', full, gone } : { state: 'kept' };
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    for (let draft = next; draft !== undefined; draft = next) {
      next = undefined;
      const wanted = draft;
      const keeping = await store
        .then((into) => write(into, wanted))
        .catch((error): Keeping => ({ state: isFull(error) ? 'full' : 'off' }));
      if (next === undefined) onChange(keeping);
    }
    isWriting = false;
  }

  return {
    keep(draft) {
      next = draft;
      onChange({ state: 'keeping' });
      if (!isWriting) void writeAll();
    },
  };
}

const isFull = (error: unknown): boolean => (error as Error | null)?.name === 'QuotaExceededError';
