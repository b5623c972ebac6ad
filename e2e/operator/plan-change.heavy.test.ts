import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../packages/server/src/testing/browser.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { withRedis } from '../../packages/server/src/testing/redis.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';

const serverUrl = inject('postgresUrl');
/** Calls a minute that the plan allows: at first, and after each change. */
const [FIRST, RAISED, LOWERED] = [90, 140, 60] as const;
/** Callers at each node, each with one call after the other. */
const CALLERS = 4;
/** How long a caller rests between two calls: some forty calls a second in all. */
const REST_MS = 200;
/** Without an admitted call for so long, what the window allowed is used up. */
const GAP_MS = 6000;
/** A window lasts a minute. */
const PATIENCE_MS = 90_000;

describe.skipIf(serverUrl === null)('a plan is changed while an app calls two nodes', () => {
  withRedis('which count together', (redis) => {
    let directory: Awaited<ReturnType<typeof newDataDirectory>>;
    let nodes: RunningService[] = [];
    let operator: TestBrowser;
    let token: string;
    beforeAll(async () => {
      directory = await newDataDirectory();
      const DATABASE_URL = await createEmptyDatabase(serverUrl ?? '');
      const env = { DATABASE_URL, REDIS_URL: redis.url, OPERATORS: 'noor@example.com', IP_LIMIT_PER_MINUTE: '0' };
      nodes = [await startService(directory.path, env)];
      nodes.push(await startService(directory.path, env));
      operator = testBrowser();
      await signIn(operator, 'noor@example.com');
      await setCallsPerMinute(FIRST);
      const { app_key, app_secret } = node(0).demo;
      const body = new URLSearchParams({ app_key, app_secret });
      const exchanged = await fetch(`${gateway(1)}/auth/access_token`, { method: 'POST', body });
      token = ((await exchanged.json()) as { data: { access_token: string } }).data.access_token;
    });
    afterAll(async () => {
      await Promise.all(nodes.map((one) => one.stop()));
      await directory?.remove();
    });

    const node = (number: number): RunningService => {
      const one = nodes[number];
      if (one === undefined) throw new Error(`node ${number} was not started`);
      return one;
    };
    const portal = () => `http://localhost:${node(0).env.PORTAL_PORT}`;
    const gateway = (number: number) => `http://localhost:${node(number).env.GATEWAY_PORT}`;

    async function signIn(browser: TestBrowser, email: string): Promise<void> {
      const answer = await browser.go(`${portal()}/auth/sign-in`);
      const page = new URL(answer.headers.get('location') ?? '');
      const form = new URLSearchParams([...page.searchParams, ['email', email]]);
      const chosen = await browser.go(`${page.origin}/`, { method: 'POST', body: form });
      await browser.go(chosen.headers.get('location') ?? '');
    }

    async function setCallsPerMinute(callsPerMinute: number): Promise<void> {
      await operator.go(`${portal()}/api/me`);
      const headers = { 'content-type': 'application/json', 'x-csrf-token': operator.cookie(portal(), 'csrf') ?? '' };
      const body = JSON.stringify({ limits: { callsPerMinute }, reason: 'A trial' });
      const answer = await operator.go(`${portal()}/api/operator/plans/default`, { method: 'POST', headers, body });
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(`:${callsPerMinute}`)]);
    }

    test('exactly the new number is admitted from the next window on', async () => {
      /** When each admitted call was answered, by node. */
      const admitted: { readonly node: number; readonly atMs: number }[] = [];
      let others = 0;
      let calls = 0;
      const ending = new AbortController();
      const caller = async (number: number): Promise<void> => {
        while (!ending.signal.aborted) {
          const address = `${gateway(number)}/open/v3/vr/info?resource_code=${node(0).demo.resource_codes[0]}`;
          const answer = await fetch(address, { headers: { authorization: token } });
          const { status } = (await answer.json()) as { status: string };
          calls += 1;
          if (status === 'success') admitted.push({ node: number, atMs: performance.now() });
          else if (status !== 'err_rate_limited') others += 1;
          await sleep(REST_MS);
        }
      };
      /** @returns How many more were admitted once there was none any more for a while. */
      const nextBurst = async (): Promise<number> => {
        const before = admitted.length;
        const beganMs = performance.now();
        const isOver = () => admitted.length > before && performance.now() - (admitted.at(-1)?.atMs ?? 0) > GAP_MS;
        while (!isOver()) {
          if (performance.now() - beganMs > PATIENCE_MS) throw new Error(`only ${admitted.length - before} more`);
          await sleep(100);
        }
        return admitted.length - before;
      };

      const callers = [0, 1].flatMap((number) => Array.from({ length: CALLERS }, () => caller(number)));
      const bursts = [await nextBurst()];
      await setCallsPerMinute(RAISED);
      bursts.push(await nextBurst());
      bursts.push(await nextBurst());
      await setCallsPerMinute(LOWERED);
      bursts.push(await nextBurst());
      bursts.push(await nextBurst());
      ending.abort();
      await Promise.all(callers);

      const byNode = [0, 1].map((number) => admitted.filter((one) => one.node === number).length);
      console.info(`${calls} calls; admitted ${bursts.join(', ')}; by node ${byNode.join(' and ')}`);
      // On a machine too busy for the shared counts each node counts by itself for a while, as it should: no trial of this.
      const alone = nodes.filter((one) => one.said().includes('this node counts alone')).length;
      expect(alone, 'nodes that could not reach the shared counts in time').toBe(0);
      expect(bursts).toEqual([FIRST, RAISED, RAISED, LOWERED, LOWERED]);
      expect(others).toBe(0);
      for (const count of byNode) expect(count).toBeGreaterThan(0);
    });
  });
});
