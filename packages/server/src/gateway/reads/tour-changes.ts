import { type FrameCache, recordsGroup, tourGroup } from './frame-cache.ts';
import type { TourStore } from './store.ts';

/** @returns A poll that evicts the payloads of tours that changed since the last one, on whichever node. */
export function evictChangedTours(store: TourStore, cache: FrameCache): () => Promise<void> {
  let seen: bigint | undefined;
  return async () => {
    // On the first poll nothing is cached yet: only the epoch to continue from matters.
    const { n, tours } = await store.changedTours(seen ?? MAX_EPOCH);
    if (seen !== undefined) {
      if (tours === undefined) cache.clear();
      for (const { teamId, code } of tours ?? []) {
        cache.evict(tourGroup(teamId, code));
        cache.evict(recordsGroup(teamId));
      }
    }
    seen = n;
  };
}

/** The largest bigint of PostgreSQL: no row is stamped later. */
const MAX_EPOCH = 9_223_372_036_854_775_807n;
