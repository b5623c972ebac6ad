import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  type BotCheckChallenge,
  bundledEndpoints,
  type DeveloperApp,
  type Endpoint,
  type GatewayEndpoint,
} from '@openhouse/contract';
import { type TestBrowser, testBrowser } from '../../packages/server/src/testing/browser.ts';
import { writeBundle } from '../../packages/server/src/testing/bundle.ts';
import { newKey, solved } from '../../packages/server/src/testing/dashboard-people.ts';
import type { chooseAccount } from '../../packages/server/src/testing/portal.ts';
import { openhouse } from '../service.ts';
import { requestText } from './wire.ts';

/** Where people sign in, past nginx. */
export interface Portal {
  /** Where it listens. */
  readonly direct: string;
  /** What it calls itself. */
  readonly known: string;
  /**
   * Chooses who somebody is at the identity provider.
   * @param begun Where the portal sent the browser.
   * @returns The address of the callback.
   */
  readonly chooseWho: typeof chooseAccount;
}

/** Calls of the portal by somebody who is signed in. */
export interface Calls {
  get(path: string): Promise<{ readonly status: number; readonly text: string }>;
  post(path: string, body: object): Promise<{ readonly status: number; readonly text: string }>;
}

/** Somebody who is signed in, as far as HTTP goes. */
export interface Person extends Calls {
  readonly browser: TestBrowser;
  /** The CSRF token that their pages send. */
  csrf(): string;
}

/** @returns The text of a contract's example, about what the Team of that number has. */
const aboutTeam = (number: number, text: string): string =>
  text
    .replaceAll('demo-loft', `tour-of-${number}`)
    .replaceAll('demo-house', `house-of-${number}`)
    .replaceAll('41000', `4${number}0`);

/** A call that succeeds for the Team of that number, about what is its own; of another number it names what there is not. */
export function targetAbout({ path, example }: Endpoint, number: number): string {
  if (example.query === undefined) return path;
  return `${path}?${new URLSearchParams(JSON.parse(aboutTeam(number, JSON.stringify(example.query))) as Record<string, string>)}`;
}

/** One Team with an app and a tour; whatever the tour says has the Team's mark. */
export interface Tenant<Owner extends Calls = Person> {
  /** Tells Teams apart: 1, 2, 3. */
  readonly number: number;
  readonly owner: Owner;
  /** Public code of the Team. */
  readonly team: string;
  readonly app: DeveloperApp;
  readonly secret: string;
  readonly token: string;
  /** Resource code of the tour. */
  readonly tour: string;
  /** Occurs in each payload of the tour, and nowhere else. */
  readonly mark: string;
  /** A call of an operation that succeeds, about what is the Team's own. */
  targetOf(endpoint: Endpoint): string;
  /** The body of that call; empty for a read. */
  bodyOf(endpoint: GatewayEndpoint): string;
}

