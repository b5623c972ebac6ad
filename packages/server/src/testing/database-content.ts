import type { TestStore } from './database.ts';

/** Every row of every table with the place it lies at: a row that is written anew, even unchanged, has another. */
export async function databaseContent(store: TestStore): Promise<Record<string, string>> {
  const owner = await store.database.connectAsOwner();
  await owner.query("select set_config('app.team', '*', false)");
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p', 'm') and nspname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ rows: string }>(
      `select coalesce(string_agg(t.tableoid::text || t.ctid::text || t.xmin::text || to_jsonb(t)::text, ' ' order by t.tableoid, t.ctid), '') as rows
       from ${name} t`,
    );
    found[name] = rows[0]?.rows ?? '';
  }
  await owner.end();
  return found;
}
