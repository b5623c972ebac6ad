import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { BUILTIN_PROVIDER, builtinSubject, type OfferedAccount } from '../../portal/identity/builtin/accounts.ts';
import { accountOf } from '../../portal/session/store.ts';

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
        await transaction.query(
          'insert into team_member (team_id, person_id, role) values ($1, $2, $3) on conflict do nothing',
          [teamId, personId, role],
        );
        // So that the list of members names them before they first sign in.
        await transaction.query("update person set name = $2, email = $3 where id = $1 and name = ''", [
          personId,
          name,
          email,
        ]);
      }
    },
    { team: teamId },
  );
}
