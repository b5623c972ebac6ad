import type { Transaction } from '../database/database.ts';
import { newAppKey, newAppSecret, newXid, secretVerifier } from './app-secret.ts';

/** What an integrator holds of an app. The secret is stored as a verifier only. */
export interface Credentials {
  readonly appKey: string;
  readonly xid: string;
  readonly appSecret: string;
}

/** @returns Credentials that nobody has yet. */
export function newCredentials(): Credentials {
  return { appKey: newAppKey(), xid: newXid(), appSecret: newAppSecret() };
}

/**
 * Saves an app of category `open` with the first version of its secret into a place of the Team.
 * The transaction must work for that Team (`app.team`).
 * @returns The id of the app.
 */
export async function createApp(
  transaction: Transaction,
  app: { readonly teamId: string; readonly slot: number; readonly name: string; readonly trialEndsAt: Date | null },
  { appKey, xid, appSecret }: Credentials,
  pepper: Buffer,
): Promise<string> {
  const inserted = await transaction.query<{ id: string }>(
    `insert into app (team_id, slot, app_key, xid, name, category, trial_ends_at)
     values ($1, $2, $3, $4, $5, 'open', $6) returning id`,
    [app.teamId, app.slot, appKey, xid, app.name, app.trialEndsAt],
  );
  const appId = inserted.rows[0]?.id;
  if (appId === undefined) throw new Error('insert into app returned no row');
  await transaction.query('insert into app_secret (team_id, app_id, version, verifier) values ($1, $2, 1, $3)', [
    app.teamId,
    appId,
    secretVerifier(appKey, appSecret, pepper),
  ]);
  await stampApp(transaction, appId);
  return appId;
}

/** Tells every node that the app changed. The last statement of a transaction: it holds the counter until commit. */
export async function stampApp(transaction: Transaction, appId: string): Promise<void> {
  await transaction.query(
    `with bumped as (update epoch set n = n + 1 where name = 'standing' returning n)
     update app set epoch = bumped.n from bumped where app.id = $1`,
    [appId],
  );
}
