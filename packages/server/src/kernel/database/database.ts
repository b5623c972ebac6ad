import type { Client, Pool, PoolClient } from 'pg';

/**
 * The role the service works as where it can be created. It owns nothing, so row-level security binds it (decision
 * 0115).
 */
export const SERVICE_ROLE = 'openhouse_service';

/**
 * The role that the gateway's reads run as where it can be created. It sees no sealed secret, no person and no session
 * (decision 0124).
 */
export const GATEWAY_ROLE = 'openhouse_gateway';

/** How long a transaction may be idle, in milliseconds, before the server ends it and rolls it back. */
export const IDLE_IN_TRANSACTION_MS = 10_000;

/** How long a caller waits for a free connection of the pool, in milliseconds, before the call fails. */
export const CONNECTION_WAIT_MS = 5000;

/** How long connecting to PostgreSQL may take, in milliseconds. */
export const CONNECT_MS = 2500;

/** Milliseconds beyond a statement's own time limit (`STATEMENT_TIMEOUT_MS`) in which the server must answer. */
export const ANSWER_MARGIN_MS = 1000;

/** Milliseconds without traffic after which a connection is probed by keep-alive packets. */
export const KEEP_ALIVE_MS = 5000;

/**
 * How long a server is taken for full, in milliseconds, after it has refused a change for lack of room. It does not say when it has
 * room again, and small changes go on fitting into what it has.
 */
export const ROOM_REMEMBERED_MS = 300_000;

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; the user owns the schema, or is a member of `openhouse_service`. */
  readonly url: string;
  /** The address of another user, who owns nothing, to serve with; null serves with the user of `url`. */
  readonly serviceUrl?: string | null;
  /** The address of a user with the gateway's rights and no more; for `migrate`, which grants them. */
  readonly gatewayUrl?: string | null;
  /** The address of a streaming replica, for `Database.replicaPool`; null for none. It need not be there. */
  readonly replicaUrl?: string | null;
  /** The variable that `url` comes from, for messages; `DATABASE_URL` by default. */
  readonly urlVariable?: string;
  /** What the process serves: its connections use the gateway's role if it serves nothing else. */
  readonly serves?: 'all' | 'gateway';
  /** What is between the pool and the server: `transaction` for a pooler in transaction mode. */
  readonly pooler?: 'none' | 'transaction';
  /** Maximum size of the pool. */
  readonly maxConnections: number;
  /** Maximum size of a second pool (`Database.readPool`); without it there is none. */
  readonly maxReadConnections?: number;
  /** Milliseconds after which the server ends a statement (SQLSTATE 57014). */
  readonly statementTimeoutMs: number;
}

export interface EmbeddedOptions {
  /** The data directory (`DATA_DIR`), created with mode 0700 when missing. The store is in its folder `database`. */
  readonly directory: string;
  /** Called when its disk becomes full, so that changes are refused, and when there is space again. For the log. */
  readonly onDiskFull?: (isFull: boolean) => void;
}

export type DatabaseOptions = (PostgresOptions | EmbeddedOptions) & {
  /** Whether statements are noted as steps of the calls that send them (`kernel/steps.ts`). */
  readonly traced?: boolean;
  /** Called when a connection is lost; a statement in flight fails by itself. For the log. */
  readonly onConnectionLost?: (error: Error) => void;
};

/**
 * The store: PostgreSQL, reached through `pg`, whether it is a server or the embedded one. Row-level security binds
 * every connection of the pool, whatever its role (decision 0115).
 */
export interface Database {
  readonly pool: Pool;
  /**
   * A pool of its own for statements that only read, and so wait for no lock: reads go on while every connection of
   * `pool` waits for one (decision 0102). Missing in the embedded store, which has one session.
   */
  readonly readPool?: Pool;
  /** Connections to a streaming replica, which may be away, behind or something else (decision 0160); missing where none is named. */
  readonly replicaPool?: Pool;
  /** `embedded` has one session and no `COPY … FROM STDIN`; see decision 0009. */
  readonly kind: 'postgres' | 'embedded';
  /** The embedded store belongs to another process, which lends it (decision 0012). */
  readonly borrowed: boolean;
  /**
   * Batches of statements served so far, for all clients: while it does not grow, nothing changes in the store.
   * Missing where others change the store unseen (a server, a borrowed store).
   */
  readonly served?: () => number;
  /** Whether the last attempt to connect failed; missing where there is nothing to connect to. */
  readonly refusesConnections?: () => boolean;
  /** Whether it has refused a change for lack of room within `ROOM_REMEMBERED_MS`; missing where `isDiskFull` is. */
  readonly lacksRoom?: () => boolean;
  /** Whether its disk is full, so that it takes no changes until there is space; missing where this cannot be known. */
  readonly isDiskFull?: () => boolean;
  /**
   * Returns the user whose connections the pool makes, if one was given (`PostgresOptions.serviceUrl`); missing
   * otherwise.
   */
  readonly serviceLogin?: () => Promise<string>;
  /** The same for the gateway's user (`PostgresOptions.gatewayUrl`). */
  readonly gatewayLogin?: () => Promise<string>;
  /** A connection outside the pool that works as the owner of the schema, for migrations. The caller ends it. */
  connectAsOwner(): Promise<Client>;
  /** Ends the pool, then the embedded store if there is one. Safe to call twice. */
  close(): Promise<void>;
}

/** A connection inside a transaction. */
export type Transaction = PoolClient;

/** The store cannot be used in its present state; the message says what is wrong and how to fix it. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** A server that cannot be reached, or that refuses all connections. */
export class StoreUnreachable extends StoreError {
  /** The variable with its address. */
  readonly variable: string;

  constructor(message: string, variable: string, options: ErrorOptions) {
    super(message, options);
    this.variable = variable;
  }
}
