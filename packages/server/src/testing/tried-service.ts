import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SignedInAccount } from '@openhouse/contract';
import { parseConfig } from '../config/config.ts';
import { fileUrl } from '../gateway/files/link.ts';
import { createLog } from '../observe/log.ts';
import { serveAlone } from '../process/serve-alone.ts';
import type { Service } from '../process/service.ts';
import { type TestBrowser, testBrowser } from './browser.ts';
import { DEMO_BUNDLES } from './demo-bundles.ts';
import { chooseAccount } from './portal.ts';
import { freePort } from './processes.ts';

/** A service in this process with the demo in it, and the calls by which a suite sees what still works. */
export interface TriedService {
  readonly service: Service;
  /** Its log. */
  readonly lines: readonly string[];
  /** A read that memory may answer. Each call: the status, and `retry` where the answer says when to come again. */
  read(): Promise<string>;
  /** A guaranteed cache miss: a read of a tour that was never requested. */
  coldRead(): Promise<string>;
  /** A picture that memory cannot answer: one that nobody got before. */
  file(): Promise<string>;
  /** An activation. */
  change(): Promise<string>;
  /** A call of somebody who is signed in. */
  portalCall(): Promise<string>;
  /** The beginning of a sign-in. */
  signIn(): Promise<string>;
  /** A request without a session, of a browser of its own unless one is given. */
  ask(address: string, init?: RequestInit, browser?: TestBrowser): Promise<string>;
  /** A change by somebody who is signed in. @param path `{id}` is their Team. */
  send(path: string, body: string | Uint8Array<ArrayBuffer>, type?: string): Promise<string>;
  /** A tour that somebody uploads: of this many bytes, which nothing makes smaller. */
  upload(code: string, bytes: number): Promise<string>;
  /** A file of a tour that was uploaded. */
  fileOf(code: string, path: string): Promise<string>;
  /** The codes of the tours that were uploaded, as the portal lists them. */
  uploaded(): Promise<readonly string[]>;
  /** Status and reasons of `/readyz`. */
  readiness(): Promise<readonly [number, readonly string[]]>;
  /** Warnings of `/readyz`. */
  warnings(): Promise<readonly string[]>;
  /** Value of a metric without labels. */
  metric(name: string): Promise<number>;
  health(): Promise<number>;
}

/** Chooses who somebody is. @param begun Where the portal sent the browser. @returns The address of the callback. */
export type ChooseWho = (browser: TestBrowser, begun: string) => Promise<string>;

const ADA: ChooseWho = (browser, begun) => chooseAccount(browser, begun, { email: 'ada@example.com' });

/** What only a program that broke says. */
const STACK = /\n\s+at |node_modules|\.[jt]s:\d/;

/**
 * @param directory Where it keeps its data.
 * @param settings Besides ports and limits.
 * @param chooseWho At the identity provider that the settings name; at the built-in page by default.
 */
