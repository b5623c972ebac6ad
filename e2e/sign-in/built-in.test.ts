import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../browser.ts';
import { demoService } from '../demo-service.ts';
import type { RunningService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { showsNothingOf, walkJourney } from './journey.ts';

const SKIPPED = hasChromium ? '' : ' (SKIPPED: no Chromium)';

// Other providers: providers.heavy.test.ts.
describe.skipIf(!hasChromium)(
  `signing in at the built-in page and out again, with a browser${SKIPPED}`,
  { tags: ['slow', 'long'] },
  () => {
    let service: RunningService;
    let chromium: Browser;
    beforeAll(async () => {
      service = await demoService();
      // With the cache of whole pages, as people have it: playwright switches it off.
      chromium = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    });
    afterAll(() => chromium?.close());

    test('/docs → signed in → signed out', async () => {
      const { demo } = service;
      const person = { name: 'New Person', email: 'new@example.com' };
      const complaints = await walkJourney(chromium, demo.portal_url, {
        address: demo.login_url,
        person,
        signIn: async (page) => {
          await page.getByLabel('Name').fill(person.name);
          await page.getByLabel('E-mail').fill(person.email);
          await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        },
      });
      expect(complaints).toEqual([]);
    });

    test('a session that was ended elsewhere: the page that the browser kept is not shown again', async () => {
      const { demo } = service;
      const context = await chromium.newContext({ locale: 'en-GB' });
      const page = await context.newPage();
      const person = { name: 'Ada Lindqvist', email: 'ada@example.com' };
      await signInAs(page, { portalUrl: demo.portal_url, name: person.name, to: '/dashboard/sessions' });
      await page.getByText('This browser', { exact: true }).waitFor();
      await page.goto(`${demo.base_url}/`);
      const other = await context.newPage();
      await other.goto(`${demo.portal_url}/docs`);
      await other.evaluate(`(async () => {
      await fetch('/api/me');
      const token = document.cookie.match(/csrf=([^;]+)/)[1];
      const headers = { 'content-type': 'application/json', 'x-csrf-token': token };
      await fetch('/api/sessions/end-all', { method: 'POST', headers, body: '{}' });
    })()`);
      await page.goBack({ waitUntil: 'commit' });
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
      await showsNothingOf(page, person);
      await context.close();
    });
  },
);
