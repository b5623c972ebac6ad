import type { Pool } from 'pg';

/** @returns Hash of what the tour was imported from, in hexadecimal digits; undefined where the Team has no such tour. */
export async function tourVersion(pool: Pool, teamId: string, code: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ version: string }>({
    name: 'tour-version',
    text: `select encode(import_hash, 'hex') as version from tour
            where team_id = $1 and code = $2 and (select set_config('app.team', $1::text, true)) is not null`,
    values: [teamId, code],
  });
  return rows[0]?.version;
}
