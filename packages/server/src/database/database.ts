import type { Pool, PoolClient } from 'pg';

/**
 * The store: PostgreSQL, reached through `pg` whichever of the two it is (a server, or the embedded one).
 * Every connection works as the role `openhouse_service`, which owns nothing (row-level security binds it).
 */
export interface Database {
  readonly pool: Pool;
  /** `embedded` has one session and no `COPY … FROM STDIN`; see decision 0009. */
  readonly kind: 'postgres' | 'embedded';
  /** Ends the pool, then the embedded store if there is one. */
  close(): Promise<void>;
}

/** A connection inside a transaction. */
export type Transaction = PoolClient;