export async function startTriedService(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
  chooseWho = ADA,
): Promise<TriedService> {
  const [portal, gateway, sign, operatorPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const lines: string[] = [];
  const config = parseConfig({
    DATA_DIR: directory,
    PORTAL_PORT: String(portal),
    GATEWAY_PORT: String(gateway),
    SIGN_IN_PORT: String(sign),
    OPERATOR_PORT: String(operatorPort),
    LISTEN_HOST: '127.0.0.1',
    IP_LIMIT_PER_MINUTE: '0',
    APP_LIMIT_PER_MINUTE: '0',
    PORTAL_IP_LIMIT_PER_MINUTE: '0',
    SHUTDOWN_GRACE_S: '1',
    // A busy machine takes longer over a suite than a token usually lives.
    ACCESS_TOKEN_LIFETIME_S: '86400',
    ...settings,
  });
  const log = createLog('info', { write: (line) => lines.push(String(line)) });
  const service = await serveAlone(config, { demoBundles: DEMO_BUNDLES, pages: join(directory, 'no-pages'), log });
  const { addresses, demo } = service;
  const operator = `http://127.0.0.1:${operatorPort}`;

  const body = new URLSearchParams({ app_key: demo?.app_key ?? '', app_secret: demo?.app_secret ?? '' });
  const exchanged = await fetch(`${addresses.gateway}/auth/access_token`, { method: 'POST', body });
  const { access_token: token } = ((await exchanged.json()) as { data: { access_token: string } }).data;
  const person = testBrowser();
  const begun = await person.go(`${addresses.portal}/auth/sign-in`);
  await person.go(await chooseWho(person, begun.headers.get('location') ?? ''));

  const shown = async (answer: Response) => {
    const isBroken = STACK.test(await answer.text());
    return `${answer.status}${answer.headers.has('retry-after') ? ' retry' : ''}${isBroken ? ' with a stack' : ''}`;
  };
  const read = (code: string) =>
    fetch(`${addresses.gateway}/open/v3/vr/info?resource_code=${code}`, { headers: { authorization: token } });
  let pictures: readonly string[] = [];
  const send = async (path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') => {
    await (await person.go(`${addresses.portal}/api/me`)).arrayBuffer();
    const csrf = person.cookie(addresses.portal, 'csrf') ?? '';
    const headers = { 'content-type': type, 'x-csrf-token': csrf };
    return shown(await person.go(`${addresses.portal}${path}`, { method: 'POST', headers, body }));
  };
  let team: string | undefined;
  const joinTeam = async () => {
    if (team !== undefined) return team;
    await send('/api/teams', JSON.stringify({ name: 'Studio' }));
    const me = (await (await person.go(`${addresses.portal}/api/me`)).json()) as { data: SignedInAccount };
    team = me.data.teams.find(({ isActive }) => isActive)?.id ?? '';
    return team;
  };
  let reads = 0;
  return {
    service,
    lines,
    upload: async (code, bytes) => {
      await joinTeam();
      const work = { resource_code: code, name: randomBytes(bytes / 2).toString('hex'), model: { file_url: 'm' } };
      return send(`/api/tours/imports?name=${code}.json`, JSON.stringify(work));
    },
    uploaded: async () => {
      const answer = await person.go(`${addresses.portal}/api/tours`);
      const { data } = (await answer.json()) as { data: { tours: readonly { resourceCode: string }[] } };
      return data.tours.map(({ resourceCode }) => resourceCode).sort();
    },
    file: async () => {
      if (pictures.length === 0) pictures = picturesOf((await (await read('demo-loft')).json()) as TourOfPictures);
      const [next, ...others] = pictures;
      if (next === undefined) throw new Error('the demo has no further picture');
      const answer = await shown(await fetch(next));
      if (answer === '200') pictures = others;
      return answer;
    },
    read: async () => shown(await read('demo-garden')),
    coldRead: async () => {
      reads += 1;
      return shown(await read(`nobody-${reads}`));
    },
    change: async () => {
      const headers = { authorization: token, 'content-type': 'application/json' };
      const body = JSON.stringify({ resource_code: 'demo-garden', action_num: 1 });
      return shown(await fetch(`${addresses.gateway}/open/saas/v2/vr/submit`, { method: 'POST', headers, body }));
    },
    portalCall: async () => shown(await person.go(`${addresses.portal}/api/me`)),
    ask: async (address, init, browser = testBrowser()) => shown(await browser.go(address, init)),
    send: async (path, body, type) => send(path.replace('{id}', await joinTeam()), body, type),
    fileOf: async (code, path) =>
      shown(await fetch(fileUrl(addresses.gateway, { team: await joinTeam(), tour: code, path }))),
    signIn: async () => shown(await testBrowser().go(`${addresses.portal}/auth/sign-in`)),
    readiness: async () => {
      const answer = await fetch(`${operator}/readyz`);
      return [answer.status, ((await answer.json()) as { reasons: string[] }).reasons];
    },
    warnings: async () => {
      const answer = await fetch(`${operator}/readyz`);
      return ((await answer.json()) as { warnings?: string[] }).warnings ?? [];
    },
    metric: async (name) => {
      const text = await (await fetch(`${operator}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
    health: async () => (await fetch(`${operator}/healthz`)).status,
  };
}

interface TourOfPictures {
  readonly data: {
    readonly base_url: string;
    readonly panorama: { readonly list: readonly Readonly<Record<(typeof SIDES)[number], string>>[] };
  };
}

const SIDES = ['up', 'down', 'left', 'right', 'front', 'back'] as const;

function picturesOf({ data }: TourOfPictures): readonly string[] {
  return data.panorama.list.flatMap((one) => SIDES.map((side) => new URL(one[side], data.base_url).href));
}
