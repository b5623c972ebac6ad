import type { DeveloperApp } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { databaseClock } from '../../kernel/database/server-state.ts';
import { shownApp } from './shown.ts';
import { appsOf } from './store.ts';

/** The Developer apps of a Team, by slot, for operators. @param teamId Id in digits. */
export async function listAppsOfTeam(database: Database, teamId: string): Promise<DeveloperApp[]> {
  const nowMs = await databaseClock(database);
  const apps = await appsOf(database.pool, teamId);
  return apps.map((app) => shownApp(app, nowMs()));
}
