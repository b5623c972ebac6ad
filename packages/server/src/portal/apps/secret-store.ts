import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';

/** A live version of a secret. */
export interface SecretRow {
  readonly version: number;
  readonly createdAt: Date;
  readonly endsAt: Date | null;
}

/** The live versions, newest first. */
export async function liveSecrets(
  transaction: Transaction | Pool,
  teamId: string,
  appId: string,
): Promise<SecretRow[]> {
  const { rows } = await transaction.query<SecretRow>(
    `select version, created_at as "createdAt", ends_at as "endsAt" from app_secret
      where team_id = $1 and app_id = $2 and (ends_at is null or ends_at > now())
        and (select set_config('app.team', $1::text, true)) is not null
      order by version desc`,
    [teamId, appId],
  );
  return rows;
}

/** The highest version the app ever had. */
export async function lastVersion(transaction: Transaction, teamId: string, appId: string): Promise<number> {
  const { rows } = await transaction.query<{ version: number }>(
    'select max(version) as version from app_secret where team_id = $1 and app_id = $2',
    [teamId, appId],
  );
  return rows[0]?.version ?? 0;
}

/** The sealed form of a live version; null when it was never sealed, undefined when there is no such version. */
export async function sealedSecret(
  transaction: Transaction,
  teamId: string,
  appId: string,
  version: number,
): Promise<Buffer | null | undefined> {
  const { rows } = await transaction.query<{ sealed: Buffer | null }>(
    `select sealed from app_secret
      where team_id = $1 and app_id = $2 and version = $3 and (ends_at is null or ends_at > now())`,
    [teamId, appId, version],
  );
  return rows[0]?.sealed;
}

/** Ends a version; never later than it would end anyway. @param endsAt null for now, by the store's clock. */
export async function endSecret(
  transaction: Transaction,
  teamId: string,
  appId: string,
  version: number,
  endsAt: Date | null,
): Promise<void> {
  await transaction.query(
    `update app_secret set ends_at = least(ends_at, coalesce($4, now()))
      where team_id = $1 and app_id = $2 and version = $3`,
    [teamId, appId, version, endsAt],
  );
}

/** Sealed values that were not sealed by a ring's first key, in the order of their keys. */
export async function sealedOtherwise(
  transaction: Transaction,
  keyId: number,
  after: { readonly appId: string; readonly version: number },
  limit: number,
): Promise<{ teamId: string; appId: string; version: number; sealed: Buffer }[]> {
  const { rows } = await transaction.query<{ teamId: string; appId: string; version: number; sealed: Buffer }>(
    `select team_id as "teamId", app_id as "appId", version, sealed from app_secret
      where sealed is not null and get_byte(sealed, 0) <> $1 and (app_id, version) > ($2, $3)
      order by app_id, version limit $4`,
    [keyId, after.appId, after.version, limit],
  );
  return rows;
}

/** An app secret that can be unsealed, and what it is verified and found by. */
export interface VerifiedSecret {
  readonly teamId: string;
  readonly appId: string;
  readonly appKey: string;
  readonly version: number;
  readonly sealed: Buffer | null;
  readonly verifier: Buffer;
  /** null until it is made for a secret of an older program. */
  readonly finder: Buffer | null;
}

/** App secrets with their verifiers and finders, in the order of their keys. */
export async function verifiedSecrets(
  transaction: Transaction,
  after: { readonly appId: string; readonly version: number },
  limit: number,
): Promise<VerifiedSecret[]> {
  const { rows } = await transaction.query<VerifiedSecret>(
    `select s.team_id as "teamId", s.app_id as "appId", a.app_key as "appKey", s.version, s.sealed, s.verifier, s.finder
       from app_secret s join app a on a.team_id = s.team_id and a.id = s.app_id
      where (s.app_id, s.version) > ($1, $2) order by s.app_id, s.version limit $3`,
    [after.appId, after.version, limit],
  );
  return rows;
}

/** Replaces verifier and finder of one secret, unless the verifier changed meanwhile. */
export async function replaceVerifier(
  transaction: Transaction,
  { teamId, appId, version, verifier }: VerifiedSecret,
  to: { readonly verifier: Buffer; readonly finder: Buffer },
): Promise<void> {
  await transaction.query(
    `update app_secret set verifier = $5, finder = $6
      where team_id = $1 and app_id = $2 and version = $3 and verifier = $4`,
    [teamId, appId, version, verifier, to.verifier, to.finder],
  );
}

/** Sealed secrets without a finder, in the order of their keys: what older programs wrote. Scope `*`. */
export async function secretsWithoutFinder(
  transaction: Transaction,
  after: { readonly appId: string; readonly version: number },
  limit: number,
): Promise<{ teamId: string; appId: string; version: number; sealed: Buffer }[]> {
  const { rows } = await transaction.query<{ teamId: string; appId: string; version: number; sealed: Buffer }>(
    `select team_id as "teamId", app_id as "appId", version, sealed from app_secret
      where finder is null and sealed is not null and (app_id, version) > ($1, $2)
      order by app_id, version limit $3`,
    [after.appId, after.version, limit],
  );
  return rows;
}

/** Gives a secret its finder, unless it has one by now. */
export async function setFinder(
  transaction: Transaction,
  { teamId, appId, version }: { readonly teamId: string; readonly appId: string; readonly version: number },
  finder: Buffer,
): Promise<void> {
  await transaction.query(
    'update app_secret set finder = $4 where team_id = $1 and app_id = $2 and version = $3 and finder is null',
    [teamId, appId, version, finder],
  );
}

/** Replaces one sealed value, unless it changed meanwhile. */
export async function replaceSealed(
  transaction: Transaction,
  place: { readonly teamId: string; readonly appId: string; readonly version: number },
  from: Buffer,
  to: Buffer,
): Promise<void> {
  await transaction.query(
    'update app_secret set sealed = $5 where team_id = $1 and app_id = $2 and version = $3 and sealed = $4',
    [place.teamId, place.appId, place.version, from, to],
  );
}
