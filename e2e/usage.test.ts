import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../packages/server/src/testing/browser.ts';
import { createEmptyDatabase } from '../packages/server/src/testing/postgres-template.ts';
import { newDataDirectory, type RunningService, startService } from './service.ts';

const serverUrl = inject('postgresUrl');

interface Usage {
  readonly calls: number;
  readonly refused: number;
  readonly series: readonly { readonly operation: string; readonly status: string; readonly counts: number[] }[];
}

/** How long counted calls may take to show, in milliseconds: the interval of the flushes and a slow machine. */
const FLUSHED_MS = 25_000;

const suite = 'use of an app over two nodes and their restarts';
describe.skipIf(serverUrl === null)(suite, { tags: ['slow', 'long'] }, () => {
  let directory: Awaited<ReturnType<typeof newDataDirectory>>;
  let env: NodeJS.ProcessEnv;
  let nodes: RunningService[] = [];
  let person: TestBrowser;
  let token = '';

  beforeAll(async () => {
    directory = await newDataDirectory();
    env = {
      DATABASE_URL: await createEmptyDatabase(serverUrl ?? ''),
      APP_LIMIT_PER_MINUTE: '0',
      IP_LIMIT_PER_MINUTE: '0',
    };
    nodes = [await startService(directory.path, env)];
    nodes.push(await startService(directory.path, env));
    person = testBrowser();
    await signIn(nodes[0]);
    const body = new URLSearchParams({ app_key: demo().app_key, app_secret: demo().app_secret });
    const answer = await fetch(`${gateway(0)}/auth/access_token`, { method: 'POST', body });
    token = ((await answer.json()) as { data: { access_token: string } }).data.access_token;
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await directory?.remove();
  });

  const demo = () => (nodes[0] as RunningService).demo;
  const gateway = (number: number) => `http://127.0.0.1:${nodes[number]?.env.GATEWAY_PORT}`;

  async function signIn(node: RunningService | undefined): Promise<void> {
    const portal = `http://localhost:${node?.env.PORTAL_PORT}`;
    const answer = await person.go(`${portal}/auth/sign-in`);
    const page = new URL(answer.headers.get('location') ?? '');
    const form = new URLSearchParams([...page.searchParams, ['email', 'ada@example.com']]);
    const chosen = await person.go(`${page.origin}/`, { method: 'POST', body: form });
    await person.go(chosen.headers.get('location') ?? '');
  }

  async function usage(number: number): Promise<Usage> {
    const portal = `http://localhost:${nodes[number]?.env.PORTAL_PORT}`;
    const answer = await person.go(`${portal}/api/apps/${demo().app_key}/usage`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: { usage: Usage } }).data.usage;
  }

  const counted = ({ series }: Usage) =>
    Object.fromEntries(
      series.map(({ operation, status, counts }) => [
        `${operation} ${status}`,
        counts.reduce((sum, one) => sum + one, 0),
      ]),
    );

  /** A scripted number of calls at one node: successes, refusals of three kinds, a second operation. */
  async function script(number: number): Promise<string[]> {
    const ids: string[] = [];
    const call = async (target: string, authorization: string) => {
      const answer = await fetch(`${gateway(number)}${target}`, { headers: { authorization } });
      ids.push(((await answer.json()) as { request_id: string }).request_id);
    };
    const [code] = demo().resource_codes;
    for (let round = 0; round < 20; round += 1) await call(`/open/v3/vr/info?resource_code=${code}`, token);
    for (let round = 0; round < 7; round += 1) await call(`/open/v3/custom/hot/list?resource_code=${code}`, token);
    for (let round = 0; round < 5; round += 1) await call('/open/v3/vr/info?resource_code=missing', token);
    for (let round = 0; round < 3; round += 1)
      await call('/open/v3/custom/hot/list?resource_code=x&order_by=up', token);
    await call(`/open/v3/vr/info?resource_code=${code}`, 'no token of anybody');
    return ids;
  }

  const scripted = (times: number) => ({
    'vr-info success': 20 * times,
    'hot-list success': 7 * times,
    'vr-info err_resource_not_found': 5 * times,
    'hot-list err_parameter_invalid': 3 * times,
    'access-token success': 1,
  });

  async function until<Value>(look: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
    const deadline = performance.now() + FLUSHED_MS;
    for (;;) {
      const value = await look();
      if (isThere(value) || performance.now() > deadline) return value;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  test('the totals are those of the calls, whichever node is asked; an orderly stop loses none', async () => {
    await script(0);
    await script(1);
    // Stopped before its next flush may have come: it writes the rest on its way out.
    expect(await nodes[1]?.stop()).toBe(0);
    nodes[1] = await startService(directory.path, env);
    const usages = await until(
      () => usage(0),
      ({ calls }) => calls >= 71,
    );
    expect(counted(usages)).toEqual(scripted(2));
    expect(usages).toMatchObject({ calls: 71, refused: 16 });
    expect(await usage(1)).toEqual(usages);
  });

  test('a killed node loses what it had not written, and nothing is counted twice', async () => {
    await script(1);
    const before = await until(
      () => usage(0),
      ({ calls }) => calls >= 106,
    );
    expect(counted(before)).toEqual(scripted(3));
    await script(1);
    nodes[1]?.process.kill('SIGKILL');
    nodes[1] = await startService(directory.path, env);
    await script(1);
    const after = await until(
      () => usage(0),
      ({ calls }) => calls >= 141,
    );
    // The script after the restart is there; the one before the kill is there, or missing, by what a flush had seen.
    expect(after.calls).toBeGreaterThanOrEqual(141);
    expect(after.calls).toBeLessThanOrEqual(176);
  });

  test('a request_id is explained on the other node', async () => {
    const ids = await script(1);
    const portal = `http://localhost:${nodes[0]?.env.PORTAL_PORT}`;
    const explain = (id: string | undefined) => person.go(`${portal}/api/calls/${id}`);
    const answer = await until(
      () => explain(ids.at(-2)),
      ({ status }) => status === 200,
    );
    const { data } = (await answer.json()) as { data: { appKey: string; call: object; checks: { outcome: string }[] } };
    expect(data.appKey).toBe(demo().app_key);
    expect(data.call).toMatchObject({ status: 'err_parameter_invalid', parameter: 'order_by', operation: 'hot-list' });
    expect(data.checks.find(({ outcome }) => outcome === 'failed')).toEqual({ check: 'parameters', outcome: 'failed' });
    const nobodys = (await (await explain(ids.at(-1))).json()) as { data: { appKey: null; call: object } };
    expect(nobodys.data).toMatchObject({ appKey: null, call: { status: 'err_access_token_invalid', network: null } });
  });
});
