import type { Database } from '../../kernel/database/database.ts';
import { quoted } from '../../tours/import/words.ts';

export interface NamedTeam {
  /** In digits. */
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** No Team is meant, or it is not clear which; the message lists some. */
export class TeamUnclear extends Error {
  override name = 'TeamUnclear';
}

/** Teams that a message lists. */
const LISTED_TEAMS = 10;

/**
 * Finds the Team that a person means.
 * @param named Its code, or its name if no other Team has it; undefined for the only Team there is.
 * @throws {TeamUnclear}
 */
export async function findTeam(database: Database, named: string | undefined): Promise<NamedTeam> {
  const { rows } = await database.pool.query<NamedTeam>(
    `select id, code, name from team
      where $1::text is null or code = $1 or name = $1
      order by code = $1 desc, code limit $2`,
    [named ?? null, LISTED_TEAMS + 1],
  );
  const [first, second] = rows;
  if (first === undefined) {
    if (named === undefined) throw new TeamUnclear('There is no Team yet. Start the service once; it makes the first.');
    throw new TeamUnclear(`No Team has the code or name ${quoted(named)}. ${await allTeams(database)}`);
  }
  if (second === undefined || first.code === named) return first;
  const what = named === undefined ? 'There are several Teams' : `Several Teams have the name ${quoted(named)}`;
  throw new TeamUnclear(`${what}. Name one by its code: ${listOf(rows)}.`);
}

async function allTeams(database: Database): Promise<string> {
  const { rows } = await database.pool.query<NamedTeam>('select id, code, name from team order by code limit $1', [
    LISTED_TEAMS + 1,
  ]);
  return rows.length === 0 ? 'There is no Team yet.' : `There are: ${listOf(rows)}.`;
}

function listOf(teams: readonly NamedTeam[]): string {
  const listed = teams.slice(0, LISTED_TEAMS).map(({ code, name }) => `${code} (${name})`);
  return listed.join(', ') + (teams.length > LISTED_TEAMS ? ' and others' : '');
}
