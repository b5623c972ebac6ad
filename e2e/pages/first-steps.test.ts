import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../browser.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { type RunningService, startService } from '../service.ts';

/** Clicks from the landing page to a call of one's own. */
const CLICKS = 8;

describe.skipIf(!hasChromium)(
  `the first steps of a new Team${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'] },
  () => {
    let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
    let service: RunningService;
    let chromium: Browser;
    let page: Page;
    let clicks = 0;
    const click = async (role: 'button' | 'link', name: string | RegExp) => {
      clicks += 1;
      await page
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .click();
    };

    beforeAll(async () => {
      directory = await demoDataDirectory();
      service = await startService(directory.path);
      chromium = await launchChromium();
      const context = await chromium.newContext({ locale: 'en-GB' });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.demo.portal_url });
      context.setDefaultTimeout(60_000);
      page = await context.newPage();
    });
    afterAll(async () => {
      await chromium?.close();
      await service?.stop();
      await directory?.remove();
    });

    test(`lead from the landing page to a call of one's own in at most ${CLICKS} clicks`, async () => {
      await page.goto(service.demo.portal_url);
      await click('link', 'Sign in');
      await click('button', /^Noor Haddad/);
      await click('button', 'Create Team');
      await page.keyboard.type('新的团队');
      await page.keyboard.press('Enter');
      await click('button', 'Add the sample tour');
      await page.getByText('Done: A tour to read').waitFor();
      await click('button', 'Create app');
      await page.keyboard.type('Listings');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor();
      await page.getByText('Waiting for the first call').waitFor();
      await click('button', 'Reveal');
      await click('button', 'Reveal for 30 s');
      await click('button', 'Copy the first call with it');
      await page.getByText('Paste it into a terminal').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      const { stdout } = await promisify(execFile)('bash', ['-c', copied]);
      expect(JSON.parse(stdout)).toMatchObject({ status: 'success', data: { resource_code: 'demo-loft' } });
      await page.getByText('The first call has arrived: vr-info').waitFor();
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
