import * as contract from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inTeamOf } from '../session/asking.ts';
import { changeRole, removeMember } from './change-member.ts';
import { activateTeam, renameTeam } from './change-team.ts';
import { createTeam } from './create-team.ts';
import { deleteTeam, keepTeam } from './delete-team.ts';
import { type InvitationRow, openInvitations } from './invitation-store.ts';
import { acceptInvitation, type InvitationMails, inviteMember, revokeInvitation } from './invite-member.ts';
import { type MemberRow, membersOf } from './store.ts';

export interface TeamRouteDeps {
  readonly database: Database;
  readonly askingOf: AskingOf;
  /** Days from the request to delete a Team until it is deleted (`TEAM_DELETION_GRACE_DAYS`). */
  readonly teamDeletionDays: number;
  readonly invitationMails: InvitationMails;
  /** Notifies this node's gateway of changed apps before the answer is sent. */
  readonly onAppsChanged: () => Promise<void>;
}

/** Calls about Teams (decision 0030). */
export function teamRoutes(app: FastifyInstance, deps: TeamRouteDeps): void {
  const { database, askingOf, onAppsChanged } = deps;
  servePortalEndpoint(app, contract.createTeam, async ({ request, body }) => ({
    team: await createTeam(database, await askingOf(request), body.name),
  }));

  servePortalEndpoint(app, contract.activateTeam, async ({ request, params }) => ({
    team: await activateTeam(database, inTeamOf(await askingOf(request), params.id)),
  }));

  servePortalEndpoint(app, contract.renameTeam, async ({ request, params, body }) => ({
    team: await renameTeam(database, inTeamOf(await askingOf(request), params.id), body.name),
  }));

  servePortalEndpoint(app, contract.deleteTeam, async ({ request, params, body }) => {
    const asking = inTeamOf(await askingOf(request), params.id);
    const team = await deleteTeam(database, asking, body.confirm, deps.teamDeletionDays);
    await onAppsChanged();
    return { team };
  });

  servePortalEndpoint(app, contract.keepTeam, async ({ request, params }) => {
    const team = await keepTeam(database, inTeamOf(await askingOf(request), params.id));
    await onAppsChanged();
    return { team };
  });

  servePortalEndpoint(app, contract.listMembers, async ({ request, params }) => {
    const { team } = inTeamOf(await askingOf(request), params.id);
    const members = await membersOf(database.pool, team.teamId);
    const invitations = team.role === 'owner' ? await openInvitations(database.pool, team.teamId) : [];
    return {
      members: members.map(shownMember),
      invitations: invitations.map(shownInvitation),
      sendsMail: deps.invitationMails !== null,
    };
  });

  servePortalEndpoint(app, contract.inviteMember, async ({ request, params, body }) => {
    const asking = inTeamOf(await askingOf(request), params.id);
    const wish = { role: body.role, mailTo: body.mailTo };
    const { invitation, token } = await inviteMember(database, asking, wish, deps.invitationMails);
    return { invitation: shownInvitation(invitation), token };
  });

  servePortalEndpoint(app, contract.revokeInvitation, async ({ request, params }) => ({
    revoked: await revokeInvitation(database, inTeamOf(await askingOf(request), params.id), params.invitation),
  }));

  servePortalEndpoint(app, contract.acceptInvitation, async ({ request, body }) => ({
    team: await acceptInvitation(database, await askingOf(request), body.token),
  }));

  servePortalEndpoint(app, contract.changeRole, async ({ request, params, body }) => {
    const asking = inTeamOf(await askingOf(request), params.id);
    return { member: shownMember(await changeRole(database, asking, params.user_code, body.role)) };
  });

  servePortalEndpoint(app, contract.removeMember, async ({ request, params }) => ({
    removed: await removeMember(database, inTeamOf(await askingOf(request), params.id), params.user_code),
  }));
}

function shownMember({ userCode, name, email, role, joinedAt }: MemberRow): contract.TeamMember {
  return { userCode, name, email, role, joinedAt: joinedAt.toISOString() };
}

function shownInvitation({ id, role, createdAt, endsAt, email, mailState }: InvitationRow): contract.Invitation {
  const mail = email === null || mailState === null ? null : { to: email, state: mailState };
  return { id, role, mail, createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString() };
}
