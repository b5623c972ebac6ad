import { getCredential } from '@openhouse/contract';
import { type Argument, type Command, jsonOption, UsageError } from '../command.ts';
import {
  addProfile,
  forgetSession,
  isTeamCredential,
  keptSessions,
  profileName,
  sessionNamed,
  sessionOf,
  useProfile,
} from '../portal/kept-sessions.ts';
import { remotePortal } from '../portal/remote-portal.ts';
import { portalOption, portalToSignIn } from '../portal/target.ts';
import { results } from '../results.ts';
import { told } from '../told.ts';
import { userAgent } from '../version.ts';

const profile: Argument = { name: 'profile', description: 'its name, from openhouse profiles', required: true };

/** `openhouse profiles list`. */
export const profilesList: Command = {
  name: 'profiles list',
  summary: 'List the portals that this machine is signed in to.',
  description:
    'One line per profile: name, portal, person and when the session ends at the latest; the current one is marked. This makes no network call: openhouse whoami --profile NAME says whether a session is still valid.',
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
      one.isCurrent ? told`${one.profile} (current)` : one.profile,
      one.portal,
      one.email === '' ? one.name : `${one.name} <${one.email}>`,
      one.endsAt,
    ]);
    return 0;
  },
};

/** `openhouse profiles add`. */
export const profilesAdd: Command = {
  name: 'profiles add',
  summary: 'Keep a credential of a Team in a profile.',
  description:
    'The credential is read from OPENHOUSE_CREDENTIAL, else from standard input: on the command line it would end up in the shell history. The portal is asked whose credential it is. It is stored like a session, and the current profile stays.',
  arguments: [{ name: 'profile', description: 'name of the new profile', required: true }],
  options: [portalOption, jsonOption],
  examples: [
    { call: 'openhouse profiles add nightly --portal https://portal.example.com < credential.txt', does: 'keeps it' },
  ],
  calls: [getCredential.name],
  async run(invocation, world) {
    const name = profileName(invocation.arguments[0] ?? '');
    const before = sessionOf(await keptSessions(world), name);
    // A credential may take the place of one that has ended; the session would go on at the portal, and nothing here could end it.
    if (before !== undefined && !isTeamCredential(before)) {
      throw new UsageError(
        told`The profile ${name} keeps the session of ${before.name}. Name another profile, or end it with openhouse logout --profile ${name}.`,
      );
    }
    const { url } = await portalToSignIn(invocation, world);
    const token = (world.env.OPENHOUSE_CREDENTIAL ?? (await world.stdin.line(told`Credential: `))).trim();
    if (!isTeamCredential({ token }))
      throw new UsageError(told`That is no credential of a Team: those begin with ohm_.`);
    const portal = remotePortal({
      url,
      token,
      baseUrl: '',
      team: undefined,
      userAgent: userAgent(),
      language: world.language,
    });
    const { credential, team } = await portal.call(getCredential, {});
    const { id: sessionId, endsAt } = credential;
    const shown = `${credential.name} of ${team.name}`;
    await addProfile(world, name, { portal: url, token, sessionId, endsAt, name: shown, email: '', baseUrl: '' });
    const kept = { profile: name, portal: url, team: team.id, credential };
    results(invocation, world).one(
      kept,
      told`Profile ${name} keeps the credential ${credential.name} of ${team.name}, at ${url}.`,
    );
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
    results(invocation, world).one({ profile: name, portal }, told`The current profile is ${name}, at ${portal}.`);
    return 0;
  },
};

/** `openhouse profiles remove`. */
export const profilesRemove: Command = {
  name: 'profiles remove',
  summary: 'Forget a profile on this machine.',
  description:
    'The session is deleted on this machine but stays valid at the portal. openhouse logout --profile NAME ends it there as well.',
  arguments: [profile],
  options: [jsonOption],
  examples: [{ call: 'openhouse profiles remove staging', does: 'forgets a portal that is gone' }],
  async run(invocation, world) {
    const [name = ''] = invocation.arguments;
    const { portal } = sessionNamed(await keptSessions(world), name);
    await forgetSession(world, name);
    results(invocation, world).one({ profile: name, portal }, told`This machine has forgotten ${name}, at ${portal}.`);
    return 0;
  },
};
