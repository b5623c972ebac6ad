import { newAppSecret } from '../../apps/app-secret.ts';
import { insertSecret, type SecretKeys, stampApp } from '../../apps/app-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { perform } from '../teams/perform.ts';
import { appOfTeam, keptAppOfTeam } from './change-app.ts';
import { planRotation } from './rules.ts';
import { endSecret, lastVersion, liveSecrets } from './secret-store.ts';
import type { AppRow } from './store.ts';

/**
 * Creates a new version of the secret; the previous one works for the overlap.
 * Its `overlapHours` of 0 end every older version at once; the new one may have an end of its own.
 * @throws {PortalError} APP_NOT_FOUND, ROLE_INSUFFICIENT; SECRET_LIMIT when two versions are live already; REQUEST_INVALID for
 *   an end that comes before that of the overlap.
 */
export function rotateSecret(
  { database, keys, nowMs }: { readonly database: Database; readonly keys: SecretKeys; readonly nowMs: () => number },
  asking: AskingInTeam,
  appKey: string,
  { overlapHours, endsAt = null }: { readonly overlapHours: number; readonly endsAt?: Date | null },
): Promise<AppRow> {
  const deed = { asking, action: 'secret.rotate', subject: appKey, by: 'owner' } as const;
  return perform(database, deed, async (transaction) => {
    const app = await keptAppOfTeam(transaction, asking, appKey);
    const { teamId } = asking.team;
    const live = await liveSecrets(transaction, teamId, app.id);
    const plan = planRotation(live, await lastVersion(transaction, teamId, app.id), overlapHours, nowMs(), endsAt);
    if (plan.kind === 'too many') throw new PortalError('SECRET_LIMIT');
    if (plan.kind === 'ends too early') {
      throw new PortalError('REQUEST_INVALID', '/endsAt is not after the end of the overlap. Choose a later one.');
    }
    for (const [version, endsAt] of plan.endings) {
      await endSecret(transaction, teamId, app.id, version, overlapHours === 0 ? null : endsAt);
    }
    const place = { teamId, appId: app.id, version: plan.version };
    await insertSecret(transaction, place, { appKey, appSecret: newAppSecret() }, keys, endsAt);
    stampApp(transaction, app.id);
    return { result: app, subject: `${app.name} v${plan.version}` };
  });
}

/**
 * Retires a version: the gateway refuses it within a second.
 * @throws {PortalError} APP_NOT_FOUND, ROLE_INSUFFICIENT, SECRET_NOT_FOUND, SECRET_NEWEST
 */
export function retireSecret(
  database: Database,
  asking: AskingInTeam,
  appKey: string,
  version: number,
): Promise<AppRow> {
  const deed = { asking, action: 'secret.retire', subject: `${appKey} v${version}`, by: 'owner' } as const;
  return perform(database, deed, async (transaction) => {
    const app = await appOfTeam(transaction, asking, appKey);
    const [newest, ...older] = await liveSecrets(transaction, asking.team.teamId, app.id);
    if (newest?.version === version) throw new PortalError('SECRET_NEWEST');
    if (!older.some((one) => one.version === version)) throw new PortalError('SECRET_NOT_FOUND');
    await endSecret(transaction, asking.team.teamId, app.id, version, null);
    stampApp(transaction, app.id);
    return { result: app, subject: `${app.name} v${version}` };
  });
}
