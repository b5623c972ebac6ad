import type { AuditAction, TeamRole } from '@openhouse/contract';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { lockTeam, roleIn } from './store.ts';

/** Something a person tries to do in a Team. */
export interface Deed {
  readonly asking: AskingInTeam;
  readonly action: AuditAction;
  /** What it is done to, as the caller named it; the log shows it when the deed is refused. */
  readonly subject: string;
  /** Who may: owners, owners and members, or everybody in the Team. */
  readonly by: 'owner' | 'member' | 'anybody';
}

/** What came of it. */
export interface Done<Result> {
  readonly result: Result;
  /** Name of what it was done to. */
  readonly subject: string;
}

/**
 * Does something in a Team: one transaction that holds the Team's row, judges the role as it is now, changes what it
 * changes, and ends with the audit entry. Without its entry nothing happens; a refusal gets an entry as well.
 * @throws {PortalError} ROLE_INSUFFICIENT, TEAM_NOT_FOUND for somebody who was removed meanwhile, and what `run` throws.
 */
export function perform<Result>(
  database: Database,
  deed: Deed,
  run: (transaction: Transaction, role: TeamRole) => Promise<Done<Result>>,
): Promise<Result> {
  return refusalAudited(database, deed, () => inOneTransaction(database, deed, run));
}

/** Runs a deed and puts its refusal into the log, after whatever it did is rolled back. */
export async function refusalAudited<Result>(
  database: Database,
  { asking, action, subject }: Deed,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PortalError) {
      const { teamId } = asking.team;
      const entry = { teamId, action, actor: asking, subject, outcome: error.code };
      await inTransaction(database, (transaction) => appendEntry(transaction, entry), { team: teamId });
    }
    throw error;
  }
}

/** The deed without an entry for its refusal, for those that take several steps. */
export function inOneTransaction<Result>(
  database: Database,
  { asking, action, by }: Deed,
  run: (transaction: Transaction, role: TeamRole) => Promise<Done<Result>>,
): Promise<Result> {
  const { teamId } = asking.team;
  return inTransaction(
    database,
    async (transaction) => {
      // The lock comes first: the role read after it is the one that counts, and two owners who remove each other wait
      // for one another here instead of in a deadlock.
      await lockTeam(transaction, teamId);
      const role = await roleIn(transaction, teamId, asking.personId);
      if (role === undefined) throw new PortalError('TEAM_NOT_FOUND');
      if (!mayDo(by, role)) throw new PortalError('ROLE_INSUFFICIENT');
      const { result, subject } = await run(transaction, role);
      await appendEntry(transaction, { teamId, action, actor: asking, subject, outcome: 'succeeded' });
      return result;
    },
    { team: teamId },
  );
}

/** Whether a role is among those who may. */
export function mayDo(by: Deed['by'], role: TeamRole): boolean {
  if (by === 'anybody') return true;
  return role === 'owner' || (by === 'member' && role === 'member');
}
