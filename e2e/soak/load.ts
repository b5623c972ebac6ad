import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PortalTour } from '@openhouse/contract';
import { type TestBrowser, testBrowser } from '../../packages/server/src/testing/browser.ts';
import { signIn } from '../../packages/server/src/testing/portal.ts';
import type { RunningService } from '../service.ts';

/** What clients do, each in a loop of its own. */
export const deeds = ['read', 'cold read', 'exchange', 'activation', 'file', 'page', 'upload', 'sign-in'] as const;
export type Deed = (typeof deeds)[number];

/** Milliseconds between two deeds of a kind: together they keep a small machine half busy. */
const PAUSE_MS: Readonly<Record<Deed, number>> = {
  read: 20,
  'cold read': 50,
  exchange: 50,
  activation: 100,
  file: 100,
  page: 100,
  upload: 1000,
  'sign-in': 1000,
};
/** Tours that are uploaded again and again, so that the store grows by their versions only. */
const TOURS = 20;

/** What came of one deed. */
export interface Outcome {
  readonly deed: Deed;
  /** `right`, `later: …` with the code of a 503 that says when to come again, or what was wrong. */
  readonly result: string;
}

/** Does everything until it is told to stop. @param onOutcome Told of each deed. */
export async function startLoad(
  nodes: readonly RunningService[],
  onOutcome: (outcome: Outcome) => void,
): Promise<{ stop(): Promise<void> }> {
  let [isOver, turn] = [false, 0];
  const at = (name: 'GATEWAY_PORT' | 'PORTAL_PORT') => {
    turn += 1;
    return `http://localhost:${nodes[turn % nodes.length]?.env[name]}`;
  };
  const { demo } = nodes[0] ?? {};
  const form = { app_key: demo?.app_key ?? '', app_secret: demo?.app_secret ?? '' };
  const exchange = () =>
    fetch(`${at('GATEWAY_PORT')}/auth/access_token`, { method: 'POST', body: new URLSearchParams(form) });
  const tokenOf = async (answer: Response) =>
    ((await answer.json()) as { data: { access_token: string } }).data.access_token;
  let authorization = await tokenOf(await exchange());
  const read = (code: string) =>
    fetch(`${at('GATEWAY_PORT')}/open/v3/vr/info?resource_code=${code}`, { headers: { authorization } });
  type Info = { readonly data: { readonly base_url: string; readonly title_picture_url: string } };
  const info = async () => JSON.stringify(((await (await read('demo-garden')).json()) as Info).data);
  const expected = await info();
  const { base_url, title_picture_url } = JSON.parse(expected) as Info['data'];
  const picture = new URL(new URL(title_picture_url, base_url).href).pathname;
  const hashOf = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex');
  const file = hashOf(await (await fetch(`${at('GATEWAY_PORT')}${picture}`)).arrayBuffer());

  const { browser: owner } = await signIn({ url: at('PORTAL_PORT') }, { email: 'soak@example.com' });
  const post = async (browser: TestBrowser, path: string, body: string) => {
    const portal = at('PORTAL_PORT');
    const headers = { 'content-type': 'application/json', 'x-csrf-token': browser.cookie(portal, 'csrf') ?? '' };
    return browser.go(`${portal}${path}`, { method: 'POST', headers, body });
  };
  await (await owner.go(`${at('PORTAL_PORT')}/api/me`)).arrayBuffer();
  const made = await post(owner, '/api/teams', '{"name":"Soak"}');
  if (made.status !== 200) throw new Error(`no Team: ${made.status} ${await made.text()}`);

  /** `right`, or what the answer was instead. */
  const judged = async (answer: Response, isRight: (answer: Response) => Promise<boolean> | boolean) => {
    if (answer.status === 503 && answer.headers.has('retry-after')) {
      const [, code = 'no code'] = /"(?:status|code)":\s*"(\w+)"/.exec(await answer.text()) ?? [];
      return `later: ${code}`;
    }
    const { status } = answer;
    return (await isRight(answer)) ? 'right' : `wrong answer with ${status}`;
  };
  let [uploads, strangers] = [0, 0];
  const actions: Readonly<Record<Deed, () => Promise<string>>> = {
    read: async () =>
      judged(await read('demo-garden'), async (answer) => {
        return JSON.stringify(((await answer.json()) as Info).data) === expected;
      }),
    'cold read': async () => {
      strangers += 1;
      return judged(await read(`nobody-${strangers}`), async (answer) => {
        return answer.status === 404 && (await answer.text()).includes('err_');
      });
    },
    exchange: async () =>
      judged(await exchange(), async (answer) => {
        // All calls go on with it: a token ends after ten minutes, and a soak does not.
        authorization = await tokenOf(answer);
        return authorization.startsWith('oht_');
      }),
    activation: async () => {
      const body = JSON.stringify({ resource_code: 'demo-studio', action_num: 1 });
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${at('GATEWAY_PORT')}/open/saas/v2/vr/submit`, { method: 'POST', headers, body });
      return judged(answer, async (it) => (await it.text()) !== '' && it.status === 200);
    },
    file: async () =>
      judged(
        await fetch(`${at('GATEWAY_PORT')}${picture}`),
        async (answer) => hashOf(await answer.arrayBuffer()) === file,
      ),
    page: async () =>
      judged(await owner.go(`${at('PORTAL_PORT')}/api/me`), async (answer) => (await answer.text()).includes('"Soak"')),
    upload: async () => {
      uploads += 1;
      const [code, name] = [`soak-${uploads % TOURS}`, `Tour ${uploads} ${randomBytes(500).toString('hex')}`];
      const work = JSON.stringify({ resource_code: code, name, model: { file_url: 'm' } });
      const sent = await judged(await post(owner, `/api/tours/imports?name=${code}.json`, work), async (answer) => {
        return (await answer.text()) !== '' && answer.status === 200;
      });
      if (sent !== 'right') return sent;
      // The other node knows it.
      return judged(await owner.go(`${at('PORTAL_PORT')}/api/tours`), async (answer) => {
        const { data } = (await answer.json()) as { data?: { tours: readonly PortalTour[] } };
        return data?.tours.some((tour) => tour.resourceCode === code && tour.name === name) === true;
      });
    },
    'sign-in': async () => {
      const browser = testBrowser();
      const portal = at('PORTAL_PORT');
      const begun = await browser.go(`${portal}/auth/sign-in`);
      if (begun.status === 503) return judged(begun, () => false);
      const page = new URL(begun.headers.get('location') ?? '');
      const body = new URLSearchParams([...page.searchParams, ['email', 'soak@example.com']]);
      const chosen = await browser.go(`${page.origin}/`, { method: 'POST', body });
      const back = await browser.go(chosen.headers.get('location') ?? '');
      if (back.status === 503) return judged(back, () => false);
      await back.arrayBuffer();
      return judged(
        await browser.go(`${portal}/auth/sign-out`),
        (answer) => back.status === 302 && answer.status === 302,
      );
    },
  };
  const loops = deeds.map(async (deed) => {
    while (!isOver) {
      const result = await actions[deed]().catch((error: unknown) => {
        const { cause } = error as { readonly cause?: { readonly code?: string } };
        return `no answer: ${cause?.code ?? String(error)}`;
      });
      onOutcome({ deed, result });
      await sleep(PAUSE_MS[deed]);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}
