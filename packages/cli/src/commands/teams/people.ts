import { changeRole, getUser, listMembers, removeMember, type TeamRole, teamRoles } from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import type { Argument, Command } from '../../command.ts';
import { optionValue, Refusal, UsageError } from '../../command.ts';
import { memberOf, personOf, teamOf } from '../../named.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';

const person: Argument = {
  name: 'person',
  description: 'e-mail address or code of somebody in the Team',
  required: true,
};

export const teamsMembers: Command = portalCommand({
  name: 'teams members',
  summary: 'List the people of a Team, and its open invitations.',
  description:
    'One line each: role, code, e-mail address and name; of an invitation its id, end, and whom it was mailed to. Owners see invitations.',
  arguments: [],
  options: [teamOption],
  examples: [{ call: 'openhouse teams members', does: 'shows who is in your active Team' }],
  calls: [getUser, listMembers],
  async act({ portal, invocation, out }) {
    const { id } = await teamOf(portal, optionValue(invocation, 'team'));
    const { members, invitations } = await portal.call(listMembers, { params: { id } });
    const lines = [
      ...members.map(({ userCode, role, email, name, joinedAt }) => ({ userCode, role, email, name, joinedAt })),
      ...invitations.map(({ id: invitation, role, mail, createdAt, endsAt }) => ({
        invitation,
        role,
        mail,
        createdAt,
        endsAt,
      })),
    ];
    out.many(lines, (line) =>
      'invitation' in line
        ? [
            worded(line.role),
            line.invitation,
            told`invited until ${line.endsAt}`,
            line.mail === null ? '-' : told`mail ${worded(line.mail.state)}: ${line.mail.to}`,
          ]
        : [worded(line.role), line.userCode, line.email || '-', line.name],
    );
  },
});

export const teamsRole: Command = portalCommand({
  name: 'teams role',
  summary: 'Change the role of a person in a Team.',
  description: 'Owners only. The last owner cannot step back.',
  arguments: [person, { name: 'role', description: 'owner, member or viewer', required: true, choices: teamRoles }],
  options: [teamOption],
  examples: [{ call: 'openhouse teams role jonas@loft.example viewer', does: 'makes Jonas a viewer' }],
  calls: [getUser, listMembers, changeRole],
  async act({ portal, words: [named = '', role = ''], invocation, out }) {
    const { id } = await teamOf(portal, optionValue(invocation, 'team'));
    const { userCode } = await memberOf(portal, id, named);
    const { member } = await portal.call(changeRole, {
      params: { id, user_code: userCode },
      body: { role: roleOf(role) },
    });
    out.one(member, told`${member.name || member.userCode} is ${worded(member.role)}.`);
  },
});

export const teamsRemove: Command = portalCommand({
  name: 'teams remove',
  summary: 'Remove somebody from a Team.',
  description: 'They lose access at once. Owners only.',
  arguments: [person],
  options: [teamOption],
  examples: [{ call: 'openhouse teams remove jonas@loft.example', does: 'takes Jonas out of your active Team' }],
  calls: [getUser, listMembers, removeMember],
  async act({ portal, words: [named = ''], invocation, out }) {
    const { id } = await teamOf(portal, optionValue(invocation, 'team'));
    const { userCode, name } = await memberOf(portal, id, named);
    const done = await portal.call(removeMember, { params: { id, user_code: userCode }, body: {} });
    out.one({ ...done, userCode }, told`${name || userCode} is no longer in the Team.`);
  },
});

export const teamsLeave: Command = portalCommand({
  name: 'teams leave',
  summary: 'Leave a Team.',
  description: 'You must name the Team, so that you do not leave one by accident. The last owner cannot leave.',
  arguments: [{ name: 'team', description: 'its code or name', required: true }],
  options: [],
  examples: [{ call: 'openhouse teams leave demo', does: 'takes you out of the Team demo' }],
  calls: [getUser, removeMember],
  async act({ portal, words: [named], out }) {
    const { userCode } = await personOf(portal);
    const { id, name } = await teamOf(portal, named);
    const done = await portal.call(removeMember, { params: { id, user_code: userCode }, body: {} });
    out.one({ ...done, team: id }, told`You have left ${name}.`);
  },
});

export const teamsTransfer: Command = portalCommand({
  name: 'teams transfer',
  summary: 'Transfer a Team: somebody else becomes owner, and you step back.',
  description:
    'Two steps, each in the audit log: the other person becomes owner, then you become what --to-role says. When the second fails both of you are owners, and the call can be repeated.',
  arguments: [person],
  options: [teamOption, { flags: '--to-role <role>', description: 'what you become: member (default) or viewer' }],
  examples: [{ call: 'openhouse teams transfer jonas@loft.example', does: 'makes Jonas owner and you a member' }],
  calls: [getUser, listMembers, changeRole],
  async act({ portal, words: [named = ''], invocation, out }) {
    const mine = roleOf(optionValue(invocation, 'toRole') ?? 'member');
    if (mine === 'owner') throw new UsageError(told`--to-role takes member or viewer.`);
    const { id, name } = await teamOf(portal, optionValue(invocation, 'team'));
    const me = await personOf(portal);
    const other = await memberOf(portal, id, named);
    if (other.userCode === me.userCode)
      throw new Refusal('MEMBER_NOT_FOUND', told`You cannot transfer a Team to yourself.`);
    if (other.role !== 'owner') {
      await portal.call(changeRole, { params: { id, user_code: other.userCode }, body: { role: 'owner' } });
    }
    await portal.call(changeRole, { params: { id, user_code: me.userCode }, body: { role: mine } });
    const owner = other.userCode;
    out.one({ team: id, owner, you: mine }, told`${other.name || owner} owns ${name}; you are ${worded(mine)}.`);
  },
});

/** @throws {UsageError} */
export function roleOf(text: string): TeamRole {
  const role = teamRoles.find((one) => one === text);
  if (role !== undefined) return role;
  throw new UsageError(told`${JSON.stringify(text)} is not a role. It is one of ${teamRoles.join(', ')}.`);
}
