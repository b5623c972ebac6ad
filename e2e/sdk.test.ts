import { gatewayEndpoints } from '@openhouse/contract';
import {
  connect,
  createGateway,
  createProxy,
  filePrivatePresign,
  type GatewayOptions,
  hotDetail,
  listAllTours,
  type ResponseEvent,
  rulerList,
  vrInfo,
} from '@openhouse/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newAppSecret } from '../packages/server/src/apps/app-secret.ts';
import { insertSecret, stampApp } from '../packages/server/src/apps/app-store.ts';
import { inTransaction } from '../packages/server/src/kernel/database/transaction.ts';
import { useStore } from '../packages/server/src/testing/database.ts';
import { testPepper } from '../packages/server/src/testing/gateway.ts';
import { useGateway } from '../packages/server/src/testing/gateway-suite.ts';
import { type StablePort, stablePort } from './stable-port.ts';

/** The SDK against the gateway itself, over HTTP. */
const store = useStore();
const clock = { offMs: 0 };
const suite = useGateway(store, { lifetimeS: 600, nowMs: () => Date.now() + clock.offMs });
afterEach(() => {
  clock.offMs = 0;
  expect(suite.gateway.broken).toEqual([]);
});

const credentials = () => ({ appKey: suite.own.appKey, appSecret: suite.own.appSecret });
const options = (more: Partial<GatewayOptions> = {}) => ({ baseUrl: suite.gateway.baseUrl, ...credentials(), ...more });
const exchanges = () => suite.gateway.answered.filter(({ operation }) => operation === 'access-token').length;
const resource_code = 'own-tour';

test('every operation answers, and what it answers is what the contract says', { tags: 'slow' }, async () => {
  const gateway = createGateway(options());
  const methods = gateway as unknown as Record<string, (input: object) => Promise<unknown>>;
  for (const { name, example, authentication } of gatewayEndpoints) {
    const method = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const input = { ...example.query, ...example.body };
    if ('resource_code' in input) input.resource_code = resource_code;
    if ('vr_code' in input) input.vr_code = resource_code;
    if ('paths' in input) input.paths = '["private/保修 单.txt"]';
    const data = await methods[method]?.(authentication === 'app-credentials' ? {} : input);
    expect(Object.keys(data as object), name).toEqual(expect.arrayContaining(Object.keys(example.data)));
  }
});

test('a tour is activated, and links of private files open', { tags: 'slow' }, async () => {
  const gateway = createGateway(options());
  expect((await gateway.vrInfo({ resource_code })).is_active).toBe(false);
  expect((await gateway.vrSubmit({ resource_code, action_num: 1 })).msg).not.toBe('');
  expect((await gateway.vrInfo({ resource_code })).is_active).toBe(true);
  const { presigned_urls } = await filePrivatePresign(gateway, { resource_code, paths: ['private/保修 单.txt'] });
  const opened = await Promise.all(presigned_urls.map(async (url) => (await fetch(url)).text()));
  expect(opened).toEqual(['for the owner']);
});

test('all tours come page after page, each once, and none of another Team', { tags: 'slow' }, async () => {
  const gateway = createGateway(options());
  const codes = async (query: Parameters<typeof listAllTours>[1]) => {
    const found: string[] = [];
    for await (const tour of listAllTours(gateway, query)) found.push(tour.vr_code);
    return found;
  };
  for (const code of ['one', 'two', 'three']) await suite.importBundle({ code });
  for (const page_size of [1, 2, 3, 4, undefined]) {
    expect((await codes(page_size === undefined ? {} : { page_size })).sort()).toEqual([
      'one',
      'own-tour',
      'three',
      'two',
    ]);
  }
  expect(await codes({ modified_since: 9_999_999_999 })).toEqual([]);
  await expect(codes({ page_size: 101 })).rejects.toMatchObject({ status: 'err_parameter_invalid' });
  // A tour that comes in between two pages moves the last of the first one onto the second.
  const walk = listAllTours(gateway, { page_size: 2, modified_since: 0 });
  const walked = [(await walk.next()).value?.vr_code];
  await suite.importBundle({ code: 'four' });
  for await (const { vr_code } of walk) walked.push(vr_code);
  expect(walked.sort()).toEqual(['one', 'own-tour', 'three', 'two']);
});

test('100 cold parallel calls: one exchange', { tags: 'slow' }, async () => {
  const connection = connect(options());
  const before = exchanges();
  const calls = Array.from({ length: 100 }, () => vrInfo(connection, { resource_code }));
  for (const tour of await Promise.all(calls)) expect(tour.resource_code).toBe(resource_code);
  expect(exchanges() - before).toBe(1);
});

