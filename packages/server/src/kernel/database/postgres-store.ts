import { Client, type ClientBase, type ClientConfig, type Pool, type PoolClient, Query } from 'pg';
import {
  ANSWER_MARGIN_MS,
  CONNECT_MS,
  type Database,
  GATEWAY_ROLE,
  IDLE_IN_TRANSACTION_MS,
  KEEP_ALIVE_MS,
  type PostgresOptions,
  ROOM_REMEMBERED_MS,
  SERVICE_ROLE,
  StoreError,
  StoreUnreachable,
} from './database.ts';
import { type HostsInTurn, hostsInTurn } from './hosts-in-turn.ts';
import { APPLICATION_NAME, createPool } from './pool.ts';
import {
  type PostgresAddress,
  type PostgresHost,
  postgresAddressProblem,
  readPostgresAddress,
} from './postgres-address.ts';
import { RELIED_ON_OPTIONS } from './relied-on.ts';
import { requireSameDatabase } from './same-database.ts';
import { type SilenceWatch, watchSilence } from './silence.ts';
import { noteUnreachable } from './store-away.ts';

/** SQLSTATE disk_full: of a table, an index, or the file of a sort. */
const DISK_FULL = '53100';

/** Oldest supported PostgreSQL, as `server_version_num` says it. */
const OLDEST_VERSION_NUM = 150_000;

/**
 * Runs before the first statement of a connection: takes the first of these roles that exists and that its user may use
 * (decision 0115).
 */
const workAs = (...roles: string[]) => `
  select set_config('role', rolname, false) from (
    select rolname from pg_roles
     where rolname = any ('{${roles.join()}}') and pg_has_role(session_user, oid, 'member')
     order by array_position('{${roles.join()}}', rolname) limit 1) as first`;
const WORK_AS_SERVICE = workAs(SERVICE_ROLE);
/** Without a role of the gateway, its statements run as the service's. */
const WORK_AS_GATEWAY = workAs(GATEWAY_ROLE, SERVICE_ROLE);

const asOptions = (settings: readonly string[]): string => settings.map((setting) => `-c ${setting}`).join(' ');

