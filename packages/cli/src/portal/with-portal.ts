import type { ExitCode, Invocation } from '../command.ts';
import { optionValue, Refusal } from '../command.ts';
import { results } from '../results.ts';
import { withMigratedStore } from '../store.ts';
import { Foreign, told } from '../told.ts';
import { userAgent } from '../version.ts';
import type { World } from '../world.ts';
import { isTeamCredential, keptSessions, sessionOf } from './kept-sessions.ts';
import { localPortal } from './local-portal.ts';
import type { PortalCaller } from './portal-caller.ts';
import { remotePortal } from './remote-portal.ts';
import { type PortalTarget, targetOf } from './target.ts';

/** Opens the command's target, and closes it when the command is done. */
export async function withPortal(
  invocation: Invocation,
  world: World,
  use: (portal: PortalCaller) => Promise<ExitCode>,
): Promise<ExitCode> {
  const target = await targetOf(invocation, world);
  const team = optionValue(invocation, 'team');
  const used = async (portal: PortalCaller) => {
    if (world.stderr.isTTY === true) {
      const out = results(invocation, world);
      if (!out.asJson) out.say(told`At ${new Foreign(portal.target)}.`);
    }
    return use(portal).finally(() => portal.close());
  };
  if (target.kind === 'portal') return used(await signedInPortal(target, world, team));
  const named = { person: optionValue(invocation, 'as'), reason: optionValue(invocation, 'reason'), team };
  return withMigratedStore(
    invocation,
    world,
    async (store) => used(await localPortal(store, { ...named, language: world.language })),
    'the keys of the portal',
  );
}

/** @throws {Refusal} when this machine keeps no session of that portal. */
export async function signedInPortal(
  { url, profile, teamCredential }: PortalTarget,
  world: World,
  team: string | undefined,
): Promise<PortalCaller> {
  if (teamCredential !== undefined) {
    const credential = { kind: 'team-credential', from: 'OPENHOUSE_CREDENTIAL' } as const;
    return remotePortal({
      url,
      token: teamCredential,
      baseUrl: '',
      team,
      userAgent: userAgent(),
      language: world.language,
      credential,
    });
  }
  const session = profile === undefined ? undefined : sessionOf(await keptSessions(world), profile);
  if (profile === undefined || session === undefined) {
    throw new Refusal('AUTH_REQUIRED', told`Nobody is signed in to ${url}. Run openhouse login --portal ${url}.`, 3);
  }
  const { token, baseUrl, sessionId, endsAt } = session;
  const credential = isTeamCredential(session)
    ? ({ kind: 'team-credential', from: 'profile', profile } as const)
    : ({ kind: 'session', profile, sessionId, endsAt } as const);
  return remotePortal({ url, token, baseUrl, team, userAgent: userAgent(), language: world.language, credential });
}
