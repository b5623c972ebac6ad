import type { Client } from 'pg';

/** What belongs to this database or its processes and not to the data: the schema's own list, where files lie, who holds keys. */
const NOT_CARRIED = ['migration', 'asset_place', 'key_holder'];
/** Rows of one fetch: a payload may take megabytes. */
const ROWS_AT_ONCE = 50;

/** Times as they are in every database, across all Teams, and as long as a large table takes. */
const WHATEVER_IS_SET = `set local timezone = 'UTC'; set local app.team = '*'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** A migration that a database has. */
export interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

/** A counter of new ids. */
export interface Sequence {
  readonly name: string;
  /** The last number given; null where none was. */
  readonly last: string | null;
}

/** Opens one snapshot for everything that is read until the connection ends, across all Teams. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(WHATEVER_IS_SET);
}

/** None in a database without a schema. */
export async function appliedMigrations(client: Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ made: boolean }>("select to_regclass('migration') is not null as made");
  if (rows[0]?.made !== true) return [];
  return (await client.query<AppliedMigration>('select name, sha256 from migration order by name')).rows;
}

/** Every table that is carried. */
export async function carriedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
        and not relname = any ($1) order by relname`,
    [NOT_CARRIED],
  );
  return rows.map(({ name }) => name);
}

export async function sequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
}

/** Every row of a table as the text of a JSON object, in batches. Numbers are never read as JavaScript has them. */
export async function* rowsOf(client: Client, table: string): AsyncGenerator<readonly string[]> {
  await client.query(`declare carried no scroll cursor for select row_to_json(t)::text as row from ${quoted(table)} t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from carried`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await client.query('close carried');
}

/** SHA-256 of every file that the rows name, each once. */
export async function* namedFiles(client: Client): AsyncGenerator<Buffer> {
  await client.query('declare named no scroll cursor for select distinct sha256 from asset');
  for (;;) {
    const { rows } = await client.query<{ sha256: Buffer }>(`fetch ${ROWS_AT_ONCE * 10} from named`);
    if (rows.length === 0) break;
    for (const { sha256 } of rows) yield sha256;
  }
  await client.query('close named');
}

/** Whether a migrated database holds nothing that somebody would miss. */
export async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from team) or exists (select from person) or exists (select from tour) as used`,
  );
  return rows[0]?.used === false;
}

/** A foreign key that was taken off, and the statement that puts it back. */
export interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Prepares the tables to take rows as they were: nobody else writes to them, nothing is counted or noted anew, and foreign keys are
 * off, since tables refer to each other in circles.
 * @returns What was taken off, for `endLoad`.
 */
export async function beginLoad(client: Client, tables: readonly string[]): Promise<readonly Reference[]> {
  await client.query(`begin isolation level read committed; ${WHATEVER_IS_SET}`);
  const { rows: references } = await client.query<Reference>(
    `select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and c.conparentid = 0 and t.relnamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of references) {
    await client.query(`alter table ${quoted(table)} drop constraint "${name}"`);
  }
  for (const table of tables) {
    await client.query(`alter table ${quoted(table)} disable trigger user`);
  }
  return references;
}

/** Removes what the migrations put there, after `beginLoad`. */
export async function emptyTables(client: Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`delete from ${quoted(table)}`);
}

/** @param rows Texts of JSON objects, as `rowsOf` gives them. */
export async function loadRows(client: Client, table: string, rows: readonly string[]): Promise<void> {
  const { rows: columns } = await client.query<{ names: string }>({
    name: 'carried-columns',
    text: `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
            where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    values: [quoted(table)],
  });
  const names = columns[0]?.names ?? '';
  await client.query(
    `insert into ${quoted(table)} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${quoted(table)}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
}

/**
 * Ends what `beginLoad` began: counters go on where they were, what the tables do by themselves is on again, and every foreign key
 * is checked as it is put back.
 */
export async function endLoad(
  client: Client,
  tables: readonly string[],
  references: readonly Reference[],
  counters: readonly Sequence[],
): Promise<void> {
  for (const { name, last } of counters) {
    if (last !== null) await client.query('select setval($1::text::regclass, $2::bigint)', [quoted(name), last]);
  }
  for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${quoted(table)} add constraint "${name}" ${definition}`);
  }
  await client.query('commit');
}

/** With its schema: a table has the name of a type that PostgreSQL knows, `record`. */
const quoted = (name: string): string => `public."${name.replaceAll('"', '""')}"`;
