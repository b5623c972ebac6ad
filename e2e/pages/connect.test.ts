import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { demoService, sharedChromium } from '../demo-service.ts';
import { signInAs } from '../sign-in-as.ts';
import { judge } from './judge.ts';
import { windows } from './portal-pages.ts';

interface Program {
  /** Where the person's browser begins. */
  readonly address: string;
  /** The query that the browser comes back with. */
  readonly answered: Promise<URLSearchParams>;
  /** Sends a message to /mcp with the token of a code. */
  collect(code: string): Promise<(method: string, params?: object) => Promise<Response>>;
}

/** An agent's program on the person's machine, which knows the portal's address alone. */
async function program(portalUrl: string): Promise<Program> {
  let tell: (answer: URLSearchParams) => void = () => {};
  const answered = new Promise<URLSearchParams>((resolve) => {
    tell = resolve;
  });
  const server = createServer(({ url = '/' }, answer) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    answer.setHeader('content-type', 'text/html').end('<h1>You can close this page</h1>');
    if (pathname !== '/callback') return;
    tell(searchParams);
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;

  const refused = await fetch(`${portalUrl}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? '';
  const { authorization_servers, resource } = await json(metadata);
  const oauth = await json(`${authorization_servers[0]}/.well-known/oauth-authorization-server`);
  const { client_id } = await json(oauth.registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Notebook', redirect_uris: [redirectUri] }),
  });
  const verifier = randomBytes(32).toString('base64url');
  const asked = {
    response_type: 'code',
    client_id,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    // What an address's reader could take for a number.
    state: '1e5',
    scope: 'tours:read apps:read',
    resource,
  };
  return {
    address: `${oauth.authorization_endpoint}?${new URLSearchParams(asked)}`,
    answered,
    async collect(code) {
      const fields = { grant_type: 'authorization_code', code, client_id, redirect_uri: redirectUri };
      const { access_token } = await json(oauth.token_endpoint, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, code_verifier: verifier, resource }),
      });
      return (method, params = {}) =>
        fetch(resource, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        });
    },
  };
}

async function json(address: string, init?: RequestInit) {
  const answer = await fetch(address, init);
  expect([address, answer.ok]).toEqual([address, true]);
  return answer.json();
}

describe.skipIf(!hasChromium)(
  `the page that lets an agent in${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: 'slow' },
  () => {
    let portalUrl: string;
    let chromium: Browser;
    beforeAll(async () => {
      portalUrl = (await demoService()).demo.portal_url;
      chromium = await sharedChromium();
    });

    /** Somebody at the page, where the program has sent their browser before they were signed in. */
    async function arrived(
      address: string,
      options: Parameters<Browser['newContext']>[0],
      title: string,
    ): Promise<Page> {
      const page = await (await chromium.newContext({ locale: 'en-GB', ...options })).newPage();
      await signInAs(page, { portalUrl, name: 'Ada Lindqvist', to: '/dashboard/apps' });
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      return page;
    }

    test('an owner lets a program read, sees it among the credentials, and ends it there', async () => {
      const agent = await program(portalUrl);
      const page = await arrived(agent.address, { viewport: windows.desktop }, 'Let an agent in');
      await page.getByRole('heading', { level: 2, name: 'Notebook wants to read in Demo Team' }).waitFor();
      expect(await judge(page)).toEqual([]);
      await page.getByRole('button', { name: 'Let it read' }).click();
      const answer = await agent.answered;
      expect([answer.get('state'), answer.get('iss'), answer.get('error')]).toEqual(['1e5', portalUrl, null]);
      await page.getByRole('heading', { name: 'You can close this page' }).waitFor();

      const say = await agent.collect(answer.get('code') ?? '');
      const listed = await (await say('tools/call', { name: 'list_tours', arguments: {} })).json();
      expect(listed.result.content[0].text).toContain('demo-loft');
      const read = { operation: 'vr-info', parameters: { resource_code: 'demo-loft' } };
      const told = await (await say('tools/call', { name: 'read_operation', arguments: read })).json();
      expect(JSON.parse(told.result.content[0].text)).toMatchObject({ status: 'success' });
      const found = await (
        await say('tools/call', { name: 'search_docs', arguments: { question: 'how do I get a token' } })
      ).json();
      expect(JSON.parse(found.result.content[0].text).places[0].address).toMatch(/^\/docs\//);

      await page.goto(`${portalUrl}/dashboard/team/credentials`);
      await page.getByRole('button', { name: 'Revoke Notebook' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await say('tools/list')).status).toBe(401);
      await page.context().close();
    });

    test('somebody who denies sends the program away with nothing', async () => {
      const agent = await program(portalUrl);
      const options = { viewport: windows.phone, colorScheme: 'dark', locale: 'zh-CN' } as const;
      const page = await arrived(agent.address, options, '允许智能体访问');
      expect(await judge(page)).toEqual([]);
      await page.getByRole('button', { name: '拒绝' }).click();
      const answer = await agent.answered;
      expect([answer.get('error'), answer.get('code')]).toEqual(['access_denied', null]);
      await page.context().close();
    });

    test('a long request waits in the tab until its person has signed in', async () => {
      const agent = await program(portalUrl);
      const state = 'x'.repeat(1000);
      const address = new URL(agent.address);
      address.searchParams.set('state', state);
      // What nothing of the portal's reads: only the length counts.
      address.searchParams.set('prompt', 'p'.repeat(2500));
      const page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
      await page.goto(address.href);
      await page.getByRole('button', { name: 'Ada Lindqvist' }).click();
      await page.getByRole('button', { name: 'Let it read' }).click();
      expect((await agent.answered).get('state')).toBe(state);
      await page.context().close();
    });

    test('a program that asks for too much hears so once its person goes back to it', async () => {
      const agent = await program(portalUrl);
      const address = new URL(agent.address);
      address.searchParams.set('scope', 'tours:read tours:write');
      const page = await arrived(address.href, { viewport: windows.phone }, 'Let an agent in');
      await page.getByRole('heading', { level: 2, name: 'Notebook cannot be let in' }).waitFor();
      expect(await judge(page)).toEqual([]);
      await page.getByRole('button', { name: 'Back to the program' }).click();
      const answer = await agent.answered;
      expect(['error', 'state', 'iss', 'code'].map((name) => answer.get(name))).toEqual([
        'invalid_scope',
        '1e5',
        portalUrl,
        null,
      ]);
      await page.context().close();
    });

    test('a request that is none leads nowhere and says so', async () => {
      const page = await arrived(`${portalUrl}/oauth/authorize?client_id=made-up`, {}, 'Let an agent in');
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('button', { name: 'Let it read' }).count()).toBe(0);
      expect(await judge(page)).toEqual([]);
      await page.context().close();
    });
  },
);
