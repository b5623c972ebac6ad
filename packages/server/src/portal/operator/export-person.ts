import type { PersonalData, PersonalPart } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { appendOperatorEntry } from '../audit-chain/store.ts';
import { actorOf } from './acting.ts';
import { operatorPersonOf } from './change-standing.ts';
import type { Decision } from './decision.ts';
import { PERSONAL_PARTS, personalRows } from './personal-data-store.ts';

/** Rows of one part that an answer holds. */
const ROWS_MAX = 50_000;

/** Reads everything that is kept of a person; the installation's chain says who had it given out. @throws {PortalError} PERSON_NOT_FOUND */
export async function exportPerson(
  database: Database,
  { asking, reason }: Decision,
  userCode: string,
): Promise<PersonalData> {
  const person = await operatorPersonOf(database, userCode);
  return inTransaction(
    database,
    async (transaction) => {
      const parts: PersonalPart[] = [];
      for (const part of PERSONAL_PARTS) {
        const rows = await personalRows(transaction, part, { id: person.id, userCode }, ROWS_MAX + 1);
        parts.push({
          part: part.part,
          about: part.about,
          isComplete: rows.length <= ROWS_MAX,
          rows: rows.slice(0, ROWS_MAX),
        });
      }
      appendOperatorEntry(transaction, {
        action: 'person.export',
        operator: actorOf(asking, reason),
        ipAddress: asking.ipAddress,
        team: '',
        subject: userCode,
        outcome: 'succeeded',
      });
      return { userCode, at: new Date().toISOString(), parts };
    },
    { team: '*' },
  );
}
