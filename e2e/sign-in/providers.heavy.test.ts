import { profileCall, sourceVerifyCall, ticketExchangeCall } from '@openhouse/contract';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyGateway, startFaultyGateway } from '../../packages/server/src/testing/faulty-gateway.ts';
import { startOidcServer } from '../../packages/server/src/testing/oidc-server.ts';
import { freePort } from '../../packages/server/src/testing/processes.ts';
import { hasChromium, launchChromium } from '../browser.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';
import { getUser, showsNothingOf, walkJourney } from './journey.ts';
import { startTicketLoginPage, type TicketLoginPage } from './ticket-login-page.ts';

const SKIPPED = hasChromium ? '' : ' (SKIPPED: no Chromium)';
/** Seconds after an outage within which people are served again. */
const RECOVERY_MS = 5000;

describe.skipIf(!hasChromium)(
  `fresh install → /docs → signed out, at other providers, with a browser${SKIPPED}`,
  () => {
    let chromium: Browser;
    const closing: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      // With the cache of whole pages, as people have it: playwright switches it off.
      chromium = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    });
    afterAll(() => chromium?.close());
    afterEach(async () => {
      for (const close of closing.splice(0).toReversed()) await close();
    });

    async function install(env: NodeJS.ProcessEnv = {}): Promise<RunningService> {
      const directory = await newDataDirectory();
      closing.push(directory.remove);
      const service = await startService(directory.path, env);
      closing.push(service.stop);
      return service;
    }

    test('an OpenID provider in another process, by configuration alone', async () => {
      const PORTAL_PORT = String(await freePort());
      const portalUrl = `http://localhost:${PORTAL_PORT}`;
      const client = { clientId: 'openhouse', clientSecret: 'only for tests' };
      const provider = await startOidcServer({
        ...client,
        callbackUrl: `${portalUrl}/auth/sign-in-callback`,
        logoutUrl: `${portalUrl}/auth/back-channel-logout`,
      });
      closing.push(provider.kill);
      await install({
        PORTAL_PORT,
        IDENTITY_PROVIDER: 'oidc',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: client.clientId,
        OIDC_CLIENT_SECRET: client.clientSecret,
      });
      const complaints = await walkJourney(chromium, portalUrl, {
        address: provider.issuer,
        person: { name: 'Person nora', email: 'nora@example.com' },
        signIn: async (page) => {
          await page.locator('input[name=login]').fill('nora');
          await page.locator('input[name=password]').fill('any');
          await page.locator('button[type=submit]').click();
          await page.getByRole('button', { name: /continue/i }).click();
        },
      });
      expect(complaints).toEqual([]);
      expect(provider.errors).toEqual([]);
    });

    describe('a ticket gateway of a company', () => {
      let gateway: FaultyGateway;
      let login: TicketLoginPage;
      const person = { name: 'Kim Company', email: 'kim@example.com' };
      const signInAs = async (page: import('playwright-core').Page) => {
        await page.getByLabel('User').fill('kim-4711');
        await page.getByRole('button', { name: 'Enter' }).click();
      };
      const installed = async () => {
        gateway = await startFaultyGateway();
        login = await startTicketLoginPage();
        closing.push(gateway.close, login.close);
        gateway.profiles.set('kim-4711', person);
        return install({ IDENTITY_PROVIDER: 'ticket', TICKET_GATEWAY_URL: gateway.url, LOGIN_URL: login.url });
      };

      test('by configuration alone', async () => {
        const { demo } = await installed();
        const complaints = await walkJourney(chromium, demo.portal_url, {
          address: login.url,
          person,
          signIn: signInAs,
        });
        expect(complaints).toEqual([]);
        expect(gateway.seen.map(({ path }) => path)).toEqual(
          expect.arrayContaining([sourceVerifyCall.path, ticketExchangeCall.path, profileCall.path]),
        );
      });

      test('that falls silent: an honest page with its status, the session is kept, and all is well soon after', async () => {
        const { demo } = await installed();
        const context = await chromium.newContext({ locale: 'en-GB' });
        const page = await context.newPage();
        await page.goto(`${demo.portal_url}/login?next=/dashboard/sessions`);
        await signInAs(page);
        await page.getByText('This browser', { exact: true }).waitFor();

        for (const { path } of [sourceVerifyCall, profileCall]) gateway.faults.set(path, () => {});
        expect((await getUser(page)).status).toBe(503);
        await page.reload();
        await page.getByRole('heading', { name: 'The sign-in service does not answer' }).waitFor();
        await showsNothingOf(page, person);
        const answer = await page.goto(`${demo.portal_url}/auth/sign-in`);
        expect(answer?.status()).toBe(503);
        await page.getByRole('heading', { name: 'The sign-in service does not answer' }).waitFor();

        gateway.faults.clear();
        await page.goto(`${demo.portal_url}/dashboard/sessions`);
        // No click: the page asks again by itself.
        await page.getByText('This browser', { exact: true }).waitFor({ timeout: RECOVERY_MS });
        await context.close();
      });
    });
  },
);
