import { stat } from 'node:fs/promises';
import { getCredential, getUser } from '@openhouse/contract';
import { broken, dateHeaderVerdict, examineInstallation, type Finding, ok, warning } from '@openhouse/server';
import { type ExitCode, type Invocation, optionValue, Refusal } from '../command.ts';
import { isTeamCredential, type KeptSession, keptSessions, sessionsFile } from '../portal/kept-sessions.ts';
import { remotePortal } from '../portal/remote-portal.ts';
import { targetOf } from '../portal/target.ts';
import { reachThroughProxies } from '../proxies.ts';
import { results } from '../results.ts';
import { Foreign, told } from '../told.ts';
import { leastNode, userAgent } from '../version.ts';
import type { World } from '../world.ts';

/** Days before the end of a session at which it is time to sign in again. */
const SOON_DAYS = 3;
const DAY_MS = 86_400_000;

/** As wide as each other. */
const VERDICTS = { ok: told`ok     `, skipped: told`skipped`, warning: told`warning`, broken: told`broken ` } as const;

/** Prints each finding as it is made. @returns 1 when something is broken. */
export async function examine(invocation: Invocation, world: World): Promise<ExitCode> {
  const out = results(invocation, world);
  let isBroken = false;
  const tell = (finding: Finding) => {
    isBroken ||= finding.verdict === 'broken';
    const { check, verdict, says, mend } = finding;
    const line = told`${VERDICTS[verdict]}  ${new Foreign(check)}: ${new Foreign(says)}`;
    out.one(
      finding,
      mend === ''
        ? line
        : told`${line}
         ${new Foreign(mend)}`,
    );
  };
  tell(nodeFinding());
  // Not through the proxies of the environment, which the service does not use.
  const target = await targetOf(invocation, world).catch(() => undefined);
  if (target?.kind === 'store') {
    const dataDir = optionValue(invocation, 'dataDir');
    const only = optionValue(invocation, 'only');
    const env = {
      ...world.env,
      ...(dataDir !== undefined && { DATA_DIR: dataDir }),
      ...(only !== undefined && { SERVE_ONLY: only }),
    };
    for await (const finding of examineInstallation(env)) tell(finding);
  }
  await reachThroughProxies(world);
  for await (const finding of examineSessions(world)) tell(finding);
  return isBroken ? 1 : 0;
}

function nodeFinding(): Finding {
  const least = leastNode();
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  const says = `Version ${process.versions.node}.`;
  return isEnough ? ok('Node.js', says) : broken('Node.js', says, `Install ${least} or later.`);
}

/** The sessions this machine keeps. */
async function* examineSessions(world: World): AsyncGenerator<Finding> {
  const file = sessionsFile(world);
  if (file === undefined) return;
  const { profiles } = await keptSessions(world).catch(() => ({ profiles: undefined }));
  if (profiles === undefined) {
    yield broken('sessions file', `${file} cannot be read.`, 'Remove it and run openhouse login again.');
    return;
  }
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && process.platform !== 'win32') {
    const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
    const isOpen = (found.mode & 0o077) !== 0;
    yield isOpen
      ? broken(
          'sessions file',
          `${file} has mode ${mode}: others can read it.`,
          `chmod 0600 ${file}, then openhouse logout and login.`,
        )
      : ok('sessions file', `${file} has mode ${mode}.`);
  }
  for (const [profile, session] of Object.entries(profiles)) {
    const { portal: url } = session;
    const mend = isTeamCredential(session)
      ? `Ask an owner of the Team for another one, and keep it with openhouse profiles add ${profile}.`
      : `Run openhouse login --portal ${url} --profile ${profile}.`;
    yield endFinding(profile, session, mend);
    const clock = await portalClock(url);
    if (clock !== undefined) yield clock;
    yield isTeamCredential(session) ? await credentialFinding(session, mend) : await sessionFinding(session, mend);
  }
}

function endFinding(profile: string, session: KeptSession, mend: string): Finding {
  const { portal: url, endsAt } = session;
  const days = (Date.parse(endsAt) - Date.now()) / DAY_MS;
  const of = `of the profile ${profile} at ${url}`;
  const what = isTeamCredential(session) ? `The credential ${of}` : `The session ${of}`;
  if (days <= 0) return broken('session', `${what} ended ${endsAt}.`, mend);
  const says = `${what} ends ${endsAt}.`;
  return days < SOON_DAYS ? warning('session', says, mend) : ok('session', says);
}

async function sessionFinding({ portal: url, token }: KeptSession, mend: string): Promise<Finding> {
  const portal = remotePortal({ url, token, baseUrl: '', team: undefined, userAgent: userAgent() });
  try {
    const account = await portal.call(getUser, {});
    if (account.isAuthenticated) return ok('portal', `${url} accepts the session of ${account.name}.`);
    return broken('portal', `${url} no longer accepts the session.`, mend);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const says = error.message;
    return error.exitCode === 4
      ? warning('portal', says, 'Try again; nothing is wrong with the session.')
      : broken('portal', says, `Compare the address. ${mend}`);
  }
}

async function credentialFinding({ portal: url, token }: KeptSession, mend: string): Promise<Finding> {
  const portal = remotePortal({ url, token, baseUrl: '', team: undefined, userAgent: userAgent() });
  try {
    const { credential, team } = await portal.call(getCredential, {});
    return ok('portal', `${url} accepts the credential ${credential.name} of ${team.name}.`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.exitCode === 4
      ? warning('portal', error.message, 'Try again; nothing is wrong with the credential.')
      : broken('portal', error.message, mend);
  }
}

async function portalClock(url: string): Promise<Finding | undefined> {
  const from = Date.now();
  const answer = await fetch(`${url}/auth/get-user`, { redirect: 'manual', signal: AbortSignal.timeout(5000) }).catch(
    () => undefined,
  );
  // What breaks off is a finding of the next check.
  await answer?.arrayBuffer().catch(() => undefined);
  const date = answer?.headers.get('date');
  if (!date) return undefined;
  return dateHeaderVerdict(`clock of ${url}`, date, { from, to: Date.now() });
}
