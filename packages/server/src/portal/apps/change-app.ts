import type { AuditAction } from '@openhouse/contract';
import { stampApp } from '../../apps/app-store.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { perform } from '../teams/perform.ts';
import { givenName } from '../teams/rules.ts';
import { type AppRow, findApp, setAppName, setDisabled } from './store.ts';

/** Changes the name the Team sees. @throws {PortalError} APP_NOT_FOUND, ROLE_INSUFFICIENT */
export function renameApp(
  database: Database,
  asking: AskingInTeam,
  appKey: string,
  givenText: string,
): Promise<AppRow> {
  const name = givenName(givenText);
  return changeApp(database, asking, 'app.rename', appKey, (transaction, app) => setAppName(transaction, app.id, name));
}

/** The gateway refuses the app within a second; it keeps its place. @throws as renameApp */
export function disableApp(database: Database, asking: AskingInTeam, appKey: string): Promise<AppRow> {
  return changeApp(database, asking, 'app.disable', appKey, (transaction, app) =>
    setDisabled(transaction, app.id, true),
  );
}

/** The gateway takes the app's live secrets again. @throws as renameApp */
export function enableApp(database: Database, asking: AskingInTeam, appKey: string): Promise<AppRow> {
  return changeApp(database, asking, 'app.enable', appKey, (transaction, app) =>
    setDisabled(transaction, app.id, false),
  );
}

function changeApp(
  database: Database,
  asking: AskingInTeam,
  action: AuditAction,
  appKey: string,
  change: (transaction: Transaction, app: AppRow) => Promise<void>,
): Promise<AppRow> {
  return perform(database, { asking, action, subject: appKey, by: 'owner' }, async (transaction) => {
    const app = await appOfTeam(transaction, asking, appKey);
    await change(transaction, app);
    const changed = await appOfTeam(transaction, asking, appKey);
    stampApp(transaction, app.id);
    return { result: changed, subject: changed.name };
  });
}

/** @throws {PortalError} APP_NOT_FOUND: another Team's app answers as a missing one does. */
export async function appOfTeam(
  transaction: Transaction | Database['pool'],
  { team }: AskingInTeam,
  appKey: string,
): Promise<AppRow> {
  const app = await findApp(transaction, team.teamId, appKey);
  if (app === undefined) throw new PortalError('APP_NOT_FOUND');
  return app;
}
