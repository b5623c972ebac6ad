import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { CLICKS, walkFirstSteps } from './first-steps-walk.ts';

describe.skipIf(!hasChromium)(
  `the first steps of a new Team${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'] },
  () => {
    const service = useDemoService();
    const chromium = useChromium();
    let page: Page;

    beforeAll(async () => {
      const context = await chromium.newContext({ locale: 'en-GB' });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.demo.portal_url });
      context.setDefaultTimeout(60_000);
      page = await context.newPage();
    });

    test(`lead from the landing page to a call of one's own in at most ${CLICKS} clicks`, async () => {
      const { clicks } = await walkFirstSteps({
        page,
        portal: service.demo.portal_url,
        language: 'en',
        team: '新的团队',
        app: 'Listings',
        signIn: (click) => click('button', /^Noor Haddad/),
      });
      expect(clicks).toBeLessThanOrEqual(CLICKS);
    });

    test('say what the gateway says where the placeholder was left in', async () => {
      const code = (await page.getByRole('tabpanel').first().innerText()).replaceAll('\u00a0', ' ');
      expect(code).toContain("export OPENHOUSE_APP_SECRET='YOUR_APP_SECRET'");
      const { stdout } = await promisify(execFile)('bash', ['-c', code]);
      expect(stdout).toMatch(/^No access token: .*err_app_secret_invalid|^No access token: .*"status":"err_/);
    });

    test('are gone once the call has succeeded', async () => {
      await page.getByRole('link', { name: 'Apps' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Developer apps' }).waitFor();
      await page.getByRole('link', { name: 'Listings', exact: true }).waitFor();
      await expect.poll(() => page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
    });

    test('can be left, and stay away in this browser', async () => {
      await page.getByRole('button', { name: /新的团队/ }).click();
      await page.getByRole('menuitem', { name: 'New Team' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Second');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'First steps' }).waitFor();
      await page.getByRole('button', { name: 'Hide' }).click();
      await page.reload();
      await page
        .getByRole('button', { name: /Add an app/ })
        .first()
        .waitFor();
      await expect.poll(() => page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
    });
  },
);
