import type { Database, Transaction } from './database.ts';
import { type Statement, send } from './statement.ts';

export interface TransactionOptions {
  /** The Team whose rows the transaction may see and change: its id in digits, or `*` for work across Teams. */
  readonly team?: string;
}

const TEAM_SCOPE = /^(?:\d{1,19}|\*)$/;

const lastStatements = new WeakMap<Transaction, Statement[]>();

/**
 * Defers a statement to the end of its transaction. Deferred statements are sent in their order together with the
 * commit, so that their locks are held no longer than the store itself takes (decision 0075). For counters of changes,
 * and for statements whose answer nobody needs.
 */
export function atCommit(transaction: Transaction, statement: Statement): void {
  const statements = lastStatements.get(transaction);
  if (statements === undefined) throw new TypeError('The connection is not inside a transaction of inTransaction.');
  statements.push(statement);
}

/** From here to its end the transaction sees and changes the rows of this Team, which it has just created. */
export async function workForTeam(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.query("select set_config('app.team', $1, true)", [teamId]);
}

/**
 * Does a part of a transaction that may fail and leave the rest as it was. What it left to the commit stays there: do that last.
 * @throws What the work throws, once nothing is left of it.
 */
export async function orUndone<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  await transaction.query('savepoint part');
  try {
    return await work();
  } catch (error) {
    await transaction.query('rollback to savepoint part');
    throw error;
  }
}

/**
 * Runs `run` in one transaction: committed with its deferred statements when it resolves, rolled back when it throws.
 * Without `team` it sees no row of any Team.
 * @throws What `run` throws, or the error of a deferred statement; an Error when the commit became a rollback because a
 *   statement had failed.
 */
export async function inTransaction<T>(
  database: Database,
  run: (transaction: Transaction) => Promise<T>,
  { team }: TransactionOptions = {},
): Promise<T> {
  if (team !== undefined && !TEAM_SCOPE.test(team))
    throw new TypeError(`A Team's id is a number in digits, or *: ${team}`);
  const client = await database.pool.connect();
  const last: Statement[] = [];
  lastStatements.set(client, last);
  let broken = false;
  try {
    // One round trip; the scope was checked above. A statement sent before the answer would stand alone if this failed.
    await client.query(team === undefined ? 'begin' : `begin; set local app.team = '${team}'`);
    const result = await run(client);
    const ending = [...last.map((statement) => send(client, statement)), client.query('commit')];
    await Promise.allSettled(ending);
    let command: string | undefined;
    // In order: the first failure is the reason, the later ones only follow from it.
    for (const answer of ending) ({ command } = await answer);
    // PostgreSQL answers COMMIT after a failed statement with ROLLBACK, and no error.
    if (command !== 'COMMIT') throw new Error('Nothing was committed: a statement of the transaction had failed.');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    lastStatements.delete(client);
    // A connection that cannot roll back may still be inside the transaction: it must not be reused.
    client.release(broken);
  }
}
