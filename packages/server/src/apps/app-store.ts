import type { Transaction } from '../kernel/database/database.ts';
import { atCommit } from '../kernel/database/transaction.ts';
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import { type Credentials, secretFinder, secretVerifier } from './app-secret.ts';
import { sealSecret } from './secret-sealing.ts';

/**
 * What secrets are stored under: a verifier for the exchange, a finder for reports of leaks, and sealed for the reveal (decisions
 * 0010, 0033 and 0193).
 */
export interface SecretKeys {
  readonly pepper: Buffer;
  /** null stores no sealed form: the secret can then never be shown again. */
  readonly sealingKeys: KeyRing | null;
}

/** Saves one version of an app's secret. The transaction must work for the Team. */
export async function insertSecret(
  transaction: Transaction,
  place: { readonly teamId: string; readonly appId: string; readonly version: number },
  { appKey, appSecret }: Pick<Credentials, 'appKey' | 'appSecret'>,
  { pepper, sealingKeys }: SecretKeys,
  endsAt: Date | null = null,
): Promise<void> {
  await transaction.query(
    `insert into app_secret (team_id, app_id, version, verifier, finder, sealed, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      place.teamId,
      place.appId,
      place.version,
      secretVerifier(appKey, appSecret, pepper),
      secretFinder(appSecret, pepper),
      sealingKeys === null ? null : sealSecret(sealingKeys, place, appSecret),
      endsAt,
    ],
  );
}

/** An app about to be stored. */
export interface NewApp {
  readonly teamId: string;
  readonly slot: number;
  readonly name: string;
  readonly trialEndsAt: Date | null;
}

/** Saves an app as `insertApp` does and tells the gateway. */
export async function createApp(
  transaction: Transaction,
  app: NewApp,
  credentials: Credentials,
  keys: SecretKeys,
): Promise<string> {
  const appId = await insertApp(transaction, app, credentials, keys);
  stampApp(transaction, appId);
  return appId;
}

/**
 * Saves an app of category `open` with the first version of its secret into a place of the Team. The gateway hears of it
 * only once it is stamped. The transaction must work for that Team (`app.team`).
 * @returns The id of the app.
 */
export async function insertApp(
  transaction: Transaction,
  app: NewApp,
  credentials: Credentials,
  keys: SecretKeys,
): Promise<string> {
  const { appKey, xid } = credentials;
  const inserted = await transaction.query<{ id: string }>(
    `insert into app (team_id, slot, app_key, xid, name, category, trial_ends_at)
     values ($1, $2, $3, $4, $5, 'open', $6) returning id`,
    [app.teamId, app.slot, appKey, xid, app.name, app.trialEndsAt],
  );
  const appId = inserted.rows[0]?.id;
  if (appId === undefined) throw new Error('insert into app returned no row');
  await insertSecret(transaction, { teamId: app.teamId, appId, version: 1 }, credentials, keys);
  return appId;
}

/**
 * Tells every node, at the commit, that the app changed. The transaction holds the Team, as everybody does who changes its apps:
 * the counter is locked before the app here, and after it by who changed it first, and only the Team keeps them apart (decision 0242).
 */
export function stampApp(transaction: Transaction, appId: string): void {
  atCommit(transaction, {
    text: `with bumped as (update epoch set n = n + 1 where name = 'standing' returning n)
           update app set epoch = bumped.n from bumped where app.id = $1`,
    values: [appId],
  });
}

/** The same of every app of a Team. */
export function stampAppsOfTeam(transaction: Transaction, teamId: string): void {
  atCommit(transaction, {
    text: `with bumped as (update epoch set n = n + 1 where name = 'standing' returning n)
           update app set epoch = bumped.n from bumped where app.team_id = $1`,
    values: [teamId],
  });
}

/** Forgets what was sealed of secrets that have ended, a bounded number at a time. @returns How many. */
export async function unsealEndedSecrets(transaction: Transaction, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    `update app_secret set sealed = null where (app_id, version) in
       (select app_id, version from app_secret where ends_at <= now() and sealed is not null limit $1 for update skip locked)`,
    [limit],
  );
  return rowCount ?? 0;
}
