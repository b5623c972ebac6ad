import type { Transaction } from '../../kernel/database/database.ts';

/** A secret that a finder leads to. */
export interface FoundSecret {
  readonly teamId: string;
  readonly appId: string;
  readonly appKey: string;
  readonly version: number;
  readonly verifier: Buffer;
  readonly finder: Buffer;
}

/** The secrets of these finders, of every Team. Scope `*`. */
export async function findSecrets(transaction: Transaction, finders: readonly Buffer[]): Promise<FoundSecret[]> {
  const { rows } = await transaction.query<FoundSecret>(
    `select s.team_id as "teamId", s.app_id as "appId", a.app_key as "appKey", s.version, s.verifier, s.finder
       from app_secret s join app a on a.team_id = s.team_id and a.id = s.app_id
      where s.finder = any (array(select decode(given, 'hex') from unnest($1::text[]) given))`,
    [finders.map((finder) => finder.toString('hex'))],
  );
  return rows;
}

/** The app of a secret that was just found to have leaked. */
export interface LeakingApp {
  readonly name: string;
  /** Whether its owners have leaked versions retired at once. */
  readonly retires: boolean;
}

/**
 * Notes that a secret was reported, and where. @returns Undefined for one that was reported before or is no longer in force: then
 * nothing is changed.
 */
export async function noteLeak(
  transaction: Transaction,
  { teamId, appId, version }: FoundSecret,
  url: string,
): Promise<LeakingApp | undefined> {
  const { rows } = await transaction.query<LeakingApp>(
    `update app_secret s set leaked_at = now(), leaked_url = $4 from app a
      where s.team_id = $1 and s.app_id = $2 and s.version = $3 and s.leaked_at is null
        and (s.ends_at is null or s.ends_at > now()) and a.team_id = s.team_id and a.id = s.app_id
     returning a.name, a.retire_leaked as retires`,
    [teamId, appId, version, url],
  );
  return rows[0];
}
