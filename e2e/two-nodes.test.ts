import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../packages/server/src/testing/browser.ts';
import { createEmptyDatabase } from '../packages/server/src/testing/postgres-template.ts';
import { newDataDirectory, type RunningService, startService } from './service.ts';

const serverUrl = inject('postgresUrl');

describe.skipIf(serverUrl === null)('two processes over one PostgreSQL', { tags: 'slow' }, () => {
  let directory: Awaited<ReturnType<typeof newDataDirectory>>;
  let nodes: RunningService[] = [];
  beforeAll(async () => {
    directory = await newDataDirectory();
    const DATABASE_URL = await createEmptyDatabase(serverUrl ?? '');
    // One data directory: the nodes share their keys, as the nodes of a company do.
    nodes = [await startService(directory.path, { DATABASE_URL })];
    nodes.push(await startService(directory.path, { DATABASE_URL }));
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await directory?.remove();
  });

  const portal = (number: number) => `http://localhost:${nodes[number]?.env.PORTAL_PORT}`;
  const isSignedIn = async (browser: TestBrowser, number: number) => {
    const answer = await browser.go(`${portal(number)}/auth/get-user`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: { isAuthenticated: boolean } }).data.isAuthenticated;
  };
  const begun = async (browser: TestBrowser, number: number): Promise<URL> => {
    const answer = await browser.go(`${portal(number)}/auth/sign-in`);
    const page = new URL(answer.headers.get('location') ?? '');
    const form = new URLSearchParams([...page.searchParams, ['email', 'ada@example.com']]);
    const chosen = await browser.go(`${page.origin}/`, { method: 'POST', body: form });
    return new URL(chosen.headers.get('location') ?? '');
  };
  const signIn = async (browser: TestBrowser, number: number) => {
    await browser.go((await begun(browser, number)).href);
  };

  test('signed in on one, known on the other; ended on one, refused on the other at its next request', async () => {
    const [here, there] = [testBrowser(), testBrowser()];
    for (const browser of [here, there]) await signIn(browser, 0);
    expect([await isSignedIn(here, 1), await isSignedIn(there, 1)]).toEqual([true, true]);
    await here.go(`${portal(0)}/api/me`);
    const headers = { 'content-type': 'application/json', 'x-csrf-token': here.cookie(portal(0), 'csrf') ?? '' };
    const ended = await here.go(`${portal(0)}/api/sessions/end-all`, {
      method: 'POST',
      headers,
      body: '{"keepCurrent":true}',
    });
    expect(await ended.json()).toEqual({ data: { ended: 1 } });
    expect([await isSignedIn(here, 1), await isSignedIn(there, 1)]).toEqual([true, false]);
    await here.go(`${portal(1)}/auth/sign-out`);
    expect(await isSignedIn(here, 0)).toBe(false);
  });

  test('50 callbacks of one sign-in, spread over both: exactly one session', async () => {
    const browser = testBrowser();
    const callback = await begun(browser, 0);
    const cookie = browser.header(portal(0));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        fetch(`${portal(number % 2)}${callback.pathname}${callback.search}`, {
          headers: { cookie },
          redirect: 'manual',
        }),
      ),
    );
    const signedIn = answers.filter((answer) =>
      answer.headers.getSetCookie().some((line) => line.startsWith('svc_token')),
    );
    expect(signedIn).toHaveLength(1);
  });

  test('a csrf token that one node minted counts on the other', async () => {
    const browser = testBrowser();
    await signIn(browser, 0);
    await browser.go(`${portal(0)}/api/me`);
    const headers = { 'content-type': 'application/json', 'x-csrf-token': browser.cookie(portal(0), 'csrf') ?? '' };
    const ended = await browser.go(`${portal(1)}/api/sessions/end-all`, { method: 'POST', headers, body: '{}' });
    expect(ended.status).toBe(200);
  });
});
