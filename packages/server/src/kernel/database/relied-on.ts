import type { Pool } from 'pg';

/**
 * Settings of a connection that statements and the driver rely on: an administrator may have set others for the server, the
 * database or the user.
 */
const RELIED_ON: Readonly<Record<string, string>> = {
  // The driver reads times in no other format.
  datestyle: 'ISO',
  // The migrations' own functions look nowhere else.
  search_path: 'public',
  // Statements see their Team's rows, and are not refused where there are others.
  row_security: 'on',
  // A statement that waited for a lock sees what was committed meanwhile.
  default_transaction_isolation: 'read committed',
  // Patterns keep their backslashes: without them no name is found when a person is deleted.
  standard_conforming_strings: 'on',
  // What is missing in a list that the driver sends is not the word NULL.
  array_nulls: 'on',
};

/** Start-up options of a connection that set them. */
export const RELIED_ON_OPTIONS: readonly string[] = Object.entries(RELIED_ON).map(
  ([name, value]) => `${name}=${value.replaceAll(' ', '\\ ')}`,
);

/** What a connection has of them. A search_path is judged by what it leads to. */
const HAS = Object.keys(RELIED_ON).map((name) =>
  name === 'search_path' ? `current_schema() as ${name}` : `current_setting('${name}') as ${name}`,
);

/** What differs where a pooler takes no such options, and how it is mended; undefined when nothing does. */
export async function settingsProblem(
  pool: Pool,
): Promise<{ readonly says: string; readonly remedy: string } | undefined> {
  const { rows } = await pool.query<{ user: string } & Readonly<Record<string, string>>>(
    `select quote_ident(current_user) as user, ${HAS}`,
  );
  const [has] = rows;
  const statements = Object.entries(RELIED_ON).flatMap(([name, value]) =>
    has?.[name]?.startsWith(value) ? [] : [`alter role ${has?.user} set ${name} = '${value}'`],
  );
  if (statements.length === 0) return undefined;
  return {
    says: 'Behind the pooler, connections have settings with which statements fail or are misread.',
    remedy: `Run "${statements.join('; ')}", then RECONNECT in the pooler.`,
  };
}
