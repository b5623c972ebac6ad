import { INVITATION_DAYS, type Team, type TeamRole } from '@openhouse/contract';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { countMail } from '../attempts/count-attempt.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import type { Asking, AskingInTeam } from '../session/asking.ts';
import { countedAddress, sealToken } from './invitation-mail.ts';
import {
  deleteInvitation,
  type InvitationRow,
  insertInvitation,
  spendInvitation,
  teamOfInvitation,
} from './invitation-store.ts';
import { perform, refuseStanding } from './perform.ts';
import { invitationHash, newInvitation } from './rules.ts';
import { holdPerson, insertMember, lockTeam, nameOfTeam, roleIn, setActiveTeam } from './store.ts';

/** What is wanted of an invitation. */
export interface InvitationWish {
  readonly role: TeamRole;
  /** Address that the link is sent to as well. */
  readonly mailTo: string | undefined;
}

/** How mails of invitations are written; null where none is sent. */
export type InvitationMails = { readonly sealingKeys: KeyRing } | null;

/**
 * Creates a single-use link. Its token is in this answer only; the store has its hash, and until a mail with it was sent the
 * token sealed.
 * @throws {PortalError} MAIL_NOT_CONFIGURED; RATE_LIMITED for more mails than a Team or an address has in a day.
 */
export function inviteMember(
  database: Database,
  asking: AskingInTeam,
  { role, mailTo }: InvitationWish,
  mails: InvitationMails,
): Promise<{ readonly invitation: InvitationRow; readonly token: string }> {
  return perform(database, { asking, action: 'member.invite', subject: role, by: 'owner' }, async (transaction) => {
    const { id, token } = newInvitation();
    const tokenHash = invitationHash(token);
    if (tokenHash === undefined) throw new Error('a new invitation is not in its own form');
    const { teamId } = asking.team;
    const mail =
      mailTo === undefined ? undefined : await writtenMail(transaction, mails, { id, teamId, token, to: mailTo });
    const one = { id, teamId, tokenHash, role, createdBy: asking.personId, days: INVITATION_DAYS, mail };
    const invitation = await insertInvitation(transaction, one);
    // Whom it was sent to is kept no longer than the invitation, so the audit does not say it.
    return { result: { invitation, token }, subject: `${role} ${id}${mail === undefined ? '' : ' by mail'}` };
  });
}

/** Counts a mail, and seals what it is to say. */
async function writtenMail(
  transaction: Transaction,
  mails: InvitationMails,
  {
    id,
    teamId,
    token,
    to,
  }: { readonly id: string; readonly teamId: string; readonly token: string; readonly to: string },
): Promise<{ readonly to: string; readonly sealedToken: Buffer }> {
  if (mails === null) throw new PortalError('MAIL_NOT_CONFIGURED');
  await countMail(transaction, 'mail-team', teamId);
  await countMail(transaction, 'mail-address', countedAddress(mails.sealingKeys, to));
  return { to, sealedToken: sealToken(mails.sealingKeys, id, token) };
}

/** Withdraws a link. @throws {PortalError} INVITATION_NOT_FOUND */
export function revokeInvitation(database: Database, asking: AskingInTeam, id: string): Promise<number> {
  const deed = { asking, action: 'member.invitation-revoke', subject: id, by: 'owner' } as const;
  return perform(database, deed, async (transaction) => {
    const revoked = await deleteInvitation(transaction, asking.team.teamId, id);
    if (revoked === 0) throw new PortalError('INVITATION_NOT_FOUND');
    return { result: revoked, subject: id };
  });
}

/**
 * Lets the holder of a link in; the Team becomes their active one. Members keep their role, and the link stays unused.
 * @throws {PortalError} INVITATION_NOT_FOUND; when many use a link at once, all but one get it. AUTH_REQUIRED for somebody who has been
 *   deleted meanwhile.
 */
export async function acceptInvitation(database: Database, asking: Asking, token: string): Promise<Team> {
  const tokenHash = invitationHash(token);
  const teamId = tokenHash === undefined ? undefined : await teamOfInvitation(database.pool, tokenHash);
  if (tokenHash === undefined || teamId === undefined) throw new PortalError('INVITATION_NOT_FOUND');
  return inTransaction(
    database,
    async (transaction) => {
      refuseStanding(await lockTeam(transaction, teamId));
      // Before the invitation is spent: a deletion of the person ends those that were sent to them.
      if (!(await holdPerson(transaction, asking.personId))) throw new PortalError('AUTH_REQUIRED');
      const held = await roleIn(transaction, teamId, asking.personId);
      const role = held ?? (await spendInvitation(transaction, teamId, tokenHash));
      if (role === undefined) throw new PortalError('INVITATION_NOT_FOUND');
      if (held === undefined) await insertMember(transaction, teamId, asking.personId, role);
      await setActiveTeam(transaction, asking.personId, teamId);
      const { code, name } = await nameOfTeam(transaction, teamId);
      const action = held === undefined ? 'member.join' : 'team.activate';
      const subject = held === undefined ? asking.name : name;
      await appendEntry(transaction, { teamId, action, actor: asking, subject, outcome: 'succeeded' });
      return { id: code, name, role, isActive: true };
    },
    { team: teamId },
  );
}
