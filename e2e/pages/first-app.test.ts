import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../browser.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { type RunningService, startService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';

/** A revealed secret, as it stands on the page. */
const SECRET = /^ohs_[\w-]{20,}/;

describe.skipIf(!hasChromium)(`the first app${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
  let service: RunningService;
  let chromium: Browser;
  let page: Page;

  beforeAll(async () => {
    directory = await demoDataDirectory();
    service = await startService(directory.path);
    chromium = await launchChromium();
    page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/apps' });
  });
  afterAll(async () => {
    await chromium?.close();
    await service?.stop();
    await directory?.remove();
  });

  const exchange = async (appKey: string, appSecret: string) => {
    const body = new URLSearchParams({ app_key: appKey, app_secret: appSecret });
    const answer = await fetch(`${service.demo.base_url}/auth/access_token`, { method: 'POST', body });
    return ((await answer.json()) as { status: string }).status;
  };

  test('is created, its secret shows, works at the gateway, and leaves nothing behind', async () => {
    await page.getByRole('button', { name: 'Create app', exact: true }).click();
    await page.keyboard.type('Listings sync');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Listings sync' }).click();
    await page.getByRole('button', { name: 'Reveal', exact: true }).click();
    await page.getByRole('button', { name: 'Reveal for 30 s' }).click();
    const shown = page.locator('code', { hasText: SECRET });
    const secret = (await shown.textContent()) ?? '';
    const appKey = (await page.locator('code', { hasText: /^ohk_/ }).first().textContent()) ?? '';
    expect(await exchange(appKey, secret)).toBe('success');
    expect(page.url()).not.toContain(secret);

    await page.getByRole('link', { name: 'Apps' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Developer apps' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Listings sync' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).toBe('[{},{}]');
  });

  test('a rotated secret is retired when its owner says so, and the log holds every step', async () => {
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: 'Retire' }).click();
    await page.getByRole('button', { name: 'Retire version 1' }).click();
    await page.getByRole('button', { name: 'Rotate' }).waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    for (const step of [
      'Asked for an app',
      'Created an app',
      'Revealed a secret',
      'Rotated a secret',
      'Retired a secret',
    ]) {
      await page.getByRole('cell', { name: `${step} Listings sync` }).waitFor();
    }
  });

  test('somebody invited signs in on the way and is in the Team', async () => {
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    const guest = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    await guest.goto(link);
    await guest.getByLabel('Name').fill('New Person');
    await guest.getByLabel('E-mail').fill('new@example.com');
    await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
    await guest.getByRole('button', { name: 'Join the Team' }).click();
    await guest.getByRole('link', { name: 'Listings sync' }).click();
    await guest.getByText('Only owners of the Team see and rotate secrets.').waitFor();
    expect(await guest.getByRole('button', { name: 'Reveal' }).count()).toBe(0);
  });
});
