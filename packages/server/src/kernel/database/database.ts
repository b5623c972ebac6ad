import type { Client, Pool, PoolClient } from 'pg';

/** The role the service works as where it can be made. It owns nothing, so row-level security binds it (decision 0115). */
export const SERVICE_ROLE = 'openhouse_service';

/** How long a transaction may wait for its own program, in milliseconds; then it is ended and rolled back. */
export const IDLE_IN_TRANSACTION_MS = 10_000;

/** How long a caller waits for a connection of the pool, in milliseconds, before it is told that there is none. */
export const CONNECTION_WAIT_MS = 5000;

/** How long making a connection to PostgreSQL may take, in milliseconds. */
export const CONNECT_MS = 2500;

/** Milliseconds after its own time limit (`STATEMENT_TIMEOUT_MS`) in which the server must have answered a statement. */
export const ANSWER_MARGIN_MS = 1000;

/** Milliseconds without traffic after which a connection is probed by keep-alive packets. */
export const KEEP_ALIVE_MS = 5000;

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; the user owns the schema, or is a member of `openhouse_service`. */
  readonly url: string;
  /** The address of another user, who owns nothing, to serve with; null serves with that of `url`. */
  readonly serviceUrl?: string | null;
  /** What stands between the pool and the server: `transaction` for a pooler that gives a server's connection to each transaction. */
  readonly pooler?: 'none' | 'transaction';
  /** Most connections of the pool. */
  readonly maxConnections: number;
  /** Most connections of a second pool (`Database.readPool`); without it there is none. */
  readonly maxReadConnections?: number;
  /** Milliseconds after which the server ends a statement (SQLSTATE 57014). */
  readonly statementTimeoutMs: number;
}

export interface EmbeddedOptions {
  /** The data directory (`DATA_DIR`), made with mode 0700 when missing. The store lies in its folder `database`. */
  readonly directory: string;
}

export type DatabaseOptions = (PostgresOptions | EmbeddedOptions) & {
  /** Told when a connection is lost; the statement in flight, if any, fails by itself. For the log. */
  readonly onConnectionLost?: (error: Error) => void;
};

/**
 * The store: PostgreSQL, reached through `pg` whichever of the two it is (a server, or the embedded one).
 * Row-level security binds every connection of the pool, whose role it may be (decision 0115).
 */
export interface Database {
  readonly pool: Pool;
  /**
   * Connections of their own for statements that only read and so wait for nobody's lock: while every connection of `pool`
   * waits for one, reads go on (decision 0102). Missing in the embedded store, which has one session.
   */
  readonly readPool?: Pool;
  /** `embedded` has one session and no `COPY … FROM STDIN`; see decision 0009. */
  readonly kind: 'postgres' | 'embedded';
  /** The embedded store belongs to another process, which lends it (decision 0012). */
  readonly borrowed: boolean;
  /**
   * Batches of statements served so far, whoever sent them: while it stands still, nothing changes in the store. Missing
   * where others change the store unseen (a server, a borrowed store).
   */
  readonly served?: () => number;
  /** Whether the last try to make a connection failed; missing where there is nothing to connect to. */
  readonly refusesConnections?: () => boolean;
  /** Asks whose connections the pool makes, where that user was given (`PostgresOptions.serviceUrl`); missing otherwise. */
  readonly serviceLogin?: () => Promise<string>;
  /** A connection outside the pool that works as the owner of the schema, for migrations. The caller ends it. */
  connectAsOwner(): Promise<Client>;
  /** Ends the pool, then the embedded store if there is one. Safe to call twice. */
  close(): Promise<void>;
}

/** A connection inside a transaction. */
export type Transaction = PoolClient;

/** The store cannot be used as it is; the message says what is wrong and what to do. */
export class StoreError extends Error {
  override name = 'StoreError';
}
