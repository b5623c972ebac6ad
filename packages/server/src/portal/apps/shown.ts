import { accessToken, type DeveloperApp, type SecretVersion } from '@openhouse/contract';
import type { Pool } from 'pg';
import { appState, appWarnings, retirementOf, sharePercent, suspensionOfApp, type VersionUse } from './rules.ts';
import { liveSecrets } from './secret-store.ts';
import { useOfVersions } from './secret-use-store.ts';
import type { AppRow } from './store.ts';

/** An app in the form of the API. */
export function shownApp(app: AppRow, nowMs: number): DeveloperApp {
  const { appKey, xid, name, slot, trialEndsAt, createdAt } = app;
  const suspended = suspensionOfApp(app);
  return {
    appKey,
    xid,
    name,
    slot,
    state: appState(app, nowMs),
    trialEndsAt: trialEndsAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    warnings: appWarnings(app, nowMs),
    settings: app.settings,
    ...(suspended !== undefined && { suspended: { ...suspended, since: suspended.since.toISOString() } }),
  };
}

/** The live versions of an app's secret with their use, newest first. */
export async function shownSecrets(pool: Pool, teamId: string, appId: string, nowMs: number): Promise<SecretVersion[]> {
  const live = await liveSecrets(pool, teamId, appId);
  const used = new Map((await useOfVersions(pool, teamId, appId, accessToken.name)).map((use) => [use.version, use]));
  const uses = live.map(
    ({ version }): VersionUse =>
      used.get(version) ?? { version, lastUsedAt: null, exchangesLastDay: 0, callsLastDay: 0 },
  );
  return live.map(({ version, createdAt, endsAt }, index) => {
    const { lastUsedAt = null, exchangesLastDay = 0, callsLastDay = 0 } = uses[index] ?? {};
    return {
      version,
      createdAt: createdAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      exchangesLastDay,
      callsLastDay,
      sharePercent: sharePercent(version, uses),
      retirement: retirementOf(version, uses, nowMs),
    };
  });
}
