import type { BotCheckChallenge, DeveloperApp } from '@openhouse/contract';
import { solveChallenge } from 'altcha-lib/v1';
import type { LightMyRequestResponse as Response } from 'fastify';
import type { InjectedPortal } from './injected-portal.ts';

/** Somebody who is signed in to an injected portal, as their pages call it. */
export interface DashboardPerson {
  readonly subject: string;
  readonly userCode: string;
  /** What a page of theirs sends with a POST. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls as a page does: the CSRF pair goes with a POST. */
  get(path: string): Promise<Response>;
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Response>;
  /** Sends the bytes of a file. */
  upload(path: string, mediaType: string, bytes: string | Buffer, headers?: Record<string, string>): Promise<Response>;
  /** The same call to another node of the installation, over HTTP. @returns The status. @throws when it is gone. */
  elsewhere(url: string, path: string, body: object): Promise<number>;
}

/** Who somebody is, and what their browser holds. */
type Entered = Pick<DashboardPerson, 'subject' | 'userCode' | 'headers'>;

/** Somebody with a new session. */
export async function enter(portal: InjectedPortal, subject: string): Promise<DashboardPerson> {
  const { cookie, token, me } = await portal.withCsrf(await portal.startSession(subject));
  const { userCode } = dataOf<{ userCode: string }>(me);
  return personAt(portal, { subject, userCode, headers: { cookie, 'x-csrf-token': token } });
}

/** Somebody who has a session already, at another portal of the same installation. */
export function personAt(portal: InjectedPortal, { subject, userCode, headers: own }: Entered): DashboardPerson {
  const { cookie = '', 'x-csrf-token': token = '' } = own;
  return {
    subject,
    userCode,
    headers: own,
    get: (url) => portal.ask({ url, headers: { cookie } }),
    post: (url, body = {}, headers = {}) =>
      portal.ask({
        method: 'POST',
        url,
        headers: { cookie, 'x-csrf-token': token, 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body),
      }),
    upload: (url, mediaType, payload, headers = {}) =>
      portal.ask({
        method: 'POST',
        url,
        headers: { cookie, 'x-csrf-token': token, 'content-type': mediaType, ...headers },
        payload,
      }),
    elsewhere: async (url, path, body) => {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { cookie, 'x-csrf-token': token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}

/** The `data` of a success. @throws with the answer when it is none. */
export function dataOf<Data>(response: Response): Data {
  if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode} ${response.body}`);
  return (response.json() as { data: Data }).data;
}

/** `error.code` of a refusal; 'succeeded' for a success. */
export function outcomeOf(response: Response): string {
  if (response.statusCode === 200) return 'succeeded';
  return (response.json() as { error: { code: string } }).error.code;
}

export async function createTeam(person: DashboardPerson, name: string): Promise<string> {
  return dataOf<{ team: { id: string } }>(await person.post('/api/teams', { name })).team.id;
}

let keys = 0;
/** An idempotency key that no other dialog has. */
export function newKey(): string {
  keys += 1;
  return `dialog-${String(keys).padStart(16, '0')}`;
}

/** Creates an app and waits for its completion. */
export async function createApp(person: DashboardPerson, name: string): Promise<DeveloperApp> {
  dataOf(await person.post('/api/apps', { name, idempotencyKey: newKey() }));
  return appNamed(person, name);
}

const WAIT_MS = 20;
/** A bound for what never comes: a loaded machine takes long. */
const WAIT_MAX_MS = 60_000;

/** Waits until an app is listed. */
export async function appNamed(person: DashboardPerson, name: string): Promise<DeveloperApp> {
  const endsAtMs = Date.now() + WAIT_MAX_MS;
  while (Date.now() < endsAtMs) {
    const { apps } = dataOf<{ apps: DeveloperApp[] }>(await person.get('/api/apps'));
    const app = apps.find((one) => one.name === name);
    if (app !== undefined) return app;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error(`the app ${name} was not completed`);
}

/** Solves a fresh challenge of this person. */
export async function passedBotCheck(person: DashboardPerson): Promise<string> {
  return solved(dataOf<BotCheckChallenge>(await person.get('/api/bot-check/challenge')));
}

/** What a page sends of a challenge it has solved. */
export async function solved(asked: BotCheckChallenge): Promise<string> {
  if (asked.kind !== 'altcha') throw new Error('not a challenge of our own');
  const { algorithm, challenge, salt, signature, maxnumber } = asked;
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise;
  return Buffer.from(JSON.stringify({ algorithm, challenge, number: solution?.number, salt, signature })).toString(
    'base64',
  );
}

export async function reveal(person: DashboardPerson, appKey: string, version: number): Promise<Response> {
  const botCheck = await passedBotCheck(person);
  return person.post(`/api/apps/${appKey}/secrets/${version}/reveal`, { botCheck });
}
