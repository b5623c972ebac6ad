import type { Pool } from 'pg';
import type { Look } from '../../kernel/changes/change-feed.ts';
import type { AppStanding } from './app-standing.ts';
import { appsChangedSince } from './store.ts';

/** The standing of every app, cached in memory, so that admitting a request needs no I/O. */
export interface AppStandings {
  byKey(appKey: string): AppStanding | undefined;
  byId(appId: bigint): AppStanding | undefined;
  /** Fetches what changed since the last call; all of it the first time. */
  readonly look: Look;
}

export function appStandings(pool: Pool): AppStandings {
  const byKey = new Map<string, AppStanding>();
  const byId = new Map<bigint, AppStanding>();
  let seen: bigint | undefined;
  return {
    byKey: (appKey) => byKey.get(appKey),
    byId: (appId) => byId.get(appId),
    async look(anew) {
      const before = seen;
      const { n, apps } = await appsChangedSince(pool, anew || before === undefined ? NOTHING_SEEN : before);
      if (anew) {
        byKey.clear();
        byId.clear();
      }
      for (const app of apps) {
        byKey.set(app.appKey, app);
        byId.set(app.appId, app);
      }
      seen = n;
      return { name: 'standing', before, now: n };
    },
  };
}

/** No row is stamped that early. */
const NOTHING_SEEN = -1n;
