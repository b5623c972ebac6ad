import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { BUILTIN_PROVIDER, builtinSubject, type OfferedAccount } from '../../portal/identity/builtin/accounts.ts';
import { accountOf } from '../../portal/session/store.ts';
import { ensureMember, namePerson } from './store.ts';

/**
 * Makes the offered accounts members of the demo Team, before they first sign in. Safe to repeat; a role that was
 * changed since stays as it is.
 * @param teamId Id in digits.
 */
export async function joinDemoPeople(
  database: Database,
  teamId: string,
  accounts: readonly OfferedAccount[],
): Promise<void> {
  await inTransaction(
    database,
    async (transaction) => {
      for (const { name, email, role } of accounts) {
        if (role === null) continue;
        const { personId } = await accountOf(transaction, BUILTIN_PROVIDER, sha256(builtinSubject(email)));
        await ensureMember(transaction, teamId, personId, role);
        // So that the list of members names them before they first sign in.
        await namePerson(transaction, personId, name, email);
      }
    },
    { team: teamId },
  );
}