/** Opens a PostgreSQL server. @throws {StoreError} When it cannot be reached, is older than 15, or does not write UTF-8. */
export async function openPostgres(
  options: PostgresOptions,
  onConnectionLost?: (error: Error) => void,
): Promise<Database> {
  const { urlVariable = 'DATABASE_URL' } = options;
  const owner = addressOf(options.url, urlVariable);
  const service = options.serviceUrl == null ? undefined : addressOf(options.serviceUrl, 'DATABASE_SERVICE_URL');
  const gateway = options.gatewayUrl == null ? undefined : addressOf(options.gatewayUrl, 'DATABASE_GATEWAY_URL');
  const replica = options.replicaUrl == null ? undefined : addressOf(options.replicaUrl, 'DATABASE_READ_URL');
  const isPooled = options.pooler === 'transaction';
  /** Start-up options of a connection; a pooler in transaction mode takes none of ours. @param more Settings besides. */
  const optionsAt = (address: PostgresAddress, more: readonly string[] = []) =>
    isPooled ? address.options : `${address.options} ${asOptions([...RELIED_ON_OPTIONS, ...more])}`.trim();

  const connectTo = async ({ connectionString }: PostgresHost, options: string) => {
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
  let lackedRoomAtMs = Number.NEGATIVE_INFINITY;
  const turns = new Map<PostgresAddress, HostsInTurn>();
  const turnOf = (address: PostgresAddress): HostsInTurn => {
    const turn = turns.get(address) ?? hostsInTurn(address.hosts, (host) => connectTo(host, optionsAt(address)));
    turns.set(address, turn);
    return turn;
  };
  const connect = async (address: PostgresAddress) => {
    const turn = turnOf(address);
    try {
      return await connectTo(await turn.current(), optionsAt(address));
    } catch (error) {
      turn.doubt();
      throw error;
    }
  };
  const connectAsOwner = () => connect(owner);
  await refuseUnfitServer(connectAsOwner, owner.where, urlVariable);
  const named = (variable: string, address: PostgresAddress) => ({
    variable,
    where: address.where,
    connect: () => reach(() => connect(address), address.where, variable),
  });
  const refuseElsewhere = (variable: string, address: PostgresAddress) =>
    requireSameDatabase(named(urlVariable, owner), named(variable, address));
  if (service !== undefined) await refuseElsewhere('DATABASE_SERVICE_URL', service);

  const bounds = [
    `statement_timeout=${options.statementTimeoutMs}`,
    `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
  ];
  const serving = service ?? owner;
  /**
   * Creates a pool whose connections have time limits and are watched for silence.
   * @param asRole The statement that switches a connection to its role.
   */
  const watchedPool = (max: number, asRole: string, at = serving): WatchedPool => {
    const turn = turnOf(at);
    /** Bounds the time to connect, and reports the outcome. */
    class BoundedClient extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connectionTimeoutMillis: CONNECT_MS });
      }
      override connect(): Promise<Client>;
      override connect(callback: (error: Error | null) => void): void;
      override connect(callback?: (error: Error | null) => void): Promise<Client> | undefined {
        if (callback === undefined) return super.connect();
        const tried = (reason: Error | null) => {
          const error = reason && withRemedy(reason);
          if (error !== null) {
            noteUnreachable(error);
            turn.doubt();
          }
          silence.tried(error ?? undefined);
          callback(error);
        };
        const go = ({ host, port }: PostgresHost) => {
          Object.assign(this, { host, port });
          super.connect(tried);
        };
        const known = turn.known();
        if (known !== undefined) go(known);
        else turn.current().then(go, tried);
        return undefined;
      }
    }
    const pool = createPool(
      {
        Client: BoundedClient,
        connectionString: at.hosts[0].connectionString,
        max,
        ...(isPooled ? { pipeline: false } : { options: optionsAt(at, bounds) }),
        // Behind a pooler, what a session sets would remain for the next user of its connection.
        ...(service === undefined && !isPooled && { onConnect: takeRole(asRole) }),
      },
      (error) => {
        turn.doubt();
        onConnectionLost?.(error);
      },
    );
    if (isPooled) pool.on('connect', leaveNamesOut);
    pool.on('connect', ({ connection }) =>
      connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
        if (code === DISK_FULL) lackedRoomAtMs = performance.now();
      }),
    );
    const silence = watchSilence(pool, {
      connect: () => connect(at),
      boundMs: options.statementTimeoutMs + ANSWER_MARGIN_MS,
      direct: !isPooled,
    });
    return { pool, silence };
  };
  const main = watchedPool(options.maxConnections, options.serves === 'gateway' ? WORK_AS_GATEWAY : WORK_AS_SERVICE);
  const reads =
    options.maxReadConnections === undefined ? undefined : watchedPool(options.maxReadConnections, WORK_AS_GATEWAY);
  const ofReplica = replica && watchedPool(options.maxReadConnections ?? 1, WORK_AS_GATEWAY, replica);
  const pools = reads === undefined ? [main] : [main, reads];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= Promise.all(
      [...pools, ...(ofReplica === undefined ? [] : [ofReplica])].map(({ pool, silence }) => {
        silence.stop();
        return pool.end();
      }),
    ).then(() => undefined);
    return closing;
  };
  const opened = {
    pool: main.pool,
    ...(reads !== undefined && { readPool: reads.pool }),
    ...(ofReplica !== undefined && { replicaPool: ofReplica.pool }),
    kind: 'postgres',
    borrowed: false,
    connectAsOwner,
    lacksRoom: () => performance.now() - lackedRoomAtMs < ROOM_REMEMBERED_MS,
    refusesConnections: () => pools.some(({ silence }) => silence.failing()),
    close,
  } as const;
  return {
    ...opened,
    ...(service && { serviceLogin: () => loginOf(() => connect(service), service.where, 'DATABASE_SERVICE_URL') }),
    ...(gateway && {
      async gatewayLogin() {
        await refuseElsewhere('DATABASE_GATEWAY_URL', gateway);
        return loginOf(() => connect(gateway), gateway.where, 'DATABASE_GATEWAY_URL');
      },
    }),
  };
}

interface WatchedPool {
  readonly pool: Pool;
  readonly silence: SilenceWatch;
}

/** What poolers answer to start-up settings of a connection. */
const REFUSED_BY_POOLER = /unsupported startup parameter/;

function withRemedy(error: Error): Error {
  if (!REFUSED_BY_POOLER.test(error.message)) return error;
  const says = `A pooler stands before PostgreSQL (${error.message}). Set DATABASE_POOLER=transaction.`;
  return new StoreError(says, { cause: error });
}

/**
 * Removes the names of a connection's statements: a pooler may send each transaction over another connection, where a
 * prepared statement of that name does not exist, or is another one (decision 0119).
 */
function leaveNamesOut(client: PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((statement: unknown, ...rest: unknown[]) =>
    query(unnamed(statement), ...rest)) as typeof client.query;
}

function unnamed(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || Reflect.get(statement, 'name') === undefined)
    return statement;
  // A Query object is sent as it is, except for its name.
  if (statement instanceof Query) return Object.assign(statement, { name: undefined });
  return { ...statement, name: undefined };
}

/** The pool waits for it. */
function takeRole(text: string): (client: ClientBase) => Promise<void> {
  const statement = { text, query_timeout: CONNECT_MS };
  return async (client) => {
    await client.query(statement);
  };
}

/** @returns The user of the connection. */
async function loginOf(connect: () => Promise<Client>, where: string, variable: string): Promise<string> {
  const client = await reach(connect, where, variable);
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}

/** @throws {StoreError} When the address cannot be read; its text may hold a password and is not repeated. */
function addressOf(text: string, variable: string): PostgresAddress {
  const problem = postgresAddressProblem(text);
  if (problem !== undefined) throw new StoreError(`${variable}: ${problem}.`);
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
  } catch (refusal) {
    const error = withRemedy(refusal as Error);
    if (error !== refusal) throw error;
    const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    const mend = mendOf(error) ?? 'Check';
    const says = `PostgreSQL at ${where} cannot be used: ${reason.replace(/\.$/, '')}. ${mend} ${variable}.`;
    throw new StoreUnreachable(says, variable, { cause: error });
  }
}

/** The start of a sentence that ends with the name of the variable. */
function mendOf(error: unknown): string | undefined {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (typeof code === 'string' && /^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO_(VERIFY|GET_ISSUER)/.test(code)) {
    return 'Name the file of the authority that signed its certificate, sslrootcert=…, in';
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Write the name that its certificate is for as the host in';
  if (/does not support SSL/.test(message)) return 'Switch TLS on there, or write sslmode=disable in';
  if (/no encryption$/.test(message)) return 'Write sslmode=verify-full in';
  if (/requires a valid client certificate|certificate authentication failed/.test(message)) {
    return "Name the client's certificate and its key, sslcert=… and sslkey=…, in";
  }
  return undefined;
}

async function refuseUnfitServer(connect: () => Promise<Client>, where: string, variable: string): Promise<void> {
  const client = await reach(connect, where, variable);
  try {
    const { rows } = await client.query<{ num: number; name: string; encoding: string }>(
      `select current_setting('server_version_num')::int as num, current_setting('server_version') as name,
              current_setting('server_encoding') as encoding`,
    );
    const [server] = rows;
    if (server === undefined) return;
    refuseOldVersion(server, where);
    refuseOtherEncoding(server.encoding, where, variable);
    await refuseStatementMode(client, where);
  } finally {
    await client.end();
  }
}

/**
 * @param version `server_version_num` and `server_version`.
 * @throws {StoreError} When the server is older than the program supports.
 */
export function refuseOldVersion(version: { num: number; name: string }, where: string): void {
  if (version.num >= OLDEST_VERSION_NUM) return;
  throw new StoreError(
    `PostgreSQL at ${where} has version ${version.name}; Openhouse needs 15 or later. Upgrade it, or name another one in DATABASE_URL.`,
  );
}

/** @throws {StoreError} When names and texts of tours cannot all be written in it. */
function refuseOtherEncoding(encoding: string, where: string, variable: string): void {
  if (encoding === 'UTF8') return;
  throw new StoreError(
    `The database at ${where} has the encoding ${encoding}, in which not every text of a tour can be written. Make one ` +
      `with encoding 'UTF8' and template template0, and name it in ${variable}.`,
  );
}

/** @throws {StoreError} When a pooler gives every statement another connection: nothing can be done wholly or not at all. */
async function refuseStatementMode(client: Client, where: string): Promise<void> {
  try {
    await client.query('begin');
    await client.query('rollback');
  } catch (error) {
    if (!(error instanceof Error) || !/statement pooling/.test(error.message)) throw error;
    // Without the cause, which is of a class that passes by itself: this does not.
    throw new StoreError(
      `PgBouncer at ${where} is in statement mode, which takes no transactions. Set pool_mode=transaction for this database there.`,
    );
  }
}
