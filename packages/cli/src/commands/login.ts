import { collectCommandLineSession, getUser, startCommandLineSignIn } from '@openhouse/contract';
import { type Command, type Invocation, jsonOption } from '../command.ts';
import { portalOption, portalToSignIn } from '../portal/place.ts';
import { signIn } from '../portal/sign-in.ts';
import { results } from '../results.ts';
import type { World } from '../world.ts';

/** `openhouse login` (decision 0046). */
export const login: Command = {
  name: 'login',
  summary: 'Sign this machine in to a portal, with your consent in a browser.',
  description:
    'Shows a code; you type it on a page of the portal and allow this machine. It then acts as you for 30 days, or until ' +
    'openhouse logout or the list of sessions ends it. The session is kept in sessions.json (mode 0600) in ' +
    'OPENHOUSE_CONFIG_DIR, else XDG_CONFIG_HOME/openhouse, else ~/.config/openhouse. Signing in to another portal keeps ' +
    'the sessions of the others; --portal chooses between them.',
  arguments: [],
  options: [portalOption, { flags: '--no-browser', description: 'only prints the address of the page' }, jsonOption],
  examples: [
    { call: 'openhouse login --portal https://portal.example.com', does: 'signs in, and makes it the usual portal' },
  ],
  calls: [startCommandLineSignIn.name, collectCommandLineSession.name, getUser.name],
  async run(invocation, world) {
    const url = await portalToSignIn(invocation, world);
    const { name, email, endsAt, sessionId } = await signIn(url, mayOpenBrowser(invocation, world), world);
    const out = results(invocation, world);
    out.one({ portal: url, name, email, sessionId, endsAt }, `Signed in to ${url} as ${name}, until ${endsAt}.`);
    return 0;
  },
};

/** Not over SSH: the browser would open on the wrong screen, or none. */
export function mayOpenBrowser({ options }: Invocation, { env, stderr }: World): boolean {
  // Commander keeps `--no-browser` as browser: false.
  const refused = (options as Readonly<Record<string, unknown>>).browser === false;
  return stderr.isTTY === true && !refused && env.SSH_CONNECTION === undefined;
}
