/** Program of `startStoreProcess`: has a store open in a process of its own and does what its parent asks. */
import type { PoolClient } from 'pg';
import type { Database, DatabaseOptions } from '../kernel/database/database.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { openDatabase } from '../kernel/database/open-database.ts';

export type StoreCommand =
  | { readonly do: 'open'; readonly options: DatabaseOptions }
  | { readonly do: 'migrate' }
  /** On one connection that is held from the first query on. */
  | { readonly do: 'query'; readonly sql: string }
  | { readonly do: 'close' };

export interface StoreAnswer {
  readonly number: number;
  readonly value?: unknown;
  readonly error?: string;
}

let database: Database | undefined;
let client: PoolClient | undefined;

async function obey(command: StoreCommand): Promise<unknown> {
  if (command.do === 'open') {
    database = await openDatabase(command.options);
    return { borrowed: database.borrowed };
  }
  if (database === undefined) throw new Error('not open');
  if (command.do === 'migrate') return migrate(database);
  if (command.do === 'close') {
    client?.release();
    client = undefined;
    return database.close();
  }
  client ??= await database.pool.connect();
  try {
    return (await client.query(command.sql)).rows;
  } catch (error) {
    // After an error the connection may be gone: the next query takes another one.
    client.release(true);
    client = undefined;
    throw error;
  }
}

process.on('message', ({ number, command }: { number: number; command: StoreCommand }) => {
  obey(command).then(
    (value) => process.send?.({ number, value }),
    (error: unknown) => process.send?.({ number, error: error instanceof Error ? error.message : String(error) }),
  );
});
// A parent that is gone leaves nobody behind.
process.on('disconnect', () => process.exit());
