import type { Pool } from 'pg';

/** One policy of row-level security, as the server describes it. */
interface Policy {
  readonly name: string;
  /** As `pg_policy.polcmd`: `*` for every command, `r` for select. */
  readonly command: string;
  readonly permissive: boolean;
  /** Roles it is for; 0 stands for all. */
  readonly roles: readonly string[];
  /** `using`. */
  readonly using: string | null;
  /** `with check`; null takes `using`. */
  readonly check: string | null;
}

const EVERYBODY = ['0'];
const policy = (name: string, command: string, using: string): Policy => ({
  name,
  command,
  permissive: true,
  roles: EVERYBODY,
  using,
  check: null,
});

/** The policy of every Team's table, as the server prints what the migrations create. */
const TEAM_ONLY = policy(
  'team_only',
  '*',
  "((current_setting('app.team'::text, true) = (team_id)::text) OR (current_setting('app.team'::text, true) = '*'::text))",
);

/** Further policies that the migrations create. */
const MORE: Readonly<Record<string, readonly Policy[]>> = {
  team_member: [policy('own_memberships', 'r', "(current_setting('app.person'::text, true) = (person_id)::text)")],
  invitation: [
    policy('by_token', 'r', "(current_setting('app.invitation'::text, true) = encode(token_hash, 'hex'::text))"),
  ],
  team_credential: [
    policy('by_token', 'r', "(current_setting('app.credential'::text, true) = encode(token_hash, 'hex'::text))"),
  ],
};

interface TeamTable {
  readonly name: string;
  readonly enabled: boolean;
  readonly forced: boolean;
  readonly policies: readonly Policy[];
}

interface WorkingRole {
  readonly name: string;
  readonly superuser: boolean;
  readonly bypasses: boolean;
}

const WORKING_ROLE = `
  select rolname as name, rolsuper as superuser, rolbypassrls as bypasses from pg_roles where rolname = current_user`;

/** Every table with a Team in its rows, and its policies by name, printed with quotes only where a name needs them. */
const TEAM_TABLES = `
  select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
         coalesce((select json_agg(json_build_object(
             'name', p.polname, 'command', p.polcmd, 'permissive', p.polpermissive, 'roles', p.polroles::oid[]::text[],
             'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
             order by p.polname)
           from pg_policy p where p.polrelid = c.oid), '[]') as policies
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
   where c.relkind in ('r', 'p') and c.relnamespace = (select relnamespace from pg_class where oid = to_regclass('migration'))
     and (select set_config('quote_all_identifiers', 'off', true)) is not null
   order by c.relname`;

/**
 * Checks that the database still keeps Teams apart as the migrations made it: the role that runs statements is bound by
 * row-level security, which is enabled and forced on every Team's table with exactly their policies (decision 0101).
 * Reads the catalogue only.
 * @param pool Whose connections run the statements.
 * @returns What was weakened, and how to fix it; empty when nothing was.
 */
export async function isolationProblems(pool: Pool): Promise<string[]> {
  const [role] = (await pool.query<WorkingRole>(WORKING_ROLE)).rows;
  const { rows: tables } = await pool.query<TeamTable>(TEAM_TABLES);
  return [...roleProblems(role), ...tables.flatMap(tableProblems)];
}

function roleProblems(role: WorkingRole | undefined): string[] {
  if (role === undefined) return ['The role that runs statements cannot be found in pg_roles'];
  const problems: string[] = [];
  const free = `The role ${role.name}, which runs the statements,`;
  if (role.superuser) {
    problems.push(`${free} is a superuser, whom row-level security does not bind: alter role ${role.name} nosuperuser`);
  }
  if (role.bypasses) {
    problems.push(`${free} has BYPASSRLS, so row-level security does not bind it: alter role ${role.name} nobypassrls`);
  }
  return problems;
}

function tableProblems({ name, enabled, forced, policies }: TeamTable): string[] {
  const problems: string[] = [];
  if (!enabled) {
    problems.push(`Row-level security is off on ${name}: alter table ${name} enable row level security`);
  }
  if (!forced) {
    problems.push(
      `Row-level security does not bind the owner of ${name}: alter table ${name} force row level security`,
    );
  }
  const expected = [TEAM_ONLY, ...(MORE[name] ?? [])];
  for (const wanted of expected) {
    const found = policies.find((one) => one.name === wanted.name);
    if (found === undefined)
      problems.push(`The policy ${wanted.name} of ${name} is missing: create it as the migration does`);
    else if (!isSame(found, wanted)) {
      problems.push(
        `The policy ${wanted.name} of ${name} is not the migration's: drop it and create it as the migration does`,
      );
    }
  }
  for (const found of policies) {
    if (expected.some((wanted) => wanted.name === found.name)) continue;
    problems.push(`${name} has a policy that no migration made: drop policy ${found.name} on ${name}`);
  }
  return problems;
}

const isSame = (a: Policy, b: Policy): boolean =>
  a.command === b.command &&
  a.permissive === b.permissive &&
  a.roles.join() === b.roles.join() &&
  a.using === b.using &&
  a.check === b.check;
