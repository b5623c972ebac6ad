import type { AuditAction, TeamRole } from '@openhouse/contract';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { credentialLives } from '../session/credential-store.ts';
import { type HeldTeam, lockTeam, roleIn } from './store.ts';

/** An action of a person in a Team. */
export interface Deed {
  readonly asking: AskingInTeam;
  readonly action: AuditAction;
  /** What the action is about, as the caller named it; the log shows it when the action is refused. */
  readonly subject: string;
  /** The role it needs: owner, owner or member, or any role. */
  readonly by: 'owner' | 'member' | 'anybody';
  /** Allowed in a suspended Team too, and in one that is to be deleted. */
  readonly evenSuspended?: true;
  readonly evenClosed?: true;
}

/** The outcome of an action. */
export interface Done<Result> {
  readonly result: Result;
  /** Name of what the action was about. */
  readonly subject: string;
}

/**
 * Performs an action in a Team: one transaction that locks the Team's row, checks the current role, makes the change,
 * and ends with the audit entry. Without its entry nothing happens; a refusal gets an entry as well.
 * @throws {PortalError} ROLE_INSUFFICIENT, TEAM_NOT_FOUND for somebody who was removed meanwhile, and what `run`
 *   throws.
 */
export function perform<Result>(
  database: Database,
  deed: Deed,
  run: (transaction: Transaction, role: TeamRole) => Promise<Done<Result>>,
): Promise<Result> {
  return refusalAudited(database, deed, () => inOneTransaction(database, deed, run));
}

/** Runs an action and logs its refusal, after everything it did is rolled back. */
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

/** The action without an entry for its refusal, for those that take several steps. */
export function inOneTransaction<Result>(
  database: Database,
  deed: Deed,
  run: (transaction: Transaction, role: TeamRole) => Promise<Done<Result>>,
): Promise<Result> {
  return inOneStep(database, deed, async (transaction, role) => {
    const { asking, action } = deed;
    const { result, subject } = await run(transaction, role);
    const entry = { teamId: asking.team.teamId, action, actor: asking, subject, outcome: 'succeeded' } as const;
    await appendEntry(transaction, entry);
    return result;
  });
}

/** A step towards an action, without any entry: the last one has it. */
export function inOneStep<Result>(
  database: Database,
  deed: Deed,
  run: (transaction: Transaction, role: TeamRole) => Promise<Result>,
): Promise<Result> {
  const { asking, by } = deed;
  return inTransaction(
    database,
    async (transaction) => {
      const role = await holdTeam(transaction, asking, deed);
      if (role === undefined) throw new PortalError('TEAM_NOT_FOUND');
      if (!mayDo(by, role)) throw new PortalError('ROLE_INSUFFICIENT');
      return run(transaction, role);
    },
    { team: asking.team.teamId },
  );
}

/**
 * Locks the Team for an action, whoever performs it. The lock comes first: the role read after it is the one that
 * counts, and two owners who remove each other wait for one another here instead of in a deadlock.
 * @returns The current role; undefined for somebody who is not in the Team. An operator at the store has an owner's.
 * @throws {PortalError} TEAM_SUSPENDED and TEAM_CLOSED for what people do in a Team that operators have suspended, or that is to
 *   be deleted.
 */
export async function holdTeam(
  transaction: Transaction,
  asking: AskingInTeam,
  allowed: Pick<Deed, 'evenSuspended' | 'evenClosed'> = {},
): Promise<TeamRole | undefined> {
  const { teamId } = asking.team;
  const held = await lockTeam(transaction, teamId);
  if (asking.operator !== undefined && asking.isOperator) return 'owner';
  const role = await roleOf(transaction, asking);
  if (role !== undefined) refuseStanding(held, allowed);
  return role;
}

/** A credential that still lives is a member of its Team, whatever its scopes cover. */
async function roleOf(
  transaction: Transaction,
  { team: { teamId }, personId, credential }: AskingInTeam,
): Promise<TeamRole | undefined> {
  if (credential === undefined) return roleIn(transaction, teamId, personId);
  return (await credentialLives(transaction, teamId, credential)) ? 'member' : undefined;
}

/** @throws {PortalError} TEAM_SUSPENDED, TEAM_CLOSED */
export function refuseStanding(
  { suspended, deletionDueAt }: HeldTeam,
  { evenSuspended, evenClosed }: Pick<Deed, 'evenSuspended' | 'evenClosed'> = {},
): void {
  if (suspended !== null && evenSuspended !== true) {
    throw new PortalError('TEAM_SUSPENDED', `Operators of this installation have suspended the Team: ${suspended}`);
  }
  if (deletionDueAt !== null && evenClosed !== true) {
    throw new PortalError(
      'TEAM_CLOSED',
      `The Team is to be deleted at ${deletionDueAt.toISOString()}: nothing in it can be changed.`,
    );
  }
}

/** Whether a role is sufficient. */
export function mayDo(by: Deed['by'], role: TeamRole): boolean {
  if (by === 'anybody') return true;
  return role === 'owner' || (by === 'member' && role === 'member');
}
