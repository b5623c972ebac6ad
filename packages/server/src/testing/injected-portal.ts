import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import type { Database } from '../kernel/database/database.ts';
import { NO_PROXIES } from '../kernel/http/client-address.ts';
import { SignInRefusal } from '../portal/identity/identity-provider.ts';
import { createPortal, type PortalDeps } from '../portal/portal.ts';
import { portalCookies } from '../portal/session/cookies.ts';
import { startSession } from '../portal/session/start-session.ts';
import { testDashboard } from './dashboard.ts';
import { type InstantIdentity, instantIdentity } from './instant-identity.ts';
import { testKeys, testLog } from './portal.ts';

export const PORTAL_URL = 'https://portal.example.com';

/** Keys of all injected portals of a process, so that two of them are two nodes of one installation. */
const cookieSecrets = testKeys(2, 1);
const sessionSealingKeys = testKeys(1);

/** A portal in production dress, asked without a port. */
export interface InjectedPortal {
  readonly app: FastifyInstance;
  readonly identity: InstantIdentity;
  readonly deps: PortalDeps;
  ask(options: InjectOptions): Promise<Response>;
  /** Signs a person in. @returns The Cookie header of their browser. */
  signIn(subject: string, cookie?: string): Promise<string>;
  /** Starts a session for a person as the end of a sign-in does, without the sign-in. @returns As `signIn` does. */
  startSession(subject: string): Promise<string>;
  /** The Cookie header after a token was minted for it, and the token. */
  withCsrf(cookie: string): Promise<{ readonly cookie: string; readonly token: string; readonly me: Response }>;
}

export function injectedPortal(database: Database, others: Partial<PortalDeps> = {}): InjectedPortal {
  const identity = instantIdentity();
  const deps: PortalDeps = {
    database,
    identity,
    backChannelLogout: null,
    leakReports: null,
    portalUrl: PORTAL_URL,
    baseUrl: 'https://gateway.example.com',
    environment: 'production',
    cookieDomain: 'example.com',
    sessionIdleS: 0,
    cookieSecrets,
    sessionSealingKeys,
    dashboard: testDashboard(database),
    pagesDirectory: null,
    proxies: NO_PROXIES,
    log: testLog(),
    nowMs: Date.now,
    ...others,
  };
  const app = createPortal(deps);
  const ask = (options: InjectOptions) => app.inject(options);
  return {
    app,
    identity,
    deps,
    ask,
    signIn: async (subject, cookie = '') => {
      const begun = await ask({ url: '/auth/sign-in', headers: { cookie } });
      const ticket = encodeURIComponent(newTicket(subject));
      const url = `/auth/sign-in-callback?source=SSO_DEVELOPER_APP&ticket=${ticket}&login_type=email`;
      const done = await ask({ url, headers: { cookie: merged(cookie, begun) } });
      if (done.statusCode !== 302) throw new Error(`the callback answered ${done.statusCode} ${done.body}`);
      return merged(merged(cookie, begun), done);
    },
    startSession: async (subject) => {
      const { environment, cookieDomain: domain, portalUrl } = deps;
      const { names } = portalCookies({ environment, host: new URL(portalUrl).hostname, domain, secure: true });
      const keys = { cookieSecrets: deps.cookieSecrets, sealingKeys: deps.sessionSealingKeys };
      const query = new URLSearchParams({ ticket: newTicket(subject) });
      const confirmed = await deps.identity.finish(query, 'verify', '127.0.0.1');
      if (confirmed instanceof SignInRefusal) throw new Error(`the provider refused ${subject}`);
      const browser = { userAgent: 'lightMyRequest', ipAddress: '127.0.0.1', replaces: undefined };
      const person = { ...confirmed, name: subject };
      const started = await startSession({ database, ...keys }, deps.identity.name, person, browser);
      if ('suspended' in started) throw new Error(`suspended: ${started.suspended}`);
      return `${names.token}=${started.token}; ${names.account}=${started.account}`;
    },
    withCsrf: async (cookie) => {
      const answer = await ask({ url: '/api/me', headers: { cookie } });
      const token = setCookies(answer).get('csrf') ?? '';
      return { cookie: merged(cookie, answer), token, me: answer };
    },
  };
}

/** A ticket of the instant provider that nobody has used. */
const newTicket = (subject: string): string => `${subject}#${Math.random()}`;

/** The cookies that a response sets; removed ones are empty. */
export function setCookies(response: Response): Map<string, string> {
  const lines = [response.headers['set-cookie'] ?? []].flat();
  return new Map(
    lines.map((line) => {
      const [pair = ''] = line.split(';');
      const value = pair.slice(pair.indexOf('=') + 1);
      return [pair.slice(0, pair.indexOf('=')), line.includes('Max-Age=0') ? '' : value];
    }),
  );
}

/** The Cookie header of a browser that had `cookie` and then got a response. */
export function merged(cookie: string, response: Response): string {
  const jar = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  for (const [name, value] of setCookies(response)) {
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** One cookie of a Cookie header. */
export function cookieOf(cookie: string, name: string): string {
  return (
    cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? ''
  );
}
