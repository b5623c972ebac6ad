import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { judge } from './judge.ts';
import { windows } from './portal-pages.ts';

describe.skipIf(!hasChromium)('the settings of an app, in Chromium', { tags: ['slow', 'long'] }, () => {
  const service = useDemoService();
  const chromium = useChromium();
  let page: Page;
  beforeAll(async () => {
    page = await open('light', windows.desktop, 'en-GB');
  });

  async function open(
    colorScheme: 'light' | 'dark',
    viewport: { width: number; height: number },
    locale: string,
  ): Promise<Page> {
    const context = await chromium.newContext({ colorScheme, viewport, locale, reducedMotion: 'reduce' });
    const made = await context.newPage();
    const to = `/dashboard/apps/${service.demo.app_key}`;
    await signInAs(made, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to });
    return made;
  }
  async function exchange(): Promise<string> {
    const { app_key, app_secret, base_url } = service.demo;
    const body = new URLSearchParams({ app_key, app_secret });
    const answer = await fetch(`${base_url}/auth/access_token`, { method: 'POST', body });
    return ((await answer.json()) as { status: string }).status;
  }
  const picture = async (shown: Page, name: string) => {
    if (process.env.SETTINGS_PICTURES === undefined) return;
    await shown.screenshot({ path: `${process.env.SETTINGS_PICTURES}/${name}.png`, fullPage: true });
  };

  test('an owner names networks and lets it read only; the page and the gateway go by it', async () => {
    expect(await exchange()).toBe('success');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Reads tours for our site.');
    await dialog.getByLabel('Contact').fill('dev@loft.example');
    await dialog.getByLabel('Colour').click();
    await page.getByRole('option', { name: 'Clay' }).click();
    await dialog.getByLabel('Networks').fill('203.0.113.0/33');
    await dialog.getByLabel('Access').click();
    await page.getByRole('option', { name: 'Reads only' }).click();
    await picture(page, 'dialog');
    expect(await judge(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('/networks/0 is no network').waitFor();
    await dialog.getByLabel('Networks').fill('203.0.113.7/24\n2001:db8::/32');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('203.0.113.0/24 2001:db8::/32').waitFor();
    await page.getByText('Reads only').waitFor();
    await expect.poll(exchange, { timeout: 5000 }).toBe('err_app_network_not_allowed');
  });

  test('a new version of the secret is given an end, which the page says', async () => {
    await page.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The new version ends').click();
    await page.getByRole('option', { name: 'In 30 days' }).click();
    await picture(page, 'rotate');
    expect(await judge(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByRole('button', { name: 'Later' }).click();
    await page
      .getByText(/in 29 days|in 30 days|next month/)
      .first()
      .waitFor();
  });

  test.each([
    ['light', windows.desktop, 'en-GB'],
    ['dark', windows.phone, 'zh-CN'],
  ] as const)('without an accessibility fault, in %s', async (scheme, viewport, locale) => {
    const other = await open(scheme, viewport, locale);
    await other.getByText('203.0.113.0/24 2001:db8::/32').waitFor();
    expect(await judge(other)).toEqual([]);
    await picture(other, `app-${scheme}`);
    await other.goto(`${service.demo.portal_url}/dashboard/apps`);
    await other.getByRole('link', { name: 'Demo app', exact: true }).waitFor();
    expect(await judge(other)).toEqual([]);
    await picture(other, `apps-${scheme}`);
    await other.context().close();
  });

  test('its data is deleted once its name is typed; the page says what stays', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Demo app');
    await picture(page, 'delete');
    expect(await judge(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The data of this app was deleted').waitFor();
    await page.getByText('Deleted', { exact: true }).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Rotate' }).count()).toBe(0);
    expect(await judge(page)).toEqual([]);
    await picture(page, 'deleted');
    await expect.poll(exchange, { timeout: 5000 }).toBe('err_app_credentials_invalid');
  });
});
