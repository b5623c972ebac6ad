import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { choose } from './choice.ts';
import { revealSecret } from './reveal-secret.ts';

const suite = `the first app${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`;
describe.skipIf(!hasChromium)(suite, { tags: ['slow', 'long'] }, () => {
  const service = useDemoService();
  const chromium = useChromium();
  let page: Page;

  beforeAll(async () => {
    page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/apps' });
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
    await page.getByRole('link', { name: 'Listings sync', exact: true }).click();
    const { appKey, secret } = await revealSecret(page);
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
    const token = new URL(link).hash.slice(1);
    expect(token).toMatch(/^ohi_[\w-]{20,}/);
    const guest = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    const urls: string[] = [];
    guest.on('request', (request) => urls.push(request.url().replace(/#.*/, '')));
    // Headers as they were on the wire: of a request that a navigation ended, Playwright's own would never come.
    const headersSent: string[] = [];
    const wire = await guest.context().newCDPSession(guest);
    await wire.send('Network.enable');
    wire.on('Network.requestWillBeSentExtraInfo', ({ headers }) => headersSent.push(JSON.stringify(headers)));
    await guest.goto(link);
    await guest.getByLabel('Name').fill('New Person');
    await guest.getByLabel('E-mail').fill('new@example.com');
    await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
    await guest.getByRole('button', { name: 'Join the Team' }).click();
    await guest.getByRole('link', { name: 'Listings sync', exact: true }).click();
    await guest.getByText('Only owners of the Team see and rotate secrets.').waitFor();
    // Signing in on the way told it to nobody: it goes to the portal in the body of the call that uses it. What stands behind
    // `#` is the browser's alone.
    expect([...urls, ...headersSent].filter((one) => one.includes(token))).toEqual([]);
    expect(urls.some((one) => one.endsWith('/auth/sign-in?gotoURL=%2Fdashboard%2Fjoin'))).toBe(true);
    expect(headersSent.some((one) => /"referer":/i.test(one))).toBe(true);
    expect(await guest.evaluate('JSON.stringify([localStorage, sessionStorage])')).toBe('[{},{}]');
    await expect.poll(() => guest.getByRole('button', { name: 'Reveal' }).count()).toBe(0);
  });

  test('who creates a Team goes on at the heading of its apps', async () => {
    const founder = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    await founder.goto(`${service.demo.portal_url}/dashboard/apps`);
    await founder.getByLabel('Name').fill('Founding Person');
    await founder.getByLabel('E-mail').fill('founder@example.com');
    await founder.getByRole('button', { name: 'Sign in', exact: true }).click();
    // On the page that stands in the place of the apps, then on another one.
    for (const [name, from] of [
      ['First Team', '/dashboard/apps'],
      ['Second Team', '/dashboard/sessions'],
    ] as const) {
      await founder.goto(`${service.demo.portal_url}${from}`);
      if (name === 'Second Team') await founder.getByRole('button', { name: 'First Team' }).click();
      await (name === 'First Team'
        ? founder.getByRole('button', { name: 'Create Team' })
        : founder.getByRole('menuitem', { name: 'New Team' })
      ).click();
      await founder.getByRole('dialog').getByRole('textbox').fill(name);
      await founder.keyboard.press('Enter');
      await founder.locator('h1:focus', { hasText: 'Developer apps' }).waitFor();
      expect(new URL(founder.url()).pathname).toBe('/dashboard/apps');
    }
    // Of a log that has entries, a filter may leave none: then the page speaks of the filter.
    await founder.getByRole('link', { name: 'Audit log' }).click();
    await choose(founder, 'Outcomes', 'refused');
    await founder.getByText('Nothing of this kind has happened yet.').waitFor();
    await choose(founder, 'Outcomes', 'all');
    await founder
      .getByRole('cell', { name: /Second Team/ })
      .first()
      .waitFor();
    await founder.context().close();
  });
});
