import type { Pool } from 'pg';
import type { AppStanding } from './app-standing.ts';

interface StandingRow {
  readonly n: string;
  readonly app_id: string | null;
  readonly team_id: string;
  readonly team_code: string;
  readonly app_key: string;
  readonly disabled: boolean;
  readonly trial_ends_at_ms: string | null;
  readonly secrets: readonly { version: number; verifier: string; ends_at_ms: number | null }[];
}

/** One statement, one snapshot: the counter and the apps stamped after it cannot disagree. */
const APPS_SINCE = `
  select e.n, a.id as app_id, a.team_id, t.code as team_code, a.app_key, a.disabled_at is not null as disabled,
         floor(extract(epoch from a.trial_ends_at) * 1000)::bigint as trial_ends_at_ms,
         (select coalesce(json_agg(json_build_object(
                   'version', s.version,
                   'verifier', encode(s.verifier, 'hex'),
                   'ends_at_ms', floor(extract(epoch from s.ends_at) * 1000)) order by s.version desc), '[]')
            from app_secret s
           where s.app_id = a.id and (s.ends_at is null or s.ends_at > now())) as secrets
    from epoch e
    left join (app a join team t on t.id = a.team_id) on a.epoch > $1
   where e.name = 'standing' and (select set_config('app.team', '*', true)) is not null`;

/** The apps that changed after epoch `since`, and the epoch they were read at. `-1` reads all. */
export async function appsChangedSince(pool: Pool, since: bigint): Promise<{ n: bigint; apps: AppStanding[] }> {
  const { rows } = await pool.query<StandingRow>({ name: 'apps-since', text: APPS_SINCE, values: [since.toString()] });
  const [first] = rows;
  if (first === undefined) throw new Error('the epoch row of standing is missing');
  const apps = rows.flatMap((row) => (row.app_id === null ? [] : [standingOf(row, BigInt(row.app_id))]));
  return { n: BigInt(first.n), apps };
}

function standingOf(row: StandingRow, appId: bigint): AppStanding {
  return {
    appId,
    teamId: row.team_id,
    teamCode: row.team_code,
    appKey: row.app_key,
    disabled: row.disabled,
    trialEndsAtMs: row.trial_ends_at_ms === null ? null : Number(row.trial_ends_at_ms),
    secrets: row.secrets.map(({ version, verifier, ends_at_ms }) => ({
      version,
      verifier: Buffer.from(verifier, 'hex'),
      endsAtMs: ends_at_ms,
    })),
  };
}
