import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Caller, SendOptions } from '../deploy/send.ts';
import { type Stage, TOKEN_LIFETIME_S } from './stage.ts';

/** Callers of each kind, each with a connection of its own. */
const CALLERS_OF_A_KIND = 2;
/** Milliseconds between two calls of one caller. */
const PAUSE_MS = 25;
/** A token or a link is used until so many milliseconds after it was asked for. */
const USED_MS = (TOKEN_LIFETIME_S - 2) * 1000;

/** What was called while something was done to the installation. */
export interface Counted {
  readonly calls: number;
  /** Every answer that nobody should get, and every connection that broke. */
  readonly failures: readonly string[];
}

/** Ordinary callers, who go on all the time. */
export interface Load {
  /** Lets the load run on for a while. @returns What was counted since the last time. */
  count(): Promise<Counted>;
  stop(): Promise<void>;
}

/** Who calls. */
export interface Callers {
  readonly appKey: string;
  readonly secret: string;
  /** Cookies of somebody who signed in, by name. */
  readonly cookies: ReadonlyMap<string, string>;
  readonly tour: string;
  /** Paths of files of the tour: one that anybody may read, one that needs a link. */
  readonly files: { readonly open: string; readonly private: string };
}

type Call = (kind: string, address: string, options?: SendOptions) => Promise<Answer | undefined>;

export function startLoad(stage: Stage, callers: Callers): Load {
  let [calls, failures]: [number, string[]] = [0, []];
  let isOver = false;
  const callOf =
    (by: Caller): Call =>
    async (kind, address, options) => {
      calls += 1;
      const answer = await by.send(address, options).catch((error: Error) => error);
      if (answer instanceof Error) failures.push(`${kind}: ${answer.message}`);
      else if (answer.status === 200) return answer;
      else failures.push(`${kind}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
      return undefined;
    };
  const goOn = async (make: (call: Call) => () => Promise<unknown>) => {
    const by = stage.caller();
    const step = make(callOf(by));
    while (!isOver) {
      await step();
      await sleep(PAUSE_MS);
    }
    by.close();
  };
  const kinds = [exchanges, reads, links, changes, people].map((kind) => kind(stage, callers));
  const running = kinds.flatMap((kind) => Array.from({ length: CALLERS_OF_A_KIND }, () => goOn(kind)));
  return {
    async count() {
      // So that what the last step left open is answered and counted.
      await sleep(1_000);
      const counted = { calls, failures };
      [calls, failures] = [0, []];
      return counted;
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

type Kind = (stage: Stage, callers: Callers) => (call: Call) => () => Promise<unknown>;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function exchange({ gateway }: Stage, { appKey, secret }: Callers, call: Call): Promise<string | undefined> {
  const body = new URLSearchParams({ app_key: appKey, app_secret: secret }).toString();
  const answer = await call('exchange', `${gateway}/auth/access_token`, { method: 'POST', headers: FORM, body });
  return answer && (JSON.parse(answer.body.toString()) as { data: { access_token: string } }).data.access_token;
}

const exchanges: Kind = (stage, callers) => (call) => () => exchange(stage, callers, call);

/** @returns Something that is asked for anew only when its life ends, as clients keep tokens. */
function kept<Value>(ask: () => Promise<Value | undefined>): () => Promise<Value | undefined> {
  let [value, untilMs]: [Value | undefined, number] = [undefined, 0];
  return async () => {
    if (value !== undefined && performance.now() < untilMs) return value;
    const askedMs = performance.now();
    value = await ask();
    untilMs = askedMs + USED_MS;
    return value;
  };
}

const tokenOf = (stage: Stage, callers: Callers, call: Call) => kept(() => exchange(stage, callers, call));
const asApp = (token: string | undefined) => ({ authorization: token ?? '' });

/** Back ends that read a tour and a picture of it with one token as long as it lives. */
const reads: Kind = (stage, callers) => (call) => {
  const token = tokenOf(stage, callers, call);
  const { gateway } = stage;
  return async () => {
    const headers = asApp(await token());
    await call('read', `${gateway}/open/v3/vr/info?resource_code=${callers.tour}`, { headers });
    await call('file', callers.files.open);
  };
};

/** Viewers who hold a link to a private file as long as it opens. */
const links: Kind = (stage, callers) => (call) => {
  const token = tokenOf(stage, callers, call);
  const link = kept(async () => {
    const query = new URLSearchParams({ resource_code: callers.tour, paths: JSON.stringify([callers.files.private]) });
    const address = `${stage.gateway}/open/v3/view/file/private/presign?${query}`;
    const answer = await call('link', address, { headers: asApp(await token()) });
    return (
      answer && (JSON.parse(answer.body.toString()) as { data: { presigned_urls: string[] } }).data.presigned_urls[0]
    );
  });
  return async () => {
    const address = await link();
    if (address !== undefined) await call('private file', address);
  };
};

/** Back ends that set a tour active, over and over. */
const changes: Kind = (stage, callers) => (call) => {
  const token = tokenOf(stage, callers, call);
  return async () => {
    const headers = { ...asApp(await token()), 'content-type': 'application/json' };
    const body = JSON.stringify({ resource_code: callers.tour, action_num: 1 });
    await call('activation', `${stage.gateway}/open/saas/v2/vr/submit`, { method: 'POST', headers, body });
  };
};

/** Somebody's browser: what every page asks, a list, and a change with the token against forged calls. */
const people: Kind = (stage, callers) => (call) => {
  const { portal } = stage;
  const jar = new Map(callers.cookies);
  const take = (answer: Answer | undefined) => {
    for (const line of answer?.headers['set-cookie'] ?? []) {
      const [pair = ''] = String(line).split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  };
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  let count = 0;
  return async () => {
    take(await call('who am I', `${portal}/api/me`, { headers: { cookie: cookie() } }));
    take(await call('list of tours', `${portal}/api/tours`, { headers: { cookie: cookie() } }));
    const headers = {
      cookie: cookie(),
      origin: portal,
      'content-type': 'application/json',
      'x-csrf-token': jar.get('csrf') ?? '',
    };
    count += 1;
    const body = JSON.stringify({ name: `Renamed ${count}` });
    await call('rename', `${portal}/api/apps/${callers.appKey}/rename`, { method: 'POST', headers, body });
  };
};
