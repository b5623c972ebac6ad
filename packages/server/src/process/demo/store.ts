import type { Database, Transaction } from '../../kernel/database/database.ts';

/** @returns The id in digits of the Team with this code, which is created if there is none. */
export async function ensureTeam(database: Database, code: string, name: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into team (code, name) values ($1, $2)
     on conflict (code) do update set code = excluded.code returning id`,
    [code, name],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('insert into team returned no row');
  return id;
}

export async function idOfApp(transaction: Transaction, teamId: string, appKey: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ id: string }>('select id from app where team_id = $1 and app_key = $2', [
    teamId,
    appKey,
  ]);
  return rows[0]?.id;
}

/** Whether the first slot of the Team, which the demo app has, is taken. */
export async function isSlotTaken(transaction: Transaction, teamId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from app where team_id = $1 and slot = 1', [teamId]);
  return rowCount === 1;
}

/** Seals the first secret of an app that was created before secrets were sealed; a sealed one stays. */
export async function sealFirstSecret(transaction: Transaction, appId: string, sealed: Buffer): Promise<void> {
  await transaction.query('update app_secret set sealed = $2 where app_id = $1 and version = 1 and sealed is null', [
    appId,
    sealed,
  ]);
}

/** Makes a person a member; a member keeps their role. */
export async function ensureMember(
  transaction: Transaction,
  teamId: string,
  personId: string,
  role: string,
): Promise<void> {
  await transaction.query(
    'insert into team_member (team_id, person_id, role) values ($1, $2, $3) on conflict do nothing',
    [teamId, personId, role],
  );
}

/** Names a person who has no name yet. */
export async function namePerson(
  transaction: Transaction,
  personId: string,
  name: string,
  email: string,
): Promise<void> {
  await transaction.query("update person set name = $2, email = $3 where id = $1 and name = ''", [
    personId,
    name,
    email,
  ]);
}
