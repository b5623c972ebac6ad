import { Client, type ClientBase, type ClientConfig, type Pool, type PoolClient, Query } from 'pg';
import {
  ANSWER_MARGIN_MS,
  CONNECT_MS,
  type Database,
  IDLE_IN_TRANSACTION_MS,
  KEEP_ALIVE_MS,
  type PostgresOptions,
  SERVICE_ROLE,
  StoreError,
} from './database.ts';
import { APPLICATION_NAME, createPool } from './pool.ts';
import { type PostgresAddress, readPostgresAddress } from './postgres-address.ts';
import { type SilenceWatch, watchSilence } from './silence.ts';
import { noteUnreachable } from './store-away.ts';

/** Oldest PostgreSQL whose SQL the program is written for, as `server_version_num` says it. */
const OLDEST_VERSION_NUM = 150_000;

/** Before the first statement of a connection, if the role is there and its user may (decision 0115). */
const WORK_AS_SERVICE_ROLE = `
  select set_config('role', rolname, false) from pg_roles
   where rolname = '${SERVICE_ROLE}' and pg_has_role(session_user, oid, 'member')`;

/**
 * Opens a PostgreSQL server.
 * @throws {StoreError} When it cannot be reached or is older than 15.
 */
export async function openPostgres(
  options: PostgresOptions,
  onConnectionLost?: (error: Error) => void,
): Promise<Database> {
  const owner = addressOf(options.url, 'DATABASE_URL');
  const service = options.serviceUrl == null ? undefined : addressOf(options.serviceUrl, 'DATABASE_SERVICE_URL');

  const connect = async ({ connectionString, options }: PostgresAddress) => {
    const client = new Client({
      connectionString,
      options,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    client.on('error', onConnectionLost ?? (() => {}));
    await client.connect();
    return client;
  };
  const connectAsOwner = () => connect(owner);
  await refuseOldServer(connectAsOwner, owner.where, 'DATABASE_URL');

  const bounds = [
    `statement_timeout=${options.statementTimeoutMs}`,
    `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
  ];
  const serving = service ?? owner;
  const isPooled = options.pooler === 'transaction';
  /** Makes a pool whose connections are bounded in time, and watched for silence. */
  const watchedPool = (max: number): WatchedPool => {
    /** Bounds how long a connection may take, and tells how it went. */
    class BoundedClient extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connectionTimeoutMillis: CONNECT_MS });
      }
      override connect(): Promise<Client>;
      override connect(callback: (error: Error | null) => void): void;
      override connect(callback?: (error: Error | null) => void): Promise<Client> | undefined {
        if (callback === undefined) return super.connect();
        super.connect((reason: Error | null) => {
          const error = reason && withRemedy(reason);
          if (error !== null) noteUnreachable(error);
          silence.tried(error ?? undefined);
          callback(error);
        });
        return undefined;
      }
    }
    const pool = createPool(
      {
        Client: BoundedClient,
        connectionString: serving.connectionString,
        max,
        ...(isPooled
          ? { pipeline: false }
          : { options: [serving.options, ...bounds.map((bound) => `-c ${bound}`)].join(' ').trim() }),
        // Behind a pooler what a session sets would stay for whoever gets its connection next.
        ...(service === undefined && !isPooled && { onConnect: workAsServiceRole }),
      },
      onConnectionLost,
    );
    if (isPooled) pool.on('connect', leaveNamesOut);
    const silence = watchSilence(pool, {
      connect: () => connect(serving),
      boundMs: options.statementTimeoutMs + ANSWER_MARGIN_MS,
      direct: !isPooled,
    });
    return { pool, silence };
  };
  const main = watchedPool(options.maxConnections);
  const reads = options.maxReadConnections === undefined ? undefined : watchedPool(options.maxReadConnections);
  const pools = reads === undefined ? [main] : [main, reads];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= Promise.all(
      pools.map(({ pool, silence }) => {
        silence.stop();
        return pool.end();
      }),
    ).then(() => undefined);
    return closing;
  };
  const opened = {
    pool: main.pool,
    ...(reads !== undefined && { readPool: reads.pool }),
    kind: 'postgres',
    borrowed: false,
    connectAsOwner,
    refusesConnections: () => pools.some(({ silence }) => silence.failing()),
    close,
  } as const;
  if (service === undefined) return opened;
  return { ...opened, serviceLogin: () => loginOf(() => connect(service), service.where) };
}

interface WatchedPool {
  readonly pool: Pool;
  readonly silence: SilenceWatch;
}

/** What poolers say of the settings that a connection brings along. */
const REFUSED_BY_POOLER = /unsupported startup parameter/;

function withRemedy(error: Error): Error {
  if (!REFUSED_BY_POOLER.test(error.message)) return error;
  const says = `A pooler stands before PostgreSQL (${error.message}). Set DATABASE_POOLER=transaction.`;
  return new StoreError(says, { cause: error });
}

/**
 * Leaves the names of a connection's statements out: a pooler may send each transaction over another connection, where a
 * prepared statement of that name is not there, or is somebody else's (decision 0119).
 */
function leaveNamesOut(client: PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((statement: unknown, ...rest: unknown[]) =>
    query(unnamed(statement), ...rest)) as typeof client.query;
}

function unnamed(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || Reflect.get(statement, 'name') === undefined)
    return statement;
  // A query that is made already goes out as it is, but for its name.
  if (statement instanceof Query) return Object.assign(statement, { name: undefined });
  return { ...statement, name: undefined };
}

/** The pool waits for it. */
async function workAsServiceRole(client: ClientBase): Promise<void> {
  const statement = { text: WORK_AS_SERVICE_ROLE, query_timeout: CONNECT_MS };
  await client.query(statement);
}

/** @returns Whose connection it is. */
async function loginOf(connect: () => Promise<Client>, where: string): Promise<string> {
  const client = await reach(connect, where, 'DATABASE_SERVICE_URL');
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}

/** @throws {StoreError} When the address cannot be read; its text may hold a password and is not repeated. */
function addressOf(text: string, variable: string): PostgresAddress {
  const address = readPostgresAddress(text);
  if (address !== undefined) return address;
  throw new StoreError(
    `The address of PostgreSQL cannot be read. Write ${variable} as postgres://user:password@host:port/database, with ` +
      'special characters of the password in percent encoding: %2F for /, %23 for #, %3F for ?, %40 for @.',
  );
}

async function reach(connect: () => Promise<Client>, where: string, variable: string): Promise<Client> {
  try {
    return await connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    throw new StoreError(`PostgreSQL at ${where} cannot be used: ${reason}. Check ${variable}.`, { cause: error });
  }
}

async function refuseOldServer(connect: () => Promise<Client>, where: string, variable: string): Promise<void> {
  const client = await reach(connect, where, variable);
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
