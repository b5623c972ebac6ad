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
  // Roles belong to the whole cluster: one that is there belongs to another installation, and whoever shares it reads what both
  // have.
  if (made || !mayMake) return undefined;
  // Another installation's migration may create it at the same moment: then only a superuser works as it.
  if (!(await attempt(client, `create role ${role} nologin`)))
    return (await standingOf(client, role)).member ? role : undefined;
  await attempt(client, `grant ${role} to current_user`);
  return role;
}

async function standingOf(client: Client, role: string): Promise<Standing> {
  const { rows } = await client.query<Standing>(STANDING, [role]);
  const [standing] = rows;
  if (standing === undefined) throw new StoreError('The database does not say whose connection this is.');
  return standing;
}

/** A refused statement leaves the transaction as it was. @returns Whether it was taken. */
async function attempt(client: Client, sql: string): Promise<boolean> {
  await client.query('savepoint attempt');
  const isTaken = await client.query(sql).then(
    () => true,
    () => false,
  );
  await client.query(isTaken ? 'release savepoint attempt' : 'rollback to savepoint attempt');
  return isTaken;
}

/** The part of the first migration that creates the role, which `prepareWorkingRoles` has done before. */
const MADE_BY_MIGRATION = new RegExp(
  `do \\$\\$\\s+begin\\s+create role ${SERVICE_ROLE}[^$]*\\$\\$;\\s+grant ${SERVICE_ROLE} to current_user;`,
);
const nameOf = (role: string) => new RegExp(`\\b${role}\\b`, 'g');
/** What PostgreSQL lets everybody do with a new function, taken back; a restore without privileges brings it again. */
const FROM_EVERYBODY = /^revoke\b[^;]*\bfrom public;/gm;
const grantsTo = (role: string) => new RegExp(`^(?:grant|revoke)\\b[^;]*\\b(?:to|from) ${role};`, 'gm');

/** @returns The migration with `openhouse_service` and `openhouse_gateway` replaced by these roles. */
export function forRoles(sql: string, { service, gateway }: WorkingRoles): string {
  const served = sql.replace(MADE_BY_MIGRATION, '').replace(nameOf(SERVICE_ROLE), () => escapeIdentifier(service));
  if (gateway === undefined) return served.replace(grantsTo(GATEWAY_ROLE), '');
  return served.replace(nameOf(GATEWAY_ROLE), () => escapeIdentifier(gateway));
}

/**
 * Repeats the grants of migrations that were applied before, to a role that lacks one of them: one that
 * `DATABASE_SERVICE_URL` or `DATABASE_GATEWAY_URL` names since then, that a restore did not bring along, or that somebody took one from.
 * @param migrations All of them, in order.
 */
export async function grantAgain(client: Client, roles: WorkingRoles, migrations: readonly string[]): Promise<void> {
  const texts = migrations.map((sql) => sql.replace(MADE_BY_MIGRATION, ''));
  const { rows } = await client.query(
    "select from unnest($1::text[]) as f where has_function_privilege('public', to_regprocedure(f), 'execute')",
    [rightsIn(texts, 'public').map(({ object }) => object)],
  );
  if (rows.length > 0) {
    for (const [revoked] of texts.join('\n').matchAll(FROM_EVERYBODY)) await client.query(revoked);
  }
  for (const [role, granted] of [
    [roles.service, SERVICE_ROLE],
    [roles.gateway, GATEWAY_ROLE],
  ] as const) {
    if (role === undefined || (await lackedRights(client, role, granted, migrations)).length === 0) continue;
    await client.query('grant select on migration to public');
    for (const [grant] of texts.join('\n').matchAll(grantsTo(granted))) await client.query(forRoles(grant, roles));
  }
}

/** Something that the migrations let a role do. */
interface Right {
  readonly kind: string;
  readonly object: string;
  readonly privilege: string;
  /** Null for all of them. */
  readonly column: string | null;
}

const RIGHTS = /^(grant|revoke)\s+([^;]+?)\s+on\s+(?:(schema|sequence|function)\s+)?([^;]+?)\s+(?:to|from)\s+(\w+);/gm;
const listed = (text: string): string[] => text.split(/,\s*(?![^(]*\))/);

/** @returns What the migrations have granted the role, and not taken back; of everybody (`public`) what they have taken back. */
function rightsIn(migrations: readonly string[], role: string): Right[] {
  const rights = new Map<string, Right>();
  for (const [, verb, privileges = '', kind = 'table', objects = '', whose] of migrations.join('\n').matchAll(RIGHTS)) {
    if (whose !== role) continue;
    for (const object of listed(objects)) {
      for (const named of listed(privileges)) {
        const [, privilege = '', columns] = /^(\w+)(?:\s*\(([^)]*)\))?$/.exec(named) ?? [];
        for (const column of columns === undefined ? [null] : listed(columns)) {
          const right = { kind, object, privilege, column };
          if ((verb === 'grant') === (role !== 'public')) rights.set(JSON.stringify(right), right);
          else rights.delete(JSON.stringify(right));
        }
      }
    }
  }
  return [...rights.values()];
}

/** What is no longer there counts as allowed. */
const LACKED = `
  select concat_ws(' ', r.privilege, '(' || r.col || ')', 'on', nullif(r.kind, 'table'), r.object) as lacked
    from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as r (kind, object, privilege, col)
   where not coalesce(case r.kind
           when 'schema' then has_schema_privilege($1::name, r.object, r.privilege)
           when 'sequence' then has_sequence_privilege($1::name, to_regclass(r.object), r.privilege)
           when 'function' then has_function_privilege($1::name, to_regprocedure(r.object), r.privilege)
           else case when r.col is null then has_table_privilege($1::name, to_regclass(r.object), r.privilege)
                else has_column_privilege($1::name, to_regclass(r.object),
                       (select attnum from pg_attribute where attrelid = to_regclass(r.object) and attname = r.col), r.privilege) end
         end, true)`;

/**
 * @param granted As whom the migrations name it.
 * @returns The rights that a working role lacks, as `select on plan`.
 */
export async function lackedRights(
  client: Pick<Client, 'query'>,
  role: string,
  granted: string,
  migrations: readonly string[],
): Promise<string[]> {
  const table = { kind: 'table', object: 'migration', privilege: 'select', column: null };
  const rights = [
    ...rightsIn(
      migrations.map((sql) => sql.replace(MADE_BY_MIGRATION, '')),
      granted,
    ),
    table,
  ];
  const { rows } = await client.query<{ lacked: string }>(LACKED, [
    role,
    rights.map(({ kind }) => kind),
    rights.map(({ object }) => object),
    rights.map(({ privilege }) => privilege),
    rights.map(({ column }) => column),
  ]);
  return rows.map(({ lacked }) => lacked);
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

/**
 * Other users who may become the service's role and connect to this database: owners of other installations in the cluster, which
 * shared the role in earlier versions, or to which it belonged where this database was restored.
 */
export async function othersOfServiceRole({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select r.rolname as name
       from pg_roles r, pg_roles s, pg_class t
      where s.rolname = $1 and t.oid = to_regclass('app_secret') and has_column_privilege(s.oid, t.oid, 'sealed', 'select')
        and r.rolcanlogin and not r.rolsuper and r.rolname <> session_user and pg_has_role(r.oid, s.oid, 'member')
        and not pg_has_role(r.oid, t.relowner, 'member')
        and has_database_privilege(r.oid, current_database(), 'connect')
      order by 1`,
    [SERVICE_ROLE],
  );
  return rows.map(({ name }) => name);
}
