import { signIn as signInAt } from '../../packages/server/src/testing/portal.ts';
import type { Answer, TwoNodes } from './nodes.ts';

/** Somebody with a session, which both nodes know. */
export interface Person {
  readonly userCode: string;
  /** The Cookie header of their browser. */
  readonly cookie: string;
  get(node: number, path: string): Promise<Answer>;
  /** @returns `data` of the answer. Rejects with what a refusal says. */
  post<Data>(node: number, path: string, body?: object | Buffer, type?: string): Promise<Data>;
}

/** Signs in at the built-in page of node 0, as whoever has that address. */
export async function signIn(nodes: TwoNodes, email: string): Promise<Person> {
  const portal = nodes.portal(0);
  const { browser } = await signInAt({ url: portal }, { email });
  const me = await browser.go(`${portal}/api/me`);
  const { data } = (await me.json()) as { data?: { userCode: string } };
  if (data === undefined) throw new Error(`${email} could not sign in: ${me.status}`);
  const cookie = browser.header(portal);
  const csrf = browser.cookie(portal, 'csrf') ?? '';
  return {
    userCode: data.userCode,
    cookie,
    get: (node, path) => nodes.call(`${nodes.portal(node)}${path}`, { headers: { cookie } }),
    async post<Data>(node: number, path: string, body: object | Buffer = {}, type = 'application/json') {
      const headers = { cookie, 'x-csrf-token': csrf, 'content-type': type };
      const sent = Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const answer = await nodes.call(`${nodes.portal(node)}${path}`, { method: 'POST', headers, body: sent });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.body}`);
      return (JSON.parse(answer.body) as { data: Data }).data;
    },
  };
}

/** An owner, their Team, and its apps by name. */
export interface OwnedTeam {
  readonly owner: Person;
  readonly id: string;
  readonly apps: readonly App[];
}

export interface App {
  readonly appKey: string;
  /** Row id, which is in its tokens. */
  readonly id: bigint;
}

const WAIT_MS = 100;
const WAIT_MAX_MS = 120_000;

/** @param apps How many it has. */
export async function createTeam(nodes: TwoNodes, email: string, apps: number): Promise<OwnedTeam> {
  const owner = await signIn(nodes, email);
  const { team } = await owner.post<{ team: { id: string } }>(0, '/api/teams', {
    name: `Team of ${email.split('@')[0]}`,
  });
  for (let number = 0; number < apps; number += 1) {
    const idempotencyKey = `${email.replaceAll(/[^a-z0-9]/g, '-')}-key-${number}`;
    await owner.post(0, '/api/apps', { name: `App ${number}`, idempotencyKey });
  }
  const endsAtMs = performance.now() + WAIT_MAX_MS;
  for (;;) {
    const { body } = await owner.get(0, '/api/apps');
    const listed = (JSON.parse(body) as { data: { apps: { appKey: string }[] } }).data.apps;
    if (listed.length === apps) return { owner, id: team.id, apps: await withIds(nodes, listed) };
    if (performance.now() > endsAtMs) throw new Error(`the apps of ${email} were not completed: ${body}`);
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

async function withIds(nodes: TwoNodes, listed: readonly { readonly appKey: string }[]): Promise<App[]> {
  const keys = listed.map(({ appKey }) => appKey);
  const { rows } = await nodes.database.query<{ id: string; app_key: string }>(
    'select id, app_key from app where app_key = any($1) order by id',
    [keys],
  );
  return rows.map(({ id, app_key }) => ({ appKey: app_key, id: BigInt(id) }));
}
