import {
  collectCommandLineSession,
  endSession,
  getUser,
  SESSION_DAYS,
  startCommandLineSignIn,
} from '@openhouse/contract';
import { type Command, type Invocation, jsonOption } from '../command.ts';
import { signIn } from '../portal/sign-in.ts';
import { portalOption, portalToSignIn, profileOption } from '../portal/target.ts';
import { results } from '../results.ts';
import { told } from '../told.ts';
import type { World } from '../world.ts';

/** `openhouse login` (decision 0046). */
export const login: Command = {
  name: 'login',
  summary: 'Sign this machine in to a portal, with your consent in a browser.',
  description: `Shows a code; type it into the page of the portal and allow this machine. The machine then acts as you for ${SESSION_DAYS} days, or until you run openhouse logout or end the session in the portal. The session is saved in sessions.json (mode 0600) in OPENHOUSE_CONFIG_DIR, else XDG_CONFIG_HOME/openhouse, else ~/.config/openhouse. You can be signed in to several portals, each session in a profile of its own: --profile names it, else the first is called default and others as their host.`,
  arguments: [],
  options: [
    portalOption,
    profileOption,
    { flags: '--no-browser', description: 'only print the address of the page' },
    jsonOption,
  ],
  examples: [
    {
      call: 'openhouse login --portal https://portal.example.com',
      does: 'signs in and makes this the current profile',
    },
    {
      call: 'openhouse login --portal https://staging.example.com --profile staging',
      does: 'keeps a second session, for --profile staging',
    },
  ],
  calls: [startCommandLineSignIn.name, collectCommandLineSession.name, getUser.name, endSession.name],
  ended: 'Nobody was signed in: run it again.',
  async run(invocation, world) {
    const { url, profile } = await portalToSignIn(invocation, world);
    const { name, email, endsAt, sessionId } = await signIn({ url, profile }, mayOpenBrowser(invocation, world), world);
    const out = results(invocation, world);
    out.one(
      { portal: url, profile, name, email, sessionId, endsAt },
      told`Signed in to ${url} as ${name}, until ${endsAt}. Profile: ${profile}.`,
    );
    return 0;
  },
};

/** Not over SSH: the browser would open on the wrong screen, or none. */
export function mayOpenBrowser({ options }: Invocation, { env, stderr }: World): boolean {
  // Commander keeps `--no-browser` as browser: false.
  const refused = (options as Readonly<Record<string, unknown>>).browser === false;
  return stderr.isTTY === true && !refused && env.SSH_CONNECTION === undefined;
}
