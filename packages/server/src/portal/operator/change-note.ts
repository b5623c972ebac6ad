import { cleanName, type StatusNote } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { appendOperatorEntry } from '../audit-chain/store.ts';
import { dropNote, putNote } from '../status/store.ts';
import { actorOf } from './acting.ts';
import type { Decision } from './decision.ts';

/**
 * Tells everybody something, or nothing any more with an empty text; what changes nothing leaves no entry. It stands in the
 * installation's chain, with its text: it was public.
 */
export function setNote(database: Database, { asking, reason }: Decision, given: string): Promise<StatusNote | null> {
  const text = cleanName(given);
  return inTransaction(database, async (transaction) => {
    const put = text === '' ? undefined : await putNote(transaction, text);
    const changed = put === undefined ? await dropNote(transaction) : put.changed;
    if (changed) {
      const operator = actorOf(asking, reason);
      const { ipAddress } = asking;
      const entry = { action: 'note.set', operator, ipAddress, team: '', subject: text } as const;
      appendOperatorEntry(transaction, { ...entry, outcome: 'succeeded' });
    }
    return put === undefined ? null : { text: put.note.text, since: put.note.since.toISOString() };
  });
}
