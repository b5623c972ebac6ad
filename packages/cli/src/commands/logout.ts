import { endSession } from '@openhouse/contract';
import { type Command, jsonOption, optionValue, Refusal, UsageError } from '../command.ts';
import { forgetSession, isTeamCredential, keptSessions, profileAt, sessionOf } from '../portal/kept-sessions.ts';
import { portalOption, portalToSignIn, profileOption } from '../portal/target.ts';
import { signedInPortal } from '../portal/with-portal.ts';
import { results } from '../results.ts';
import { told } from '../told.ts';

/** `openhouse logout`. */
export const logout: Command = {
  name: 'logout',
  summary: 'Sign this machine out of a portal.',
  description:
    'If the portal does not answer, the session is deleted on this machine only and the command exits with 4: end it in the portal as well.',
  arguments: [],
  options: [portalOption, profileOption, jsonOption],
  examples: [{ call: 'openhouse logout', does: 'signs this machine out of the portal of the current profile' }],
  calls: [endSession.name],
  async run(invocation, world) {
    const { url, profile } = await portalToSignIn(invocation, world).catch(() => ({ url: '', profile: '' }));
    const kept = await keptSessions(world);
    const session = sessionOf(kept, profile);
    const isNamed = session !== undefined || optionValue(invocation, 'profile') !== undefined;
    const used = isNamed ? profile : (profileAt(kept, url) ?? profile);
    const credential = sessionOf(kept, used);
    if (credential?.portal === url && isTeamCredential(credential)) {
      throw new UsageError(
        told`The profile ${used} keeps a credential of a Team. openhouse profiles remove ${used} forgets it; an owner ends it with openhouse credentials revoke ${credential.sessionId}.`,
      );
    }
    if (session === undefined || session.portal !== url) {
      throw new UsageError(told`This machine is not signed in to that portal. See openhouse profiles.`);
    }
    const portal = await signedInPortal({ kind: 'portal', url, profile }, world, undefined);
    const ended = await portal.call(endSession, { params: { id: session.sessionId }, body: {} }).catch((error) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    await forgetSession(world, profile);
    const out = results(invocation, world);
    const wasOver = ended instanceof Refusal && ['AUTH_REQUIRED', 'SESSION_NOT_FOUND'].includes(ended.code);
    if (ended instanceof Refusal && !wasOver) {
      out.say(told`The session was deleted on this machine only; ${url} did not end it: ${ended.said}`);
      return 4;
    }
    out.one({ portal: url, profile, ended: wasOver ? 0 : 1 }, told`Signed out of ${url}.`);
    return 0;
  },
};
