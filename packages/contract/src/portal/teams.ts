import Type, { type Static } from 'typebox';
import { secret } from '../secret.ts';
import { Team, TeamRole } from './account.ts';
import { INVITATION_DAYS, INVITATION_MAILS_PER_DAY, NAME_MAX_LENGTH } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

const TeamId = Type.String({ minLength: 1, maxLength: 64, description: 'Public code of the Team.' });
const UserCode = Type.String({ minLength: 1, maxLength: 64, description: "Openhouse's own code of a person." });
const InvitationId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: 'Public id; not a credential.' });
const Instant = (description: string) => Type.String({ description: `${description}: ISO 8601, UTC.` });
const nothing = Type.Object({}, { additionalProperties: false });

/** Name of a Team or an app. */
export const GivenName = Type.String({
  minLength: 1,
  maxLength: NAME_MAX_LENGTH,
  pattern: '\\S',
  description: `1 to ${NAME_MAX_LENGTH} characters, none of them a control, bidirectional or line-end one.`,
});

/** A person in a Team. */
export const TeamMember = Type.Object({
  userCode: UserCode,
  name: Type.String(),
  email: Type.String({ description: 'May be empty.' }),
  role: TeamRole,
  joinedAt: Instant('When the person joined'),
});
export type TeamMember = Static<typeof TeamMember>;

/** Mail address of a person who is not in the Team yet. */
const MailAddress = Type.String({
  minLength: 3,
  maxLength: 254,
  // No characters that would end an address in the header of a mail, or split it in two.
  pattern: '^[^\\s\\x00-\\x1f\\x7f<>()\\[\\]\\\\,;:"@]{1,64}@[^\\s\\x00-\\x1f\\x7f<>()\\[\\]\\\\,;:"@]{1,189}$',
});

/** What became of the mail of an invitation. */
const InvitationMail = Type.Object({
  to: MailAddress,
  state: Type.Enum(['waiting', 'sent', 'failed'], {
    description: 'sent: the mail server has taken it. failed: it never will, or did not for three days.',
  }),
});

/** A single-use invitation link. */
export const Invitation = Type.Object({
  id: InvitationId,
  role: TeamRole,
  mail: Type.Union([InvitationMail, Type.Null()], {
    description: 'null for a link that whoever made it passes on.',
  }),
  createdAt: Instant('When it was created'),
  endsAt: Instant(`When it expires, ${INVITATION_DAYS} days later`),
});
export type Invitation = Static<typeof Invitation>;

const example: Team = { id: 'demo', name: 'Demo Team', role: 'owner', isActive: true };
const invitationExample: Invitation = {
  id: 'q4bI0fY3mT9sVxk2ZJ7w5A',
  role: 'member',
  mail: { to: 'jonas@loft.example', state: 'sent' },
  createdAt: '2026-11-20T09:30:00.000Z',
  endsAt: '2026-11-27T09:30:00.000Z',
};

/** Creates a Team; the signed-in person becomes its owner, and it becomes their active Team. */
export const createTeam = definePortalEndpoint({
  name: 'create-team',
  method: 'POST',
  path: '/api/teams',
  summary: 'Create a Team',
  description: 'Creates a Team with you as its owner and makes it your active one.',
  access: 'signed-in',
  params: Type.Object({}),
  body: Type.Object({ name: GivenName }, { additionalProperties: false }),
  data: Type.Object({ team: Team }),
  failures: ['NAME_INVALID', 'TEAM_LIMIT'],
  example: { body: { name: 'Demo Team' }, data: { team: example } },
});

/** Chooses the Team whose apps and tours are shown. */
export const activateTeam = definePortalEndpoint({
  name: 'activate-team',
  method: 'POST',
  path: '/api/teams/{id}/activate',
  summary: 'Switch the active Team',
  description: 'Makes one of your Teams the active one, in every browser you are signed in with.',
  access: 'signed-in',
  anyTeam: true,
  params: Type.Object({ id: TeamId }),
  body: nothing,
  data: Type.Object({ team: Team }),
  failures: ['TEAM_NOT_FOUND'],
  example: { params: { id: 'demo' }, body: {}, data: { team: example } },
});

export const renameTeam = definePortalEndpoint({
  name: 'rename-team',
  method: 'POST',
  path: '/api/teams/{id}/rename',
  summary: 'Rename a Team',
  description: 'Changes the displayed name; the public code stays the same. Owners only.',
  access: 'signed-in',
  params: Type.Object({ id: TeamId }),
  body: Type.Object({ name: GivenName }, { additionalProperties: false }),
  data: Type.Object({ team: Team }),
  failures: ['NAME_INVALID', 'TEAM_NOT_FOUND', 'ROLE_INSUFFICIENT'],
  example: { params: { id: 'demo' }, body: { name: 'Demo Team' }, data: { team: example } },
});

/** Who is in a Team, and which invitations are open. */
export const listMembers = definePortalEndpoint({
  name: 'list-members',
  method: 'GET',
  path: '/api/teams/{id}/members',
  summary: 'Members and open invitations',
  description: 'Lists the people of a Team you are in, owners first. Invitations are listed for owners only.',
  access: 'signed-in',
  params: Type.Object({ id: TeamId }),
  body: undefined,
  data: Type.Object({
    members: Type.Array(TeamMember),
    invitations: Type.Array(Invitation),
    sendsMail: Type.Boolean({ description: 'Whether invitations can be sent by mail here.' }),
  }),
  failures: ['TEAM_NOT_FOUND'],
  example: {
    params: { id: 'demo' },
    data: {
      members: [
        {
          userCode: 'ohu_4nq0cXyJ8mB2vT7r',
          name: 'Mara Lindqvist',
          email: 'mara@loft.example',
          role: 'owner',
          joinedAt: '2026-11-20T09:30:00.000Z',
        },
      ],
      invitations: [invitationExample],
      sendsMail: true,
    },
  },
});

