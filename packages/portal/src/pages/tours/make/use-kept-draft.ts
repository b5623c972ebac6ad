import { useCallback, useEffect, useRef, useState } from 'react';
import { actionKey } from '../../../api/action-key.ts';
import { emptyDraft } from './draft.ts';
import { type LeftTour, openDraftStore } from './draft-store.ts';
import { heldDrafts, holdDraft } from './hold-draft.ts';
import { type Keeper, type Keeping, openKeeper } from './open-keeper.ts';
import type { DraftHistory } from './use-draft.ts';

export interface KeptDrafts {
  /** Whether the tour that is being made would outlive this page. */
  readonly keeping: Keeping;
  /** Tours that were left unfinished, the newest first. */
  readonly left: readonly LeftTour[];
  /** Files of the tour that goes on whose pictures were not kept. */
  readonly lost: readonly string[];
  goOn(id: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** What is written of one tour, and the lock that tells other tabs of it. */
interface Held {
  readonly keeper: Keeper;
  giveBack(): void;
}

/**
 * Keeps a tour that is being made in the browser, so that a tab that closes or dies takes nothing with it (decision 0233).
 * @param owner The person and the Team.
 * @param isDone True once the tour is imported: it is not kept any longer.
 */
export function useKeptDraft(owner: string, { draft, open }: DraftHistory, isDone: boolean): KeptDrafts {
  const [keeping, setKeeping] = useState<Keeping>({ state: 'kept' });
  const [left, setLeft] = useState<readonly LeftTour[]>([]);
  const [lost, setLost] = useState<readonly string[]>([]);
  const held = useRef<Held>(undefined);
  const opened = useRef<ReturnType<typeof openDraftStore>>(undefined);
  const store = useCallback(() => {
    opened.current ??= openDraftStore(owner);
    return opened.current;
  }, [owner]);
  const isEmpty = draft.scenes.length === 0;

  const look = useCallback(async () => {
    const all = await store().then((from) => from.list());
    const inTabs = await heldDrafts();
    setLeft(all.filter(({ id }) => !inTabs.has(id)));
  }, [store]);

  const begin = useCallback(
    (id: string, giveBack: () => void) => {
      held.current?.giveBack();
      held.current = { keeper: openKeeper(store(), id, setKeeping), giveBack };
    },
    [store],
  );

  useEffect(() => {
    // A browser without a database says so once there is something to keep.
    if (isEmpty) void look().catch(() => undefined);
  }, [isEmpty, look]);
  useEffect(() => () => held.current?.giveBack(), []);
  useEffect(() => {
    if (held.current === undefined) {
      if (draft.scenes.length === 0) return;
      const id = actionKey();
      const lock = holdDraft(id);
      begin(id, () => void lock.then((giveBack) => giveBack?.()));
    }
    held.current?.keeper.keep(isDone ? emptyDraft : draft);
  }, [draft, isDone, begin]);

  const goOn = useCallback(
    async (id: string) => {
      const giveBack = await holdDraft(id);
      const read = () => store().then((from) => from.read(id));
      // One that cannot be read is as good as gone.
      const kept = giveBack && (await read().catch(() => undefined));
      if (giveBack === undefined || kept === undefined) {
        giveBack?.();
        return look();
      }
      begin(id, giveBack);
      setLost(kept.lost);
      open(kept.draft);
    },
    [store, look, begin, open],
  );
  const remove = useCallback(
    async (id: string) => {
      await store().then((from) => from.remove(id));
      await look();
    },
    [store, look],
  );
  return { keeping, left, lost, goOn, remove };
}
