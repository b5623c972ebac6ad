import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { isAlone, type LookOptions, removeOldWarnings, writeWarnings } from './store.ts';

/** Old warnings that one look removes at most. */
const REMOVED_A_LOOK = 1000;

/**
 * Looks for what Teams are to be warned of (decision 0154). The rows decide what is new: two processes, or one that was restarted
 * in between, never warn twice.
 * @param onMade Called with the ids of new warnings in the transaction that writes them: what tells of them begins here.
 * @returns How many warnings were new; undefined where another process looks.
 */
export function lookForWarnings(
  database: Database,
  options: LookOptions,
  onMade: (transaction: Transaction, warningIds: readonly string[]) => Promise<void> = async () => undefined,
): Promise<number | undefined> {
  return inTransaction(
    database,
    async (transaction) => {
      if (!(await isAlone(transaction))) return undefined;
      const made = await writeWarnings(transaction, options);
      if (made.length > 0) await onMade(transaction, made);
      await removeOldWarnings(transaction, REMOVED_A_LOOK);
      return made.length;
    },
    { team: '*' },
  );
}