/** Creates a single-use link; only this answer ever holds it. */
export const inviteMember = definePortalEndpoint({
  name: 'invite-member',
  method: 'POST',
  path: '/api/teams/{id}/invitations',
  summary: 'Invite somebody',
  description: `Creates a single-use link for one person, valid for ${INVITATION_DAYS} days. It is shown once, and sent to an address if one is named: ${INVITATION_MAILS_PER_DAY.team} mails a day for a Team, ${INVITATION_MAILS_PER_DAY.address} to one address. Owners only.`,
  access: 'signed-in',
  params: Type.Object({ id: TeamId }),
  body: Type.Object(
    {
      role: TeamRole,
      mailTo: Type.Optional({ ...MailAddress, description: 'E-mail address that the link is sent to as well.' }),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    invitation: Invitation,
    token: secret(
      Type.String({ description: 'Opens {portal_url}/dashboard/join#<token>; anybody who has it may join.' }),
    ),
  }),
  failures: ['TEAM_NOT_FOUND', 'ROLE_INSUFFICIENT', 'MAIL_NOT_CONFIGURED'],
  example: {
    params: { id: 'demo' },
    body: { role: 'member', mailTo: 'jonas@loft.example' },
    data: { invitation: invitationExample, token: 'ohi_<the token of the link>' },
  },
});

export const revokeInvitation = definePortalEndpoint({
  name: 'revoke-invitation',
  method: 'POST',
  path: '/api/teams/{id}/invitations/{invitation}/revoke',
  summary: 'Withdraw an invitation',
  description: 'The link stops working at once. Owners only.',
  access: 'signed-in',
  params: Type.Object({ id: TeamId, invitation: InvitationId }),
  body: nothing,
  data: Type.Object({ revoked: Type.Integer({ minimum: 1 }) }),
  failures: ['TEAM_NOT_FOUND', 'ROLE_INSUFFICIENT', 'INVITATION_NOT_FOUND'],
  example: { params: { id: 'demo', invitation: 'q4bI0fY3mT9sVxk2ZJ7w5A' }, body: {}, data: { revoked: 1 } },
});

/** Uses an invitation: the person is in, and the Team becomes their active one. */
export const acceptInvitation = definePortalEndpoint({
  name: 'accept-invitation',
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Join a Team',
  description:
    'Uses an invitation. For somebody who is already in the Team nothing changes, and the link stays unused.',
  access: 'signed-in',
  params: Type.Object({}),
  body: Type.Object(
    { token: secret(Type.String({ maxLength: 128, description: 'Token of the link.' })) },
    { additionalProperties: false },
  ),
  data: Type.Object({ team: Team }),
  failures: ['INVITATION_NOT_FOUND'],
  example: { body: { token: 'ohi_<the token of the link>' }, data: { team: { ...example, role: 'member' } } },
});

/** Changes the role of a member. */
export const changeRole = definePortalEndpoint({
  name: 'change-role',
  method: 'POST',
  path: '/api/teams/{id}/members/{user_code}/role',
  summary: "Change a member's role",
  description: 'Owners only. The last owner cannot step back.',
  access: 'signed-in',
  params: Type.Object({ id: TeamId, user_code: UserCode }),
  body: Type.Object({ role: TeamRole }, { additionalProperties: false }),
  data: Type.Object({ member: TeamMember }),
  failures: ['TEAM_NOT_FOUND', 'ROLE_INSUFFICIENT', 'MEMBER_NOT_FOUND', 'TEAM_NEEDS_OWNER'],
  example: {
    params: { id: 'demo', user_code: 'ohu_9sK2vXc4bQ7nLm3T' },
    body: { role: 'viewer' },
    data: {
      member: {
        userCode: 'ohu_9sK2vXc4bQ7nLm3T',
        name: 'Jonas Weber',
        email: 'jonas@loft.example',
        role: 'viewer',
        joinedAt: '2026-11-20T09:30:00.000Z',
      },
    },
  },
});

/** Removes a member, or leaves the Team. */
export const removeMember = definePortalEndpoint({
  name: 'remove-member',
  method: 'POST',
  path: '/api/teams/{id}/members/{user_code}/remove',
  summary: 'Remove a member, or leave',
  description: 'Owners can remove anybody; everybody can leave. The last owner cannot leave.',
  access: 'signed-in',
  params: Type.Object({ id: TeamId, user_code: UserCode }),
  body: nothing,
  data: Type.Object({ removed: Type.Integer({ minimum: 1 }) }),
  failures: ['TEAM_NOT_FOUND', 'ROLE_INSUFFICIENT', 'MEMBER_NOT_FOUND', 'TEAM_NEEDS_OWNER'],
  example: { params: { id: 'demo', user_code: 'ohu_9sK2vXc4bQ7nLm3T' }, body: {}, data: { removed: 1 } },
});

/** Calls about Teams. */
export const teamEndpoints = [
  createTeam,
  activateTeam,
  renameTeam,
  listMembers,
  inviteMember,
  revokeInvitation,
  acceptInvitation,
  changeRole,
  removeMember,
] as const;
