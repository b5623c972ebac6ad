import { acceptInvitation, getUser, INVITATION_DAYS, inviteMember, revokeInvitation } from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import type { Command } from '../../command.ts';
import { optionValue, UsageError } from '../../command.ts';
import { publicIdOf, teamOf } from '../../named.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';
import { roleOf } from './people.ts';

/** Page that an invitation opens (contract: inviteMember). */
const JOIN_PATH = '/dashboard/join';

export const teamsInvite: Command = portalCommand({
  name: 'teams invite',
  summary: `Create an invitation link for one person, valid for ${INVITATION_DAYS} days.`,
  description:
    'The link is printed only once, and the first person who opens it may join. With --mail it is sent to an address as well, where the installation sends mails. Owners only.',
  arguments: [],
  options: [
    teamOption,
    { flags: '--role <role>', description: 'owner, member (default) or viewer' },
    { flags: '--mail <address>', description: 'e-mail address that the link is sent to as well' },
  ],
  examples: [
    { call: 'openhouse teams invite --role viewer', does: 'prints a link for a new viewer' },
    { call: 'openhouse teams invite --mail jonas@loft.example', does: 'sends Jonas the link by mail as well' },
  ],
  calls: [getUser, inviteMember],
  async act({ portal, invocation, out }) {
    const { id } = await teamOf(portal, optionValue(invocation, 'team'));
    const role = roleOf(optionValue(invocation, 'role') ?? 'member');
    const mailTo = optionValue(invocation, 'mail');
    const body = { role, ...(mailTo !== undefined && { mailTo }) };
    const { invitation, token } = await portal.call(inviteMember, { params: { id }, body });
    // The store does not know the public address of the portal.
    const link = portal.target.startsWith('http') ? `${portal.target}${JOIN_PATH}#${token}` : token;
    out.one({ invitation, link }, link);
  },
});

export const teamsRevoke: Command = portalCommand({
  name: 'teams revoke',
  summary: 'Withdraw an invitation.',
  description: 'The link stops working at once. Owners only.',
  arguments: [{ name: 'invitation', description: 'its id, from openhouse teams members', required: true }],
  options: [teamOption],
  examples: [{ call: 'openhouse teams revoke q4bI0fY3mT9sVxk2ZJ7w5A', does: 'withdraws that invitation' }],
  calls: [getUser, revokeInvitation],
  async act({ portal, words: [word = ''], invocation, out }) {
    const invitation = publicIdOf(word, told`An invitation`, 'openhouse teams members');
    const { id } = await teamOf(portal, optionValue(invocation, 'team'));
    const done = await portal.call(revokeInvitation, { params: { id, invitation }, body: {} });
    out.one({ ...done, invitation }, told`The invitation is withdrawn.`);
  },
});

export const teamsJoin: Command = portalCommand({
  name: 'teams join',
  summary: 'Join a Team with an invitation.',
  description: 'The link is read from standard input: on the command line it would end up in the shell history.',
  arguments: [],
  options: [],
  examples: [{ call: 'openhouse teams join < link.txt', does: 'uses the invitation in link.txt' }],
  calls: [acceptInvitation],
  async act({ portal, out, world }) {
    const given = (await world.stdin.line(told`Link of the invitation: `)).trim();
    const token = given.slice(given.lastIndexOf('#') + 1);
    if (token === '') throw new UsageError(told`No link given. Pass it on standard input.`);
    const { team } = await portal.call(acceptInvitation, { body: { token } });
    out.one(team, told`You are ${worded(team.role)} of ${team.name} (${team.id}).`);
  },
});
