import { getCredential, getUser } from '@openhouse/contract';
import type { Command } from '../command.ts';
import { personOf } from '../named.ts';
import type { UsedCredential } from '../portal/portal-caller.ts';
import { portalCommand } from '../portal/portal-command.ts';

export const whoami: Command = portalCommand({
  name: 'whoami',
  summary: 'Show who is signed in, where, in which Team and until when.',
  description:
    'Says what the command acts with: a session of a profile, or the store. Exits with 3 if nobody is signed in.',
  arguments: [],
  options: [],
  examples: [{ call: 'openhouse whoami', does: 'prints your name, portal, Team, profile and the end of the session' }],
  calls: [getUser, getCredential],
  async act({ portal, out }) {
    if (portal.credential.kind === 'team-credential') {
      const found = await portal.call(getCredential, {});
      const { credential, team } = found;
      const lines = [
        `the credential ${credential.name} (${credential.id}) at ${portal.target}`,
        `for Team ${team.name} (${team.id}), scopes ${credential.scopes.join(', ')}`,
        `from ${portal.credential.profile ?? portal.credential.from}, until ${credential.endsAt}`,
      ];
      out.one({ place: portal.target, from: portal.credential.from, ...found }, lines.join('\n'));
      return;
    }
    const account = await personOf(portal);
    const { name, email, userCode, teams } = account;
    const { credential } = portal;
    const team = teams.find(({ isActive }) => isActive);
    const lines = [
      `${name} <${email || userCode}> at ${portal.target}`,
      team === undefined ? 'in no Team' : `in Team ${team.name} (${team.id}) as ${team.role}`,
      actsWith(credential),
    ];
    out.one({ place: portal.target, credential, ...account }, lines.join('\n'));
  },
});

function actsWith(credential: UsedCredential): string {
  switch (credential.kind) {
    case 'session':
      return `with the session ${credential.sessionId} of profile ${credential.profile}, until ${credential.endsAt}`;
    case 'store':
      return 'with the keys of the store';
    case 'team-credential':
      return 'with a credential of the Team';
    case 'none':
      return 'with nothing';
    default:
      return credential satisfies never;
  }
}
