import { getCredential, getUser } from '@openhouse/contract';
import { worded } from '../code-words.ts';
import type { Command } from '../command.ts';
import { personOf } from '../named.ts';
import type { UsedCredential } from '../portal/portal-caller.ts';
import { portalCommand } from '../portal/portal-command.ts';
import { Foreign, joined, type Told, told } from '../told.ts';

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
    const place = new Foreign(portal.target);
    if (portal.credential.kind === 'team-credential') {
      const found = await portal.call(getCredential, {});
      const { credential, team } = found;
      const lines = [
        told`the credential ${credential.name} (${credential.id}) at ${place}`,
        told`for Team ${team.name} (${team.id}), scopes ${credential.scopes.join(', ')}`,
        told`from ${portal.credential.profile ?? portal.credential.from}, until ${credential.endsAt}`,
      ];
      out.one({ place: portal.target, from: portal.credential.from, ...found }, joined(lines, '\n'));
      return;
    }
    const account = await personOf(portal);
    const { name, email, userCode, teams } = account;
    const { credential } = portal;
    const team = teams.find(({ isActive }) => isActive);
    const lines = [
      told`${name} <${email || userCode}> at ${place}`,
      team === undefined ? told`in no Team` : told`in Team ${team.name} (${team.id}) as ${worded(team.role)}`,
      actsWith(credential),
    ];
    out.one({ place: portal.target, credential, ...account }, joined(lines, '\n'));
  },
});

function actsWith(credential: UsedCredential): Told {
  switch (credential.kind) {
    case 'session':
      return told`with the session ${credential.sessionId} of profile ${credential.profile}, until ${credential.endsAt}`;
    case 'store':
      return told`with the keys of the store`;
    case 'team-credential':
      return told`with a credential of the Team`;
    case 'none':
      return told`with nothing`;
    default:
      return credential satisfies never;
  }
}
