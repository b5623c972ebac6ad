import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Database } from '../../packages/server/src/database/database.ts';
import { migrate } from '../../packages/server/src/database/migrate.ts';
import { openDatabase } from '../../packages/server/src/database/open-database.ts';
import { inTransaction } from '../../packages/server/src/database/transaction.ts';
import { type Credentials, createApp, newCredentials } from '../../packages/server/src/tokens/create-app.ts';

/** A migrated database of its own with one Team and one app. */
export interface Store {
  readonly url: string;
  readonly database: Database;
  readonly teamId: string;
  readonly credentials: Credentials;
  /** Works as the owner of the schema, past row-level security. */
  readonly owner: Client;
  drop(): Promise<void>;
}

/** No statement of a measurement is ended by the service's limit. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** @param pepper Of app secrets, which the service is given too. */
export async function createStore(serverUrl: string, pepper: Buffer): Promise<Store> {
  const name = `growth_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: `${serverUrl}/postgres` });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = `${serverUrl}/${name}`;
  const database = await openDatabase({ url, maxConnections: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  await migrate(database);
  const owner = await database.connectAsOwner();
  const { rows } = await owner.query<{ id: string }>(
    "insert into team (code, name) values ('growth', 'Growth') returning id",
  );
  const teamId = rows[0]?.id ?? '';
  const credentials = newCredentials();
  const app = { teamId, slot: 1, name: 'Benchmark', trialEndsAt: null };
  await inTransaction(
    database,
    (transaction) => createApp(transaction, app, credentials, { pepper, sealingKeys: null }),
    { team: teamId },
  );
  return {
    url,
    database,
    teamId,
    credentials,
    owner,
    async drop() {
      await owner.end();
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
