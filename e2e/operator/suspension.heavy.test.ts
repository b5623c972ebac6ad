import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { hasChromium, launchChromium } from '../browser.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';

const serverUrl = inject('postgresUrl');
const TRIALS = 100;
/** How long a trial may wait for the other node, in milliseconds: far more than it should take. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 10;

describe.skipIf(serverUrl === null || !hasChromium)('an operator suspends an app at one node', () => {
  let directory: Awaited<ReturnType<typeof newDataDirectory>>;
  let nodes: RunningService[] = [];
  let chromium: Browser;
  let operator: Page;
  let token: string;
  beforeAll(async () => {
    directory = await newDataDirectory();
    const DATABASE_URL = await createEmptyDatabase(serverUrl ?? '');
    const limits = { APP_LIMIT_PER_MINUTE: '0', IP_LIMIT_PER_MINUTE: '0', PORTAL_IP_LIMIT_PER_MINUTE: '0' };
    const env = { DATABASE_URL, OPERATORS: 'noor@example.com', ...limits };
    nodes = [await startService(directory.path, env), await startService(directory.path, env)];
    chromium = await launchChromium();
    operator = await (await chromium.newContext()).newPage();
    await signInAs(operator, { portalUrl: portal(), name: 'Noor Haddad', to: '/operator' });
    const { app_key, app_secret } = demo();
    const body = new URLSearchParams({ app_key, app_secret });
    const exchanged = await fetch(`${gateway(1)}/auth/access_token`, { method: 'POST', body });
    token = ((await exchanged.json()) as { data: { access_token: string } }).data.access_token;
  });
  afterAll(async () => {
    await chromium?.close();
    await Promise.all(nodes.map((one) => one.stop()));
    await directory?.remove();
  });

  const demo = () => {
    const [first] = nodes;
    if (first === undefined) throw new Error('no node was started');
    return first.demo;
  };
  const portal = () => `http://localhost:${nodes[0]?.env.PORTAL_PORT}`;
  const gateway = (node: number) => `http://localhost:${nodes[node]?.env.GATEWAY_PORT}`;

  async function statusOn(node: number): Promise<string> {
    const address = `${gateway(node)}/open/v3/vr/info?resource_code=${demo().resource_codes[0]}`;
    const answer = await fetch(address, { headers: { authorization: token } });
    return ((await answer.json()) as { status: string }).status;
  }

  /** Milliseconds until a node says so. */
  async function until(node: number, status: string, fromMs: number): Promise<number> {
    for (;;) {
      const said = await statusOn(node);
      const tookMs = performance.now() - fromMs;
      if (said === status) return tookMs;
      if (tookMs > PATIENCE_MS) throw new Error(`after ${tookMs} ms node ${node} still says ${said}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** The operator's call out of their page, and when its answer had come. */
  async function decide(what: 'suspend' | 'resume'): Promise<number> {
    const said = await operator.evaluate(async (path) => {
      await fetch('/api/me');
      const csrf = /(?:^|; )csrf[^=]*=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
      const answer = await fetch(path, { method: 'POST', headers, body: '{"reason":"A trial"}' });
      return answer.ok ? '' : await answer.text();
    }, `/api/operator/apps/${demo().app_key}/${what}`);
    const answeredMs = performance.now();
    expect(said).toBe('');
    return answeredMs;
  }

  test(`${TRIALS} times, a call on both nodes is refused; how long the slowest took is printed`, async () => {
    const tookMs: { readonly [node: number]: number[] } = { 0: [], 1: [] };
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const suspendedMs = await decide('suspend');
      const [own, other] = await Promise.all([0, 1].map((node) => until(node, 'err_app_suspended', suspendedMs)));
      tookMs[0]?.push(own ?? 0);
      tookMs[1]?.push(other ?? 0);
      const resumedMs = await decide('resume');
      await Promise.all([0, 1].map((node) => until(node, 'success', resumedMs)));
    }
    for (const node of [0, 1]) {
      const sorted = (tookMs[node] ?? []).toSorted((a, b) => a - b);
      expect(sorted).toHaveLength(TRIALS);
      const [median, slowest] = [sorted[TRIALS / 2], sorted.at(-1)].map((ms) => Math.round(ms ?? 0));
      console.info(`node ${node}: median ${median} ms, slowest ${slowest} ms of ${TRIALS}`);
    }
  });
});
