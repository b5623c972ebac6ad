import type { Pool } from 'pg';
import { EMPTY_PLAN, type PlanOfCalls } from '../../apps/call-limits.ts';
import type { Look } from '../../kernel/changes/change-feed.ts';
import type { AppStanding } from './app-standing.ts';
import { appsChangedSince, callsOfPlans } from './store.ts';

/** The standing of every app and the plans, cached in memory, so that admitting a request needs no I/O. */
export interface AppStandings {
  byKey(appKey: string): AppStanding | undefined;
  byId(appId: bigint): AppStanding | undefined;
  /** The plan of the app's Team. */
  planOf(app: AppStanding): PlanOfCalls;
  /** Fetches what changed since the last call; all of it the first time. */
  readonly look: Look;
}

export function appStandings(pool: Pool): AppStandings {
  const byKey = new Map<string, AppStanding>();
  const byId = new Map<bigint, AppStanding>();
  let plans: ReadonlyMap<string, PlanOfCalls> = new Map();
  let seen: bigint | undefined;
  return {
    byKey: (appKey) => byKey.get(appKey),
    byId: (appId) => byId.get(appId),
    planOf: ({ plan }) => plans.get(plan) ?? EMPTY_PLAN,
    async look(anew) {
      const before = seen;
      const { n, apps } = await appsChangedSince(pool, anew || before === undefined ? NOTHING_SEEN : before);
      // All of them, after the counter: a change of a plan that it counts is among them, and so is the plan of every app here.
      if (anew || n !== before) plans = await callsOfPlans(pool);
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

/** No row has a stamp that early. */
const NOTHING_SEEN = -1n;
