import type { Pool } from 'pg';

/** The demo Team's first app. Ids in digits. */
export async function findDemoApp(
  pool: Pool,
  teamCode: string,
): Promise<{ readonly id: string; readonly teamId: string } | undefined> {
  const { rows } = await pool.query<{ id: string; teamId: string }>(
    `select a.id, a.team_id as "teamId" from team t join app a on a.team_id = t.id and a.slot = 1
      where t.code = $1 and (select set_config('app.team', '*', true)) is not null`,
    [teamCode],
  );
  return rows[0];
}

/** Whether any of these values names a tour of the Team, or a record in one, beyond the given tours. */
export async function isOfOtherTours(
  pool: Pool,
  teamId: string,
  values: readonly string[],
  tours: readonly string[],
): Promise<boolean> {
  // Texts that the store cannot hold name nothing in it.
  const named = values.filter((value) => !value.includes('\0'));
  const { rows } = await pool.query<{ found: boolean }>(
    `select (exists (select from tour t where t.team_id = $1 and t.code = any($2) and t.code <> all($3))
          or exists (select from record r join tour t on t.team_id = r.team_id and t.id = r.tour_id
                      where r.team_id = $1 and r.key = any($2) and t.code <> all($3))) as found
      where (select set_config('app.team', $1::text, true)) is not null`,
    [teamId, named, tours],
  );
  return rows[0]?.found ?? false;
}

/** Whether the Team has tours beyond the given ones. */
export async function hasOtherTours(pool: Pool, teamId: string, tours: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select from tour t where t.team_id = $1 and t.code <> all($2)) as found
      where (select set_config('app.team', $1::text, true)) is not null`,
    [teamId, tours],
  );
  return rows[0]?.found ?? false;
}
