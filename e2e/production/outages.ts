import { setTimeout as sleep } from 'node:timers/promises';
import type { Callers } from './load.ts';
import type { Stage } from './stage.ts';

/** Milliseconds until everybody has noticed an outage, and until all is well again. */
const NOTICED_MS = 6_000;
const PATIENCE_MS = 120_000;
const POLL_MS = 500;

/** What is away, as docs/guides/when-a-part-fails.md names it. */
export const outages = [
  // First: then no cache has what is read besides.
  'PostgreSQL',
  'Redis',
  'the store of files',
  'the identity provider',
  'a gateway',
  'a portal',
  'operator-jobs',
] as const;
export type Outage = (typeof outages)[number];

/** What people and back ends see meanwhile. */
export type Seen = Readonly<Record<(typeof kinds)[number], string>>;

const kinds = ['read in memory', 'read', 'token', 'file', 'portal', 'sign-in'] as const;

/** What each outage shows: the status of an answer, or what is wrong with it. */
export const expected: Readonly<Record<Outage, Seen>> = {
  // The way to the provider needs no database; the way back does.
  PostgreSQL: { ...all('503, again later'), 'read in memory': '200', token: '200', 'sign-in': '200' },
  Redis: all('200'),
  'the store of files': { ...all('200'), file: '503, again later' },
  // What is known of it leads to its own page, which does not open.
  'the identity provider': { ...all('200'), portal: '503, again later' },
  'a gateway': all('200'),
  'a portal': all('200'),
  'operator-jobs': all('200'),
};

function all(says: string): Seen {
  return Object.fromEntries(kinds.map((kind) => [kind, says])) as Seen;
}

/**
 * Takes away one thing after the other, looks at what people see, and gives it back.
 * @param pictures Addresses of more files than there are looks: what was read before lies in the gateway's memory.
 */
export async function seeOutages(
  stage: Stage,
  callers: Callers,
  pictures: readonly string[],
): Promise<Partial<Record<Outage, Seen>>> {
  let looks = 0;
  const caller = stage.caller();
  const seen: Partial<Record<Outage, Seen>> = {};
  const { gateway, portal } = stage;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ app_key: callers.appKey, app_secret: callers.secret }).toString();
  /** One from before the outage: back ends have theirs. */
  let headers = {};
  const takeToken = async () => {
    const answer = await caller.send(`${gateway}/auth/access_token`, { method: 'POST', headers: form, body });
    if (answer.status !== 200) return;
    headers = {
      authorization: (JSON.parse(answer.body.toString()) as { data: { access_token: string } }).data.access_token,
    };
  };
  const look = async (): Promise<Seen> => {
    const cookie = [...callers.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const said = async (address: string, options = {}) => {
      const answer = await caller.send(address, options).catch((error: Error) => error);
      if (answer instanceof Error) return answer.message;
      const again = answer.headers['retry-after'] === undefined ? '' : ', again later';
      return `${answer.status}${again}`;
    };
    looks += 1;
    return {
      'read in memory': await said(`${gateway}/open/v3/vr/info?resource_code=${callers.tour}`, { headers }),
      read: await said(`${gateway}/open/v3/view/contact/detail?resource_code=${callers.tour}`, { headers }),
      token: await said(`${gateway}/auth/access_token`, { method: 'POST', headers: form, body }),
      file: await said(pictures[looks % pictures.length] ?? ''),
      portal: await said(`${portal}/api/apps`, { headers: { cookie } }),
      'sign-in': await said(`${portal}/auth/sign-in`).then((status) => (status === '302' ? '200' : status)),
    };
  };
  for (const outage of outages) {
    await takeToken();
    const giveBack = await takeAway(stage, outage);
    await sleep(NOTICED_MS);
    seen[outage] = await look();
    await giveBack();
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      await takeToken();
      const now = await look();
      if (Object.values(now).every((says) => says === '200')) break;
      if (performance.now() > untilMs) throw new Error(`${outage} is back, and still: ${JSON.stringify(now)}`);
      await sleep(POLL_MS);
    }
  }
  caller.close();
  return seen;
}

async function takeAway(stage: Stage, outage: Outage): Promise<() => Promise<unknown>> {
  const { store } = stage;
  const { redis, swift, provider } = stage.around;
  switch (outage) {
    case 'a gateway':
    case 'a portal':
    case 'operator-jobs': {
      const name = outage.replace('a ', '');
      const part = stage.parts.find((one) => one.name === name);
      if (part === undefined) throw new Error(`there is no ${name}`);
      await part.kill();
      return () => stage.startAgain(part);
    }
    case 'Redis':
      await redis.stop();
      return () => redis.start();
    case 'the store of files':
      await swift.stop();
      return () => swift.start();
    case 'the identity provider':
      provider.hold(true);
      return async () => provider.hold(false);
    case 'PostgreSQL':
      await store.cluster.halt();
      return () => store.cluster.start();
  }
}

/** @returns What was seen, one outage a line. */
export function tableOfOutages(seen: Partial<Record<Outage, Seen>>): string {
  const cells = [
    ['away', ...kinds],
    ...outages.map((outage) => [outage, ...kinds.map((kind) => seen[outage]?.[kind] ?? '')]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
