import type { PlanLimits } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { TeamPlan } from './rules.ts';

/** Each limit of a plan and its column. */
const COLUMN_OF: { readonly [Limit in keyof PlanLimits]: string } = {
  callsPerMinute: 'calls_per_minute',
  teamCallsPerMinute: 'team_calls_per_minute',
  exchangesPerMinute: 'exchanges_per_minute',
  tours: 'tours',
  storedBytes: 'stored_bytes',
  files: 'files',
  uploadBytes: 'upload_bytes',
  trialDays: 'trial_days',
  usageDays: 'usage_days',
};
/** Every limit, in the order of `limitColumns`. */
export const limitNames = Object.keys(COLUMN_OF) as readonly (keyof PlanLimits)[];
export const limitColumns: readonly string[] = Object.values(COLUMN_OF);
/** The limits of a plan `p`, under their names. As float8, which the driver reads as numbers. */
export const LIMITS = limitNames.map((limit) => `p.${COLUMN_OF[limit]}::float8 as "${limit}"`).join(', ');

export async function planOfTeam(pool: Pool, teamId: string): Promise<TeamPlan> {
  const { rows } = await pool.query<TeamPlan>(
    `select t.plan, ${LIMITS}, coalesce(c.n, 0)::float8 as "usedTours", coalesce(c.bytes, 0)::float8 as "usedBytes",
            coalesce(f.n, 0)::float8 as "usedFiles"
       from team t join plan p on p.name = t.plan left join tour_count c on c.team_id = t.id
            left join file_count f on f.team_id = t.id
      where t.id = $1 and (select set_config('app.team', $1::text, true)) is not null`,
    [teamId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no Team with the id ${teamId}`);
  return row;
}
