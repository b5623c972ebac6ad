import { type Client, escapeIdentifier } from 'pg';
import { type Database, GATEWAY_ROLE, SERVICE_ROLE, StoreError } from './database.ts';

/** Names of the roles that statements run as. */
export interface WorkingRoles {
  /** Of the service as a whole. */
  readonly service: string;
  /** Of the gateway's reads, and of a process that serves the gateway alone; undefined where there is none (decision 0124). */
  readonly gateway: string | undefined;
}

interface Standing {
  /** The role that migrates. */
  readonly owner: string;
  /** Whether the role exists. */
  readonly made: boolean;
  /** Whether the owner may use it. */
  readonly member: boolean;
  readonly mayMake: boolean;
}

const STANDING = `
  select current_user as owner, s.oid is not null as made,
         coalesce(pg_has_role(current_user, s.oid, 'member'), false) as member,
         r.rolsuper or r.rolcreaterole as "mayMake"
    from pg_roles r left join pg_roles s on s.rolname = $1
   where r.rolname = current_user`;

/**
 * Finds the roles that the service works as, and creates them where the owner of the schema may create roles. The
 * service's is the user of `DATABASE_SERVICE_URL`; else `openhouse_service`; else the owner itself, whom row-level
 * security binds as well because every table forces it (decision 0115). The gateway's is the user of
 * `DATABASE_GATEWAY_URL`; else `openhouse_gateway`; else none (decision 0124). Runs inside the transaction of the
 * migrations.
 */
export async function prepareWorkingRoles(client: Client, database: Database): Promise<WorkingRoles> {
  const service = (await database.serviceLogin?.()) ?? (await roleMade(client, SERVICE_ROLE));
  const gateway = (await database.gatewayLogin?.()) ?? (await roleMade(client, GATEWAY_ROLE));
  return { service: service ?? (await standingOf(client, SERVICE_ROLE)).owner, gateway };
}

/** @returns The role, if the owner may use it now. */
async function roleMade(client: Client, role: string): Promise<string | undefined> {
  const { made, member, mayMake } = await standingOf(client, role);
  if (member) return role;
  // Roles belong to the whole cluster: a migration of another database may create it at the same moment.
  if (mayMake && !made) await attempt(client, `create role ${role} nologin`);
  if (mayMake) await attempt(client, `grant ${role} to current_user`);
  return (await standingOf(client, role)).member ? role : undefined;
}

async function standingOf(client: Client, role: string): Promise<Standing> {
  const { rows } = await client.query<Standing>(STANDING, [role]);
  const [standing] = rows;
  if (standing === undefined) throw new StoreError('The database does not say whose connection this is.');
  return standing;
}

/** A refused statement leaves the transaction as it was. */
async function attempt(client: Client, sql: string): Promise<void> {
  await client.query('savepoint attempt');
  await client.query(sql).catch(() => client.query('rollback to savepoint attempt'));
  await client.query('release savepoint attempt');
}

/** The part of the first migration that creates the role, which `prepareWorkingRoles` has done before. */
const MADE_BY_MIGRATION = new RegExp(
  `do \\$\\$\\s+begin\\s+create role ${SERVICE_ROLE}[^$]*\\$\\$;\\s+grant ${SERVICE_ROLE} to current_user;`,
);
const nameOf = (role: string) => new RegExp(`\\b${role}\\b`, 'g');
/** What PostgreSQL lets everybody do with a new function, taken back; a restore without privileges brings it again. */
const FROM_EVERYBODY = /^revoke\b[^;]*\bfrom public;/gm;
const grantsTo = (role: string) => new RegExp(`^(?:grant|revoke)\\b[^;]*\\b(?:to|from) ${role};`, 'gm');

/** @returns The migration with these roles in place of `openhouse_service` and `openhouse_gateway`. */
export function forRoles(sql: string, { service, gateway }: WorkingRoles): string {
  const served = sql.replace(MADE_BY_MIGRATION, '').replace(nameOf(SERVICE_ROLE), () => escapeIdentifier(service));
  if (gateway === undefined) return served.replace(grantsTo(GATEWAY_ROLE), '');
  return served.replace(nameOf(GATEWAY_ROLE), () => escapeIdentifier(gateway));
}

/**
 * Repeats the grants of migrations that were applied before: for a role that `DATABASE_SERVICE_URL` or
 * `DATABASE_GATEWAY_URL` names since then, or that a restore into another cluster did not bring along.
 * @param migrations All of them, in order.
 */
export async function grantAgain(client: Client, roles: WorkingRoles, migrations: readonly string[]): Promise<void> {
  const lacking: string[] = [];
  if (!(await isGranted(client, roles.service, 'team'))) lacking.push(SERVICE_ROLE);
  if (roles.gateway !== undefined && !(await isGranted(client, roles.gateway, 'tour_read'))) lacking.push(GATEWAY_ROLE);
  for (const sql of lacking.length > 0 ? migrations : []) {
    for (const [revoked] of sql.matchAll(FROM_EVERYBODY)) await client.query(revoked);
  }
  for (const role of lacking) {
    for (const sql of migrations) {
      for (const [grant] of sql.replace(MADE_BY_MIGRATION, '').matchAll(grantsTo(role))) {
        await client.query(forRoles(grant, roles));
      }
    }
  }
}

/** @param filled A table that the role may insert into. */
async function isGranted(client: Client, role: string, filled: string): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(
    `select has_table_privilege($1::name, 'epoch', 'select') and has_table_privilege($1::name, $2, 'insert') as granted`,
    [role, filled],
  );
  return rows[0]?.granted === true;
}

/**
 * Whether the connections of a process that serves the gateway alone may read sealed secrets (decision 0124).
 * @returns What is wrong and the remedy; undefined when they may not.
 */
export async function gatewayRoleProblem({ pool }: Pick<Database, 'pool'>): Promise<string | undefined> {
  const { rows } = await pool.query<{ role: string; reads: boolean }>(
    `select current_user as role, has_column_privilege('app_secret', 'sealed', 'select')
         or has_column_privilege('session', 'sealed_token', 'select') as reads`,
  );
  const [working] = rows;
  if (working?.reads === false) return undefined;
  return (
    `The gateway would work as ${working?.role}, which may read sealed secrets. Create a user that owns nothing, name it ` +
    'in DATABASE_GATEWAY_URL, and run `openhouse migrate` with the same variable: it grants what the gateway needs.'
  );
}
