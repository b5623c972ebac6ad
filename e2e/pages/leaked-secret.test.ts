import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeHost } from '../../packages/server/src/testing/code-host.ts';
import { hasChromium } from '../browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { judge } from './judge.ts';
import { windows } from './portal-pages.ts';

const host = codeHost();
const PLACE = 'https://git.example/somebody/notes/blob/4f1c9d/deploy/production.env';

describe.skipIf(!hasChromium)('a leaked secret, in Chromium', { tags: ['slow', 'long'] }, () => {
  const service = useDemoService(async (dataDirectory) => {
    const file = join(dataDirectory, 'code-host-keys.json');
    await writeFile(file, host.published);
    await chmod(file, 0o644);
    return { LEAK_REPORTS_SIGNED_BY_FILE: file };
  });
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
  const picture = async (shown: Page, name: string) => {
    if (process.env.LEAK_PICTURES === undefined) return;
    await shown.screenshot({ path: `${process.env.LEAK_PICTURES}/${name}.png`, fullPage: true });
  };
  async function exchange(): Promise<string> {
    const { app_key, app_secret, base_url } = service.demo;
    const body = new URLSearchParams({ app_key, app_secret });
    const answer = await fetch(`${base_url}/auth/access_token`, { method: 'POST', body });
    return ((await answer.json()) as { status: string }).status;
  }
  /** As a code host does. @returns Status, and the labels. */
  async function report(key = host.privateKey): Promise<[number, unknown]> {
    const { portal_url, app_secret } = service.demo;
    const body = JSON.stringify([{ token: app_secret, type: 'openhouse', url: `${PLACE}#L3`, source: 'content' }]);
    const answer = await fetch(`${portal_url}/api/leaked-secrets`, {
      method: 'POST',
      headers: host.headersOf(body, { key }),
      body,
    });
    const text = await answer.text();
    expect(text).not.toContain(app_secret);
    return [answer.status, answer.ok ? (JSON.parse(text) as { label: string }[]).map(({ label }) => label) : undefined];
  }

  test('an owner has leaked secrets retired at once', async () => {
    await page.getByText('Warn, and leave it in force').waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('When a secret leaks').click();
    await page.getByRole('option', { name: 'Retire that version at once' }).click();
    await picture(page, 'dialog');
    expect(await judge(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Retire that version at once').waitFor();
  });

  test('a report that nobody signed does nothing; one of the code host retires it, and the page says what to do', async () => {
    expect(await report(codeHost().privateKey)).toEqual([403, undefined]);
    expect(await exchange()).toBe('success');
    expect(await report()).toEqual([200, ['true_positive']]);
    await expect.poll(exchange, { timeout: 5000 }).toBe('err_app_credentials_invalid');
    expect(service.said()).not.toContain(service.demo.app_secret.slice(4));
    await page.goto(`${service.demo.portal_url}/dashboard/apps`);
    await page.getByText('Version 1 of the secret of Demo app was found in public.').waitFor();
    await page.getByText(`Found at ${PLACE}`, { exact: true }).waitFor();
    expect(await judge(page)).toEqual([]);
    await picture(page, 'warning-light');
    await page.goto(`${service.demo.portal_url}/dashboard/audit`);
    await page.getByText('Was told that a secret leaked').first().waitFor();
    await picture(page, 'audit');
  });

  test.each([
    ['light', windows.desktop, 'en-GB', /^No version is in force/],
    ['dark', windows.phone, 'zh-CN', /^没有有效的版本/],
  ] as const)('an app without a version in force says so, in %s', async (scheme, viewport, locale, said) => {
    const other = await open(scheme, viewport, locale);
    await other.getByText(said).waitFor();
    expect(await judge(other)).toEqual([]);
    await picture(other, `app-${scheme}`);
    await other.goto(`${service.demo.portal_url}/dashboard/apps`);
    await other.getByText(PLACE).scrollIntoViewIfNeeded();
    expect(await judge(other)).toEqual([]);
    await picture(other, `apps-${scheme}`);
    await other.context().close();
  });

  test('and rotates from its page', async () => {
    await page.goto(`${service.demo.portal_url}/dashboard/apps/${service.demo.app_key}`);
    await page.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByRole('button', { name: 'Later' }).click();
    await expect.poll(() => page.getByText(/^No version is in force/).count()).toBe(0);
  });
});
