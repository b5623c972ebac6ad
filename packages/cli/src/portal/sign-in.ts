import {
  collectCommandLineSession,
  endSession,
  getUser,
  type PortalDataOf,
  startCommandLineSignIn,
} from '@openhouse/contract';
import { Refusal, UsageError } from '../command.ts';
import { printable } from '../printable.ts';
import { speakerOn } from '../results.ts';
import { told } from '../told.ts';
import { userAgent } from '../version.ts';
import type { World } from '../world.ts';
import {
  isTeamCredential,
  type KeptSession,
  keepSession,
  keptSessions,
  readyToKeep,
  sessionOf,
} from './kept-sessions.ts';
import type { PortalCaller } from './portal-caller.ts';
import { remotePortal } from './remote-portal.ts';

/** Longest name of a machine that the portal accepts. */
const MACHINE_MAX = 64;
/** Seconds that each SIGN_IN_SLOW_DOWN adds to the polling interval (RFC 8628, 3.5). */
const SLOWER_S = 5;

/**
 * Signs this machine in: shows the code, polls for the person's decision, saves the session in a profile.
 * @throws {Refusal} when it is denied or times out.
 * @throws {UsageError} when the profile keeps a credential of a Team: nobody is shown that again.
 */
export async function signIn(
  { url, profile }: { readonly url: string; readonly profile: string },
  opensBrowser: boolean,
  world: World,
): Promise<KeptSession> {
  const before = sessionOf(await keptSessions(world), profile);
  if (before !== undefined && isTeamCredential(before)) {
    throw new UsageError(
      told`The profile ${profile} keeps a credential of a Team, which is shown once. Name another profile, or forget it with openhouse profiles remove ${profile}.`,
    );
  }
  await readyToKeep(world);
  const asking = { url, baseUrl: '', team: undefined, userAgent: userAgent(), language: world.language };
  const portal = remotePortal({ ...asking, token: undefined });
  const machine = [...(world.machine || 'unnamed')].slice(0, MACHINE_MAX).join('');
  const started = await portal.call(startCommandLineSignIn, { body: { machine } });
  // The portal answers with its public address; open the page at the address this machine uses.
  const page = samePortal(started.verificationUri, url);
  const minutes = Math.round(started.expiresInS / 60);
  const lines = [
    told`\n  Open  ${printable(page)}\n  and type the code  ${printable(started.userCode)}\n`,
    told`Type it nowhere else, and never type a code that somebody sent you.`,
    told`Waiting for your decision for up to ${minutes} minutes. Press Ctrl-C to cancel.`,
  ];
  world.stderr.write(lines.map((line) => `${speakerOn(world.stderr, world)(line)}\n`).join(''));
  if (opensBrowser) world.openBrowser(page);
  const { token, sessionId, endsAt, baseUrl } = await decided(portal, started, world);
  world.whenEnded?.({ says: UNKEPT });
  const own = remotePortal({ ...asking, token });
  try {
    const account = await accountOf(own, started.intervalS, world);
    if (!account.isAuthenticated)
      throw new Refusal('AUTH_REQUIRED', told`The session ended at once. Sign in again.`, 3);
    const session = { portal: url, token, sessionId, endsAt, baseUrl, name: account.name, email: account.email };
    await keepSession(world, profile, session);
    world.whenEnded?.({ says: told`This machine is signed in to ${url}.` });
    return session;
  } catch (error) {
    // Its token is lost with this process: left alone, the session would stand in the person's list for a month.
    await own.call(endSession, { params: { id: sessionId }, body: {} }).catch(unlessRefused);
    throw error;
  }
}

const UNKEPT = told`The session was made, and is not kept here: end it in the portal, under your sessions, and run it again.`;

/** How often a portal is asked whose session it is, that answers "later" or not at all. */
const ACCOUNT_TRIES = 6;

async function accountOf(portal: PortalCaller, intervalS: number, { sleep }: Pick<World, 'sleep'>) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await portal.call(getUser, {});
    } catch (error) {
      if (!(error instanceof Refusal) || error.exitCode !== 4 || tries === ACCOUNT_TRIES) throw error;
      await sleep(intervalS * 1000);
    }
  }
}

/** What goes wrong now is told by what went wrong before. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** Never shows or opens a page of another site, whatever the answer says. */
function samePortal(verificationUri: string, url: string): string {
  try {
    const { pathname } = new URL(verificationUri);
    return `${url}${pathname}`;
  } catch {
    throw new Refusal('NOT_A_PORTAL', told`${url} did not name the page to open. Is it a portal?`, 2);
  }
}

const LOST = told`An answer of the portal was lost on the way. If it held the session of this machine, the portal has ended that session. Run openhouse login again.`;

async function decided(
  portal: PortalCaller,
  { deviceCode, expiresInS, intervalS: first }: PortalDataOf<typeof startCommandLineSignIn>,
  { sleep }: Pick<World, 'sleep'>,
) {
  let intervalS = first;
  let isLost = false;
  for (let waitedS = 0; waitedS < expiresInS; waitedS += intervalS) {
    await sleep(intervalS * 1000);
    try {
      return await portal.call(collectCommandLineSession, { body: { deviceCode } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The answer with the token is given once.
      if (error.code === 'SIGN_IN_EXPIRED' && isLost) throw new Refusal('SIGN_IN_EXPIRED', LOST);
      isLost ||= error.exitCode === 4;
      if (error.code === 'SIGN_IN_SLOW_DOWN') intervalS += SLOWER_S;
      // Codes survive a restart of the portal, so keep polling while it is unreachable.
      else if (error.code !== 'SIGN_IN_PENDING' && error.exitCode !== 4) throw error;
    }
  }
  throw new Refusal('SIGN_IN_EXPIRED', told`Nobody confirmed the sign-in in time. Run openhouse login again.`);
}
