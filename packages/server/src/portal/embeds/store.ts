import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import type { EmbedChange, EmbedRow, PublicTour } from './rules.ts';

const EMBED = `
  select t.code, e.id, coalesce(e.hosts, '{}') as hosts, encode(t.import_hash, 'hex') as version,
         case when e.shown_hash is null then 'off' when e.shown_hash = t.import_hash then 'on' else 'replaced' end as state
    from tour t left join tour_embed e on e.team_id = t.team_id and e.tour_id = t.id
   where t.team_id = $1 and (select set_config('app.team', $1::text, true)) is not null`;

/** @returns Undefined where the Team has no such tour. */
export async function findEmbed(
  client: Pool | Transaction,
  teamId: string,
  code: string,
): Promise<EmbedRow | undefined> {
  return (await client.query<EmbedRow>(`${EMBED} and t.code = $2`, [teamId, code])).rows[0];
}

/** Tours that are public, or were until they were replaced. Their number is bounded where they are turned on. */
export async function embedsOf(client: Pool | Transaction, teamId: string): Promise<EmbedRow[]> {
  return (await client.query<EmbedRow>(`${EMBED} and e.shown_hash is not null order by t.code`, [teamId])).rows;
}

/** @param change What is undefined stays. On is for the named version, or the tour as it is now. */
export async function saveEmbed(
  transaction: Transaction,
  teamId: string,
  code: string,
  { id, on, version, hosts }: { readonly id: string } & EmbedChange,
): Promise<void> {
  await transaction.query(
    `insert into tour_embed as e (id, team_id, tour_id, hosts, shown_hash)
     select $3, t.team_id, t.id, coalesce($5::text[], '{}'), case when $4::boolean then coalesce(decode($6, 'hex'), t.import_hash) end
       from tour t where t.team_id = $1 and t.code = $2
     on conflict (team_id, tour_id) do update
        set hosts = coalesce($5::text[], e.hosts),
            shown_hash = case when $4::boolean is null then e.shown_hash else excluded.shown_hash end`,
    [teamId, code, id, on ?? null, hosts ?? null, version ?? null],
  );
}

/** What is public now: on, as it was then, of a Team in good standing. Looked up at each call, so that off is off at once. */
const PUBLIC = `
  from tour_embed e
  join tour t on t.team_id = e.team_id and t.id = e.tour_id and t.import_hash = e.shown_hash
  join team m on m.id = e.team_id and m.suspended_at is null and m.deletion_due_at is null`;
const BY_ID = "where e.id = $1 and (select set_config('app.team', '*', true)) is not null";

export async function publicTour(pool: Pool, id: string): Promise<PublicTour | undefined> {
  const { rows } = await pool.query<PublicTour>({
    name: 'public-tour',
    text: `select e.team_id as "teamId", m.code as team, t.code, t.name, e.hosts, c.sha256 as cover ${PUBLIC}
             left join asset c on c.team_id = t.team_id and c.tour_id = t.id and c.path = t.cover ${BY_ID}`,
    values: [id],
  });
  return rows[0];
}

export interface PublicFile {
  readonly mediaType: string;
  readonly sha256: Buffer;
}

/** @param path Null for the file that is the tour's cover. */
export async function publicFile(pool: Pool, id: string, path: string | null): Promise<PublicFile | undefined> {
  const { rows } = await pool.query<PublicFile>({
    name: 'public-file',
    text: `select a.media_type as "mediaType", a.sha256 ${PUBLIC}
             join asset a on a.team_id = t.team_id and a.tour_id = t.id and a.path = coalesce($2, t.cover) ${BY_ID}`,
    values: [id, path],
  });
  return rows[0];
}