test.each<[string, string, Partial<GatewayOptions>, object]>([
  ["another Team's tour", 'other-tour', {}, { status: 'err_resource_not_found', httpStatus: 404, code: -1 }],
  ['a code that cannot be parsed', 'no code', {}, { status: 'err_parse_resource_code_failed', httpStatus: 200 }],
  [
    'a wrong secret',
    'own-tour',
    { appSecret: 'ohs_wrong-secret' },
    { status: 'err_app_credentials_invalid', code: -2 },
  ],
])('%s: the refusal, with its advice and request id', async (_, code, more, expected) => {
  const events: ResponseEvent[] = [];
  const gateway = createGateway(options({ ...more, onResponse: (event) => events.push(event) }));
  const error = await gateway.vrInfo({ resource_code: code }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    name: 'GatewayError',
    attempts: 1,
    advice: expect.stringMatching(/\w+\.$/),
    ...expected,
  });
  expect(events.at(-1)).toMatchObject({ error, requestId: (error as { requestId: string }).requestId });
  expect(suite.gateway.answered.at(-1)?.requestId).toBe(events.at(-1)?.requestId);
});

test("the trace of the caller is the gateway's", async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const seen: (string | undefined)[] = [];
  const gateway = createGateway(
    options({
      onRequest: () => ({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` }),
      onResponse: (event) => seen.push(event.traceId),
    }),
  );
  await gateway.captureInfo({ resource_code });
  expect(seen).toEqual([traceId, traceId]);
});

test('an id beyond 2^53 comes with all digits and finds its tag', { tags: 'slow' }, async () => {
  const id = '36184089396510731';
  const tag = `[{"id":${id},"name":"Sofa"}]`;
  const rulers = `{"list":[{"id":${id},"polyline":{"lines":[]}}]}`;
  await suite.importBundle({ code: 'exact-tour', payloads: { 'hot-detail': tag, 'ruler-list': rulers } });
  const exact = connect({ ...options(), ids: 'bigint-safe' });
  const { list } = await rulerList(exact, { resource_code: 'exact-tour' });
  expect(list[0]?.id).toBe(BigInt(id));
  const found = await hotDetail(exact, { id: list[0]?.id ?? 0 });
  expect(found).toMatchObject({ id: BigInt(id), name: 'Sofa' });
});

describe('no call fails', () => {
  let front: StablePort;
  let stopped: boolean;
  let failures: unknown[];
  let done: number;
  let workers: Promise<void>[];
  let live: string;
  beforeEach(async () => {
    [stopped, failures, done] = [false, [], 0];
    live = suite.own.appSecret;
    front = await stablePort(suite.gateway.port);
    const gateway = createGateway(options({ baseUrl: front.url, appSecret: () => live }));
    workers = Array.from({ length: 8 }, async () => {
      while (!stopped) {
        await gateway.vrInfo({ resource_code }).catch((error: unknown) => failures.push(error));
        done += 1;
      }
    });
    await atWork();
  });
  /** Until calls have been made, so that what follows meets them under way. */
  async function atWork(): Promise<void> {
    const goal = done + 50;
    while (done < goal) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  async function ended(): Promise<void> {
    await atWork();
    stopped = true;
    await Promise.all(workers);
    await front.down();
    expect(failures).toEqual([]);
  }

  test('when the token dies before its time', { tags: 'slow' }, async () => {
    const before = exchanges();
    clock.offMs += 601_000;
    await atWork();
    expect(exchanges() - before).toBe(1);
    await ended();
  });

  test('when the secret rotates with an overlap and the old version is retired', { tags: 'slow' }, async () => {
    const { teamId, appId, appKey } = suite.own;
    const appSecret = newAppSecret();
    const change = async (work: Parameters<typeof inTransaction<void>>[1]) => {
      await inTransaction(store.database, work, { team: teamId });
      await suite.gateway.changes.refresh();
    };
    await change(async (transaction) => {
      const keys = { pepper: testPepper, sealingKeys: null };
      await insertSecret(transaction, { teamId, appId, version: 2 }, { appKey, appSecret }, keys);
      await stampApp(transaction, appId);
    });
    await atWork();
    live = appSecret;
    await atWork();
    const before = exchanges();
    await change(async (transaction) => {
      await transaction.query('update app_secret set ends_at = now() where app_id = $1 and version = 1', [appId]);
      await stampApp(transaction, appId);
    });
    await atWork();
    expect(exchanges() - before).toBe(1);
    await ended();
  });

  test('when the gateway restarts, cutting calls that are under way', { tags: 'slow' }, async () => {
    await front.down();
    await suite.gateway.stop();
    const node = await suite.startNode();
    await front.up(node.port);
    await ended();
    expect(node.answered.some(({ operation, status }) => operation === 'vr-info' && status === 'success')).toBe(true);
  });
});

test('a proxy lets a user read one tour and no other, and never sees the token', async () => {
  const handler = createProxy({
    gateway: connect(options()),
    operations: [vrInfo, filePrivatePresign],
    authorize: (_request, { query }) => query.resource_code === resource_code,
  });
  const ask = (target: string) => handler(new Request(`https://homes.example.com${target}`));
  const allowed = await ask(`/vr-info?resource_code=${resource_code}`);
  expect(await allowed.json()).toMatchObject({ code: 0, data: { resource_code } });
  expect((await ask('/vr-info?resource_code=other-tour')).status).toBe(403);
  expect((await ask(`/hot-list?resource_code=${resource_code}`)).status).toBe(404);
  expect(JSON.stringify([...allowed.headers])).not.toMatch(/oht_|ohs_/);
});
