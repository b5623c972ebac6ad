import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../kernel/database/database.ts';
import { NO_PROXIES } from '../kernel/http/client-address.ts';
import type { PortalLog } from '../portal/http/log.ts';
import type { OfferedAccount } from '../portal/identity/builtin/accounts.ts';
import { BUILTIN_GATEWAY_PATH, createBuiltinSignIn } from '../portal/identity/builtin/server.ts';
import type { IdentityProvider } from '../portal/identity/identity-provider.ts';
import { ticketProvider } from '../portal/identity/ticket.ts';
import { createPortal, type PortalDeps } from '../portal/portal.ts';
import { type TestBrowser, testBrowser } from './browser.ts';
import { testDashboard } from './dashboard.ts';
import { freePort } from './processes.ts';

export const testKeys = (...ids: number[]) => ids.map((id) => ({ id, key: randomBytes(32) }));

export const SOURCE = 'SSO_DEVELOPER_APP';
const TIMEOUT_MS = 20_000;

const accounts: readonly OfferedAccount[] = [
  { name: 'Ada Lindqvist', email: 'ada@example.com', role: 'owner' },
  { name: 'Sam Okafor', email: 'sam@example.com', role: null },
];

/** A log that keeps its lines. */
export function testLog(): PortalLog & { readonly lines: string[] } {
  const lines: string[] = [];
  const write = (fields: object, message: string) => {
    lines.push(
      JSON.stringify({ ...fields, message }, (_key, value) => (value instanceof Error ? String(value) : value)),
    );
  };
  return { lines, info: write, warn: write, error: write };
}

/** A portal on a loopback port. */
export interface RunningPortal {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly log: ReturnType<typeof testLog>;
  readonly deps: PortalDeps;
  close(): Promise<void>;
}

export const callbackOf = (portalUrl: string): string => `${portalUrl}/auth/sign-in-callback`;

/** Starts a portal at a port that was found beforehand, so that providers can be told its callback. */
export async function startPortal(
  port: number,
  database: Database,
  identity: IdentityProvider,
  others: Partial<PortalDeps> = {},
): Promise<RunningPortal> {
  const url = `http://localhost:${port}`;
  const log = testLog();
  const deps: PortalDeps = {
    database,
    identity,
    backChannelLogout: null,
    leakReports: null,
    portalUrl: url,
    baseUrl: 'http://localhost:4001',
    environment: 'test',
    cookieDomain: null,
    sessionIdleS: 0,
    cookieSecrets: testKeys(1),
    sessionSealingKeys: testKeys(1),
    dashboard: testDashboard(database),
    pagesDirectory: null,
    proxies: NO_PROXIES,
    log,
    nowMs: Date.now,
    ...others,
  };
  const app = createPortal(deps);
  await app.listen({ port, host: 'localhost' });
  return { url, app, log, deps, close: () => app.close() };
}

/** A portal with the built-in sign-in page beside it, as the default install has it. */
export interface BuiltinInstall {
  readonly portal: RunningPortal;
  readonly loginUrl: string;
  readonly signInPage: FastifyInstance;
  close(): Promise<void>;
}

export async function startBuiltinInstall(
  database: Database,
  others: Partial<PortalDeps> = {},
): Promise<BuiltinInstall> {
  const [portalPort, signInPort] = [await freePort(), await freePort()];
  const portalUrl = `http://localhost:${portalPort}`;
  const loginUrl = `http://localhost:${signInPort}`;
  const callbackUrl = callbackOf(portalUrl);
  const signInPage = createBuiltinSignIn({
    portalUrl,
    callbackUrl,
    keys: testKeys(1),
    accounts,
    typeface: null,
    nowMs: Date.now,
  });
  await signInPage.listen({ port: signInPort, host: 'localhost' });
  const identity = builtinIdentity(loginUrl, callbackUrl);
  const portal = await startPortal(portalPort, database, identity, others);
  return {
    portal,
    loginUrl,
    signInPage,
    close: async () => {
      await portal.close();
      await signInPage.close();
    },
  };
}

function builtinIdentity(loginUrl: string, callbackUrl: string): IdentityProvider {
  const gatewayUrl = `${loginUrl}${BUILTIN_GATEWAY_PATH}`;
  return ticketProvider({ name: 'builtin', loginUrl, gatewayUrl, callbackUrl, source: SOURCE, timeoutMs: TIMEOUT_MS });
}

/** Fills in the built-in page's form. @returns The address of the callback it sends the browser to. */
export async function chooseAccount(
  browser: TestBrowser,
  signInAddress: string,
  account: { readonly email: string; readonly name?: string },
): Promise<string> {
  const page = new URL(signInAddress);
  const form = new URLSearchParams({ ...Object.fromEntries(page.searchParams), ...account });
  const answer = await browser.go(`${page.origin}/`, { method: 'POST', body: form });
  const location = answer.headers.get('location');
  if (answer.status !== 303 || location === null) throw new Error(`the sign-in page answered ${answer.status}`);
  return location;
}

/** Signs somebody in by the whole handshake. @returns Their browser, and where it ended. */
export async function signIn(
  portal: Pick<RunningPortal, 'url'>,
  account: { readonly email: string; readonly name?: string } = { email: 'ada@example.com' },
  target = '/docs',
  browser: TestBrowser = testBrowser(),
): Promise<{ readonly browser: TestBrowser; readonly callback: Response }> {
  const begun = await browser.go(`${portal.url}/auth/sign-in?gotoURL=${encodeURIComponent(target)}`);
  const callbackAddress = await chooseAccount(browser, begun.headers.get('location') ?? '', account);
  return { browser, callback: await browser.go(callbackAddress) };
}

/** Calls a mutating route as the pages do. */
export async function mutate(
  portal: RunningPortal,
  browser: TestBrowser,
  path: string,
  body: object = {},
): Promise<Response> {
  await browser.go(`${portal.url}/api/me`);
  return browser.go(`${portal.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': browser.cookie(portal.url, 'csrf') ?? '' },
    body: JSON.stringify(body),
  });
}
