import type { Database, Transaction } from './database.ts';
import { type Statement, send } from './statement.ts';

export interface TransactionOptions {
  /** The Team whose rows the transaction may see and change: its id in digits, or `*` for work across Teams. */
  readonly team?: string;
}

const TEAM_SCOPE = /^(?:\d{1,19}|\*)$/;

const lastStatements = new WeakMap<Transaction, Statement[]>();

/**
 * Keeps a statement for the end of its transaction. Those that were kept go out in their order and together with the commit:
 * what they lock, others wait for no longer than the store itself takes (decision 0075). For the counters of changes, and for
 * what needs no answer.
 */
export function atCommit(transaction: Transaction, statement: Statement): void {
  const statements = lastStatements.get(transaction);
  if (statements === undefined) throw new TypeError('The connection is not inside a transaction of inTransaction.');
  statements.push(statement);
}

/** From here to its end a transaction sees and changes the rows of this Team: one that it has just made. */
export async function workForTeam(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.query("select set_config('app.team', $1, true)", [teamId]);
}

/**
 * Runs `run` in one transaction: committed when it resolves, with what it kept for the end, rolled back when it throws.
 * Without `team` no row of any Team is seen.
 * @throws What `run` throws, or what a kept statement is refused with; an Error when the commit was turned into a rollback
 *   because a statement had failed.
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
    // One round trip; the scope has been checked above. What went out before the answer would stand alone if this failed.
    await client.query(team === undefined ? 'begin' : `begin; set local app.team = '${team}'`);
    const result = await run(client);
    const ending = [...last.map((statement) => send(client, statement)), client.query('commit')];
    await Promise.allSettled(ending);
    let command: string | undefined;
    // In their order: the first that failed says why, those behind it only that one had failed.
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
    // A connection that cannot roll back may still be inside the transaction: nobody else may get it.
    client.release(broken);
  }
}
