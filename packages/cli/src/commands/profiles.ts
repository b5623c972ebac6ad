import { type Argument, type Command, jsonOption } from '../command.ts';
import { forgetSession, keptSessions, sessionNamed, useProfile } from '../portal/kept-sessions.ts';
import { results } from '../results.ts';

const profile: Argument = { name: 'profile', description: 'its name, from openhouse profiles', required: true };

/** `openhouse profiles list`. */
export const profilesList: Command = {
  name: 'profiles list',
  summary: 'List the portals that this machine is signed in to.',
  description:
    'One line per profile: name, portal, person and when the session ends at the latest; the current one is marked. Nobody is asked: ' +
    'openhouse whoami --profile NAME says whether a session still lives.',
  arguments: [],
  options: [jsonOption],
  examples: [{ call: 'openhouse profiles', does: 'shows which portals you can act at' }],
  async run(invocation, world) {
    const { current, profiles } = await keptSessions(world);
    const kept = Object.entries(profiles).map(([name, { portal, name: person, email, sessionId, endsAt }]) => ({
      profile: name,
      isCurrent: name === current,
      portal,
      name: person,
      email,
      sessionId,
      endsAt,
    }));
    results(invocation, world).many(kept, (one) => [
      one.isCurrent ? `${one.profile} (current)` : one.profile,
      one.portal,
      one.email === '' ? one.name : `${one.name} <${one.email}>`,
      one.endsAt,
    ]);
    return 0;
  },
};

/** `openhouse profiles use`. */
export const profilesUse: Command = {
  name: 'profiles use',
  summary: 'Choose the profile that commands use where you name none.',
  arguments: [profile],
  options: [jsonOption],
  examples: [{ call: 'openhouse profiles use staging', does: 'makes staging the current profile' }],
  async run(invocation, world) {
    const [name = ''] = invocation.arguments;
    await useProfile(world, name);
    const { portal } = sessionNamed(await keptSessions(world), name);
    results(invocation, world).one({ profile: name, portal }, `The current profile is ${name}, at ${portal}.`);
    return 0;
  },
};

/** `openhouse profiles remove`. */
export const profilesRemove: Command = {
  name: 'profiles remove',
  summary: 'Forget a profile on this machine.',
  description:
    'The session is deleted here and goes on living at the portal. openhouse logout --profile NAME ends it there as well.',
  arguments: [profile],
  options: [jsonOption],
  examples: [{ call: 'openhouse profiles remove staging', does: 'forgets a portal that is gone' }],
  async run(invocation, world) {
    const [name = ''] = invocation.arguments;
    const { portal } = sessionNamed(await keptSessions(world), name);
    await forgetSession(world, name);
    results(invocation, world).one({ profile: name, portal }, `This machine has forgotten ${name}, at ${portal}.`);
    return 0;
  },
};
