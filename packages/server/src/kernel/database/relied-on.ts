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
};

/** Start-up options of a connection that set them. */
export const RELIED_ON_OPTIONS: readonly string[] = Object.entries(RELIED_ON).map(
  ([name, value]) => `${name}=${value.replaceAll(' ', '\\ ')}`,
);

/** What differs, where a pooler takes no such options. @returns Statements that set it right for the user. */
export async function settingsToMend(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ user: string } & Readonly<Record<string, string>>>(
    `select quote_ident(current_user) as user, current_setting('datestyle') as datestyle, current_schema() as search_path,
            current_setting('row_security') as row_security,
            current_setting('default_transaction_isolation') as default_transaction_isolation`,
  );
  const [has] = rows;
  return Object.entries(RELIED_ON).flatMap(([name, value]) =>
    has?.[name]?.startsWith(value) ? [] : [`alter role ${has?.user} set ${name} = '${value}'`],
  );
}