/** Signs in at the built-in page, through the whole handshake. */
export async function signedIn(portal: Portal, email: string, name: string): Promise<Person> {
  const browser = testBrowser();
  const here = (address: string) => address.replace(portal.known, portal.direct);
  const asked = await browser.go(`${portal.direct}/auth/sign-in`);
  const callback = await portal.chooseWho(browser, asked.headers.get('location') ?? '', { email, name });
  const arrived = await browser.go(here(callback));
  if (arrived.status >= 400) throw new Error(`${name} could not sign in: ${arrived.status} ${await arrived.text()}`);
  const me = await browser.go(`${portal.direct}/api/me`);
  if (me.status !== 200) throw new Error(`${name} is not signed in: ${me.status} ${await me.text()}`);
  const csrf = () => browser.cookie(portal.direct, 'csrf') ?? '';
  const answered = async (answer: Response) => ({ status: answer.status, text: await answer.text() });
  return {
    browser,
    csrf,
    get: async (path) => answered(await browser.go(`${portal.direct}${path}`)),
    post: async (path, body) => {
      const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf() };
      return answered(
        await browser.go(`${portal.direct}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
      );
    },
  };
}

/** The `data` of a success. @throws with the answer when it is none. */
export function dataOf<Data>({ status, text }: { readonly status: number; readonly text: string }): Data {
  if (status !== 200) throw new Error(`answered ${status} ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}

const WAIT_MS = 50;
const WAIT_MAX_MS = 60_000;

export interface TenantOptions {
  /** Tells Teams apart: 1, 2, 3. */
  readonly number: number;
  /** Where the tour is written before it is imported. */
  readonly folder: string;
  /** Of the service, for the command beside it. */
  readonly env: NodeJS.ProcessEnv;
}

/** Signs an owner in, who makes Team, app and tour. */
export async function newTenant(portal: Portal, gateway: string, options: TenantOptions): Promise<Tenant> {
  const owner = await signedIn(portal, `owner-${options.number}@attack.example`, `Owner ${options.number}`);
  return tenantOf(owner, gateway, options);
}

/** Makes Team, app and tour as a person does. */
export async function tenantOf<Owner extends Calls>(
  owner: Owner,
  gateway: string,
  { number, folder, env }: TenantOptions,
): Promise<Tenant<Owner>> {
  const team = dataOf<{ team: { id: string } }>(await owner.post('/api/teams', { name: `Team ${number}` })).team.id;
  dataOf(await owner.post('/api/apps', { name: `App ${number}`, idempotencyKey: newKey() }));
  const app = await completed(owner);
  const challenge = dataOf<BotCheckChallenge>(await owner.get('/api/bot-check/challenge'));
  const revealed = await owner.post(`/api/apps/${app.appKey}/secrets/1/reveal`, { botCheck: await solved(challenge) });
  const { secret } = dataOf<{ secret: string }>(revealed);

  const tour = `tour-of-${number}`;
  // Longer for each: an answer that is cut by another's length shows.
  const mark = `mark-${number}-${String(number).repeat(number * 97)}-end`;
  const own = (text: string) => aboutTeam(number, text);
  const payloads = bundledEndpoints.map(({ name, example }) => {
    const marked = { ...(JSON.parse(own(JSON.stringify(example.data))) as object), attack_mark: mark };
    const whole = name === 'vr-info' ? { ...marked, resource_code: tour, is_active: true } : marked;
    return [name, JSON.stringify(name === 'hot-detail' || name === 'group-tree' ? [whole] : whole)] as const;
  });
  const bundle = await writeBundle(folder, {
    code: tour,
    payloads: Object.fromEntries(payloads),
    files: { 'private/warranty.txt': mark, 'open.txt': mark, 'open.png': mark },
  });
  await promisify(execFile)(process.execPath, [openhouse, 'import', bundle, '--team', team], { env });

  const exchanged = await fetch(`${gateway}/auth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({ app_key: app.appKey, app_secret: secret }),
  });
  const { access_token: token } = dataOf<{ access_token: string }>({
    status: exchanged.status,
    text: await exchanged.text(),
  });
  return {
    number,
    owner,
    team,
    app,
    secret,
    token,
    tour,
    mark,
    targetOf: (endpoint) => targetAbout(endpoint, number),
    bodyOf: ({ name }) => {
      if (name === 'access-token') return new URLSearchParams({ app_key: app.appKey, app_secret: secret }).toString();
      return name === 'vr-submit' ? JSON.stringify({ resource_code: tour, action_num: 1 }) : '';
    },
  };
}

const completed = (owner: Calls): Promise<DeveloperApp> =>
  until('the app is completed', async () => dataOf<{ apps: DeveloperApp[] }>(await owner.get('/api/apps')).apps[0]);

/** Looks again and again. @returns What is there when it is. */
export async function until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  const deadline = performance.now() + WAIT_MAX_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`not within ${WAIT_MAX_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

/** A call of an operation as an integrator's back end sends it. */
export function callOf(tenant: Tenant<Calls>, endpoint: GatewayEndpoint, headers: readonly string[] = []): string {
  const { method, authentication, body } = endpoint;
  return requestText(
    method,
    tenant.targetOf(endpoint),
    [
      ...(authentication === 'access-token' ? [`Authorization: ${tenant.token}`] : []),
      ...(body === undefined ? [] : [`Content-Type: ${body.mediaType}`]),
      ...headers,
    ],
    tenant.bodyOf(endpoint),
  );
}
