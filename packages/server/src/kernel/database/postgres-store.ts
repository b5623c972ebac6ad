import { Client } from 'pg';
import { type Database, IDLE_IN_TRANSACTION_MS, type PostgresOptions, StoreError } from './database.ts';
import { APPLICATION_NAME, createPool, SERVICE_ROLE_OPTION } from './pool.ts';

/** Oldest PostgreSQL whose SQL the program is written for, as `server_version_num` says it. */
const OLDEST_VERSION_NUM = 150_000;

/**
 * Opens a PostgreSQL server.
 * @throws {StoreError} When it cannot be reached or is older than 15.
 */
export async function openPostgres(
  options: PostgresOptions,
  onConnectionLost?: (error: Error) => void,
): Promise<Database> {
  const url = new URL(options.url);
  // `pg` lets the options in the address win over its own; the role must not get lost there.
  const addressOptions = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  const connectionString = url.toString();

  const connectAsOwner = async () => {
    const client = new Client({ connectionString, options: addressOptions, application_name: APPLICATION_NAME });
    client.on('error', onConnectionLost ?? (() => {}));
    await client.connect();
    return client;
  };
  await refuseOldServer(connectAsOwner, url);

  const bounds = [
    `statement_timeout=${options.statementTimeoutMs}`,
    `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
  ];
  const pool = createPool(
    {
      connectionString,
      max: options.maxConnections,
      options: [addressOptions, SERVICE_ROLE_OPTION, ...bounds.map((bound) => `-c ${bound}`)].join(' ').trim(),
    },
    onConnectionLost,
  );
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= pool.end();
    return closing;
  };
  return { pool, kind: 'postgres', borrowed: false, connectAsOwner, close };
}

async function refuseOldServer(connectAsOwner: () => Promise<Client>, url: URL): Promise<void> {
  const where = `${url.host}${url.pathname}`;
  let client: Client;
  try {
    client = await connectAsOwner();
  } catch (error) {
    const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    throw new StoreError(`PostgreSQL at ${where} cannot be used: ${reason}. Check DATABASE_URL.`, { cause: error });
  }
  try {
    const { rows } = await client.query<{ num: number; name: string }>(
      "select current_setting('server_version_num')::int as num, current_setting('server_version') as name",
    );
    const [version] = rows;
    if (version !== undefined) refuseOldVersion(version, where);
  } finally {
    await client.end();
  }
}

/**
 * @param version `server_version_num` and `server_version`.
 * @throws {StoreError} When the server is older than the SQL of the program.
 */
export function refuseOldVersion(version: { num: number; name: string }, where: string): void {
  if (version.num >= OLDEST_VERSION_NUM) return;
  throw new StoreError(
    `PostgreSQL at ${where} has version ${version.name}; Openhouse needs 15 or later. Upgrade it, or name another one in DATABASE_URL.`,
  );
}
