import { type Client, escapeIdentifier } from 'pg';
import { type Database, SERVICE_ROLE, StoreError } from './database.ts';

interface Standing {
  /** The role that migrates. */
  readonly owner: string;
  /** Whether `openhouse_service` is there. */
  readonly made: boolean;
  /** Whether the owner may work as it. */
  readonly member: boolean;
  readonly mayMake: boolean;
}

const STANDING = `
  select current_user as owner, s.oid is not null as made,
         coalesce(pg_has_role(current_user, s.oid, 'member'), false) as member,
         r.rolsuper or r.rolcreaterole as "mayMake"
    from pg_roles r left join pg_roles s on s.rolname = '${SERVICE_ROLE}'
   where r.rolname = current_user`;

/**
 * Finds the role that the service works as, and makes it where the owner of the schema may make roles: the user of
 * `DATABASE_SERVICE_URL`; else `openhouse_service`; else the owner itself, whom row-level security binds as well because
 * every table forces it (decision 0115). Inside the transaction of the migrations.
 * @returns Its name.
 */
export async function prepareServiceRole(client: Client, database: Database): Promise<string> {
  const given = await database.serviceLogin?.();
  if (given !== undefined) return given;
  const { owner, made, member, mayMake } = await standingOf(client);
  if (member) return SERVICE_ROLE;
  // Roles belong to the whole cluster: another database's migration may make it at the same moment.
  if (mayMake && !made) await attempt(client, `create role ${SERVICE_ROLE} nologin`);
  if (mayMake) await attempt(client, `grant ${SERVICE_ROLE} to current_user`);
  return (await standingOf(client)).member ? SERVICE_ROLE : owner;
}

async function standingOf(client: Client): Promise<Standing> {
  const { rows } = await client.query<Standing>(STANDING);
  const [standing] = rows;
  if (standing === undefined) throw new StoreError('The database does not say whose connection this is.');
  return standing;
}

/** What is refused leaves the transaction as it was. */
async function attempt(client: Client, sql: string): Promise<void> {
  await client.query('savepoint attempt');
  await client.query(sql).catch(() => client.query('rollback to savepoint attempt'));
  await client.query('release savepoint attempt');
}

/** What the first migration does to have the role, and `prepareServiceRole` has done before it. */
const MADE_BY_MIGRATION = new RegExp(
  `do \\$\\$\\s+begin\\s+create role ${SERVICE_ROLE}[^$]*\\$\\$;\\s+grant ${SERVICE_ROLE} to current_user;`,
);
const EVERY_SERVICE_ROLE = new RegExp(`\\b${SERVICE_ROLE}\\b`, 'g');
const GRANTS = new RegExp(`^(?:grant|revoke)\\b[^;]*\\b(?:to|from) ${SERVICE_ROLE};`, 'gm');

/** @returns The migration with `role` in the place of `openhouse_service`. */
export function forServiceRole(sql: string, role: string): string {
  const name = escapeIdentifier(role);
  return sql.replace(MADE_BY_MIGRATION, '').replace(EVERY_SERVICE_ROLE, () => name);
}

/**
 * Gives a role what the migrations that were applied before give to the service's: one that `DATABASE_SERVICE_URL` names
 * since then, or that a restore into another cluster did not bring along.
 * @param migrations All of them, in their order.
 */
export async function grantAgain(client: Client, role: string, migrations: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ granted: boolean }>(
    `select has_table_privilege($1::name, 'epoch', 'select') and has_table_privilege($1::name, 'team', 'insert') as granted`,
    [role],
  );
  if (rows[0]?.granted === true) return;
  for (const sql of migrations) {
    for (const [grant] of sql.replace(MADE_BY_MIGRATION, '').matchAll(GRANTS)) {
      await client.query(forServiceRole(grant, role));
    }
  }
}
