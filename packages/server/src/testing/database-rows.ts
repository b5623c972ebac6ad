import type { Client } from 'pg';

/** Reads and writes the rows of a test's whole store, as its owner. */
export interface DatabaseRows {
  /** Text that is equal for equal rows. */
  read(): Promise<string>;
  /** SQL that leaves no row, starts the sequences again and puts today's rows back, to be run in one go. */
  statementsOfReset(): Promise<string>;
  /** SQL that puts today's rows and sequences into a store that differs from them in rows that were added meanwhile. */
  statementsOfReturn(before: string): Promise<string>;
}

interface Table {
  /** With its schema, and quoted where needed: `record` alone is a type of PostgreSQL. */
  readonly name: string;
  /** All columns but those that the database computes. */
  readonly columns: string;
}

const NO_ROWS = '[]';
/** As a replica, so that neither foreign keys nor what keeps the audit log whole stand in the way. */
const BEGIN = 'begin; set local session_replication_role = replica;';

export async function databaseRows(owner: Client): Promise<DatabaseRows> {
  const { rows: tables } = await owner.query<Table>(
    `select format('public.%I', relname) as name,
       (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> 'migration'`,
  );
  const all = tables.map(({ name }, at) => `(select coalesce(json_agg(t), '[]')::text from ${name} t) as "${at}"`);
  /** The rows of every table in JSON, at one moment. */
  const readTables = async (): Promise<string[]> => {
    const { rows } = await owner.query<Record<string, string>>(`select ${all.join(', ')}`);
    return tables.map((_table, at) => rows[0]?.[at] ?? NO_ROWS);
  };
  const insert = ({ name, columns }: Table, rows: string): string =>
    `insert into ${name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${name}, ${owner.escapeLiteral(rows)});`;
  const sequences = async (value: string): Promise<string[]> => {
    const { rows } = await owner.query<{ restart: string }>(
      `select format('select setval(%L, %s, %L);', quote_ident(sequencename), ${value}) as restart
         from pg_sequences where schemaname = 'public'`,
    );
    return rows.map(({ restart }) => restart);
  };
  return {
    read: async () => JSON.stringify(await readTables()),
    async statementsOfReset() {
      // Waits for whoever still writes, as a truncation would.
      const lock = `lock table ${tables.map(({ name }) => name).join(', ')} in share row exclusive mode;`;
      const deletions = tables.map(({ name }) => `delete from ${name};`);
      const rows = await readTables();
      const seeds = tables.flatMap((table, at) => (rows[at] === NO_ROWS ? [] : [insert(table, rows[at] ?? NO_ROWS)]));
      return [BEGIN, lock, ...deletions, ...(await sequences('start_value, false')), ...seeds, 'commit;'].join('\n');
    },
    async statementsOfReturn(before) {
      const were: string[] = JSON.parse(before);
      const rows = await readTables();
      const changed = tables.flatMap((table, at) =>
        rows[at] === were[at] ? [] : [`delete from ${table.name};`, insert(table, rows[at] ?? NO_ROWS)],
      );
      const last = await sequences('coalesce(last_value, start_value), last_value is not null');
      return [BEGIN, ...last, ...changed, 'commit;'].join('\n');
    },
  };
}
