import type { Look } from '../../kernel/changes/change-feed.ts';
import { type FrameCache, recordsGroup, tourGroup } from './frame-cache.ts';
import type { TourStore } from './store.ts';

/** @returns A poll that evicts the payloads of tours that changed since the last one, on whichever node. */
export function evictChangedTours(store: TourStore, cache: FrameCache): Look {
  let seen: bigint | undefined;
  return async (anew) => {
    const before = seen;
    // On the first poll nothing is cached yet, and a new start drops everything: only the epoch to continue from
    // matters.
    const { n, tours } = await store.changedTours(anew || before === undefined ? MAX_EPOCH : before);
    if (anew || tours === undefined) cache.clear();
    else if (before !== undefined) {
      for (const { teamId, code } of tours) {
        cache.evict(tourGroup(teamId, code));
        cache.evict(recordsGroup(teamId));
      }
    }
    seen = n;
    return { name: 'tours', before, now: n };
  };
}

/** The largest bigint of PostgreSQL: no row has a later stamp. */
const MAX_EPOCH = 9_223_372_036_854_775_807n;
