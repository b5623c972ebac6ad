import type { Database, Transaction } from './database.ts';

export interface TransactionOptions {
  /** The Team whose rows the transaction may see and change: its id in digits, or `*` for work across Teams. */
  readonly team?: string;
}

const TEAM_SCOPE = /^(?:\d{1,19}|\*)$/;

/**
 * Runs `run` in one transaction: committed when it resolves, rolled back when it throws.
 * Without `team` no row of any Team is seen.
 * @throws What `run` throws; an Error when the commit was turned into a rollback because a statement had failed.
 */
export async function inTransaction<T>(
  database: Database,
  run: (transaction: Transaction) => Promise<T>,
  { team }: TransactionOptions = {},
): Promise<T> {
  if (team !== undefined && !TEAM_SCOPE.test(team))
    throw new TypeError(`A Team's id is a number in digits, or *: ${team}`);
  const client = await database.pool.connect();
  let broken = false;
  try {
    // One round trip; the scope has been checked above.
    await client.query(team === undefined ? 'begin' : `begin; set local app.team = '${team}'`);
    const result = await run(client);
    // PostgreSQL answers COMMIT after a failed statement with ROLLBACK, and no error.
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('Nothing was committed: a statement of the transaction had failed.');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    // A connection that cannot roll back may still be inside the transaction: nobody else may get it.
    client.release(broken);
  }
}
