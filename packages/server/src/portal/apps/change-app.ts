import type { AuditAction, ChangedAppSettings } from '@openhouse/contract';
import { stampApp } from '../../apps/app-store.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { perform } from '../teams/perform.ts';
import { givenName } from '../teams/rules.ts';
import { givenSettings } from './rules.ts';
import { type AppRow, eraseApp, findApp, setAppName, setDisabled, setSettings } from './store.ts';

/** Changes the name of an app in its Team. @throws {PortalError} APP_NOT_FOUND, ROLE_INSUFFICIENT */
export function renameApp(
  database: Database,
  asking: AskingInTeam,
  appKey: string,
  givenText: string,
): Promise<AppRow> {
  const name = givenName(givenText);
  return changeApp(database, asking, 'app.rename', appKey, (transaction, app) => setAppName(transaction, app.id, name));
}

/**
 * Changes what is set of an app; every node goes by it within a second. What the log says is which of it was given.
 * @throws {PortalError} REQUEST_INVALID, and as renameApp
 */
export function changeSettings(
  database: Database,
  asking: AskingInTeam,
  appKey: string,
  given: ChangedAppSettings,
): Promise<AppRow> {
  const settings = givenSettings(given);
  if (typeof settings === 'string') throw new PortalError('REQUEST_INVALID', settings);
  const deed = { asking, action: 'app.settings', subject: appKey, by: 'owner' } as const;
  return perform(database, deed, async (transaction) => {
    const app = await keptAppOfTeam(transaction, asking, appKey);
    await setSettings(transaction, app.id, { ...app.settings, ...settings });
    stampApp(transaction, app.id);
    const changed = await appOfTeam(transaction, asking, appKey);
    return { result: changed, subject: `${app.name}: ${saidOf(settings)}` };
  });
}

/** Audited in full are networks, activation and the handling of leaked secrets; of other settings, only that they changed. */
const saidOf = ({ networks, mayActivate, retireLeaked, ...others }: ChangedAppSettings): string =>
  [
    networks && `networks ${networks.join(' ') || 'any'}`,
    mayActivate !== undefined && (mayActivate ? 'may activate' : 'read-only'),
    retireLeaked !== undefined && (retireLeaked ? 'retires leaked secrets' : 'keeps leaked secrets'),
    ...Object.keys(others),
  ]
    .filter(Boolean)
    .join(', ');

/** Disables an app: the gateway refuses it within a second; it keeps its slot. @throws as renameApp */
export function disableApp(database: Database, asking: AskingInTeam, appKey: string): Promise<AppRow> {
  return changeApp(database, asking, 'app.disable', appKey, (transaction, app) =>
    setDisabled(transaction, app.id, true),
  );
}

/**
 * Enables an app: the gateway accepts its live secrets again.
 * @throws as renameApp, and APP_SUSPENDED: only operators end a suspension.
 */
export function enableApp(database: Database, asking: AskingInTeam, appKey: string): Promise<AppRow> {
  return changeApp(database, asking, 'app.enable', appKey, async (transaction, app) => {
    if (app.suspendedAt !== null) {
      const why = `Operators of this installation have suspended the app: ${app.suspendedReason ?? ''}`;
      throw new PortalError('APP_SUSPENDED', why);
    }
    await setDisabled(transaction, app.id, false);
  });
}

/**
 * Deletes an app's data; its key and its place stay taken (SPEC 3, decision 0152).
 * @param confirm What the person typed: the name of the app, or nothing is done.
 * @throws {PortalError} REQUEST_INVALID, and as renameApp
 */
export function deleteApp(database: Database, asking: AskingInTeam, appKey: string, confirm: string): Promise<AppRow> {
  return changeApp(database, asking, 'app.delete', appKey, async (transaction, app) => {
    if (confirm.trim() !== app.name) {
      throw new PortalError('REQUEST_INVALID', '/confirm is not the name of the app. Repeat it exactly.');
    }
    await eraseApp(transaction, asking.team.teamId, app.id);
  });
}

function changeApp(
  database: Database,
  asking: AskingInTeam,
  action: AuditAction,
  appKey: string,
  change: (transaction: Transaction, app: AppRow) => Promise<void>,
): Promise<AppRow> {
  return perform(database, { asking, action, subject: appKey, by: 'owner' }, async (transaction) => {
    const app = await keptAppOfTeam(transaction, asking, appKey);
    await change(transaction, app);
    const changed = await appOfTeam(transaction, asking, appKey);
    stampApp(transaction, app.id);
    return { result: changed, subject: changed.name };
  });
}

/** The same of one that can still be changed. @throws {PortalError} APP_NOT_FOUND, APP_DELETED */
export async function keptAppOfTeam(transaction: Transaction, asking: AskingInTeam, appKey: string): Promise<AppRow> {
  const app = await appOfTeam(transaction, asking, appKey);
  if (app.deletedAt !== null) throw new PortalError('APP_DELETED');
  return app;
}

/** @throws {PortalError} APP_NOT_FOUND: another Team's app answers like a missing one. */
export async function appOfTeam(
  transaction: Transaction | Database['pool'],
  { team }: AskingInTeam,
  appKey: string,
): Promise<AppRow> {
  const app = await findApp(transaction, team.teamId, appKey);
  if (app === undefined) throw new PortalError('APP_NOT_FOUND');
  return app;
}
