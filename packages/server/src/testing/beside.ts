import { expect } from 'vitest';
import type { Transaction } from '../kernel/database/database.ts';
import { inTransaction } from '../kernel/database/transaction.ts';
import type { TestStore } from './database.ts';

/**
 * Resolves when somebody waits for a row that is held, or as many as are said. Not on the embedded store: it has one connection.
 */
export async function somebodyWaits({ database }: Pick<TestStore, 'database'>, waiters = 1): Promise<void> {
  const door = await database.connectAsOwner();
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect
    .poll(async () => (await door.query(waiting)).rowCount)
    .toBe(waiters)
    .finally(() => door.end());
}

/**
 * Runs something while a transaction across Teams holds what it needs.
 * @param before Done before it runs.
 * @param after Done once it waits: what needs a row that it holds meanwhile is in a deadlock with it.
 * @returns What it returns.
 */
export async function beside<Result>(
  store: Pick<TestStore, 'database'>,
  run: () => Promise<Result>,
  { before, after }: Readonly<Record<'before' | 'after', (transaction: Transaction) => Promise<unknown>>>,
): Promise<Result> {
  const { running } = await inTransaction(
    store.database,
    async (transaction) => {
      await before(transaction);
      const started = run();
      // Its failure is the caller's, who waits for it later.
      started.catch(() => undefined);
      await somebodyWaits(store);
      await after(transaction);
      return { running: started };
    },
    { team: '*' },
  );
  return running;
}
