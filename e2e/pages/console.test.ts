import { gatewayEndpoints, operationForm } from '@openhouse/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../browser.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { type RunningService, startService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { judge } from './judge.ts';
import { windows } from './portal-pages.ts';

/** Whatever has the form of a secret or a token, and is none of the masks and placeholders that pages show. */
const CREDENTIAL = /oh[cst]_[A-Za-z0-9_-]{16,}/;

describe.skipIf(!hasChromium)(`the console${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
  let service: RunningService;
  let chromium: Browser;
  let context: BrowserContext;
  /** Everything that went over the wire between browser and portal: addresses, headers, bodies, both ways. */
  let wire: string[];

  beforeAll(async () => {
    directory = await demoDataDirectory();
    service = await startService(directory.path);
    chromium = await launchChromium();
  });
  afterAll(async () => {
    await chromium?.close();
    await service?.stop();
    await directory?.remove();
  });
  afterEach(() => context?.close());

  const at = (path: string) => `${service.demo.portal_url}${path}`;

  async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    context = await chromium.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    wire = [];
    page.on('request', (request) => {
      wire.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
    });
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return;
      wire.push(JSON.stringify(response.headers()), await response.text().catch(() => ''));
    });
    return page;
  }

  async function signIn(page: Page, person: string, path: string): Promise<void> {
    await signInAs(page, { portalUrl: service.demo.portal_url, name: person, to: path });
    await page.getByRole('heading', { level: 1, name: 'Console' }).waitFor();
  }

  /** Runs what the form holds with the keyboard, and waits for the answer. @returns What the outcome says. */
  async function runByKeyboard(page: Page): Promise<string> {
    const answered = page.waitForResponse((response) => /\/api\/(console|demo)\/calls/.test(response.url()));
    await page.getByRole('button', { name: 'Run', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    if ((await page.getByLabel('Operation').inputValue()) === 'vr-submit') {
      await dialog.getByRole('button', { name: 'Activate' }).focus();
      await page.keyboard.press('Enter');
    }
    await answered;
    const outcome = page.locator('dd > span[role="status"]').first();
    await outcome.waitFor();
    return (await outcome.textContent()) ?? '';
  }

  test('all twenty operations run with the keyboard, and neither secret nor token comes near the browser', async () => {
    const page = await open();
    await signIn(page, 'Ada Lindqvist', '/dashboard/console');
    const outcomes: Record<string, string> = {};
    for (const { name, parameters } of gatewayEndpoints.map(operationForm)) {
      await page.getByLabel('Operation').selectOption(name);
      for (const { name: parameter, control } of parameters) {
        if (control === 'credential') await page.getByText(`${parameter}: filled in`).waitFor();
        else await page.locator(`[name="${parameter}"]`).waitFor();
      }
      outcomes[name] = await runByKeyboard(page);
    }
    for (const tab of ['curl', 'TypeScript', 'Python']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await page.getByRole('tabpanel').textContent()).toContain('OPENHOUSE_APP_SECRET');
    }
    expect(outcomes).toEqual(Object.fromEntries(gatewayEndpoints.map(({ name }) => [name, 'HTTP 200 · success'])));
    const seen = [...wire, await page.content()].join('\n');
    expect(seen).toContain('/api/console/calls');
    expect(seen).not.toContain(service.demo.app_secret);
    expect(seen.match(CREDENTIAL)).toBeNull();
    // The search itself is seen to find what it looks for.
    expect(service.demo.app_secret).toMatch(CREDENTIAL);
  });

  test('a call can be passed on by its address, and a failure says what it means and where to read on', async () => {
    const page = await open();
    await signIn(
      page,
      'Ada Lindqvist',
      '/dashboard/console?operation=hot-list&resource_code=no-such&order_by=id%20asc',
    );
    expect(await page.getByLabel('Operation').inputValue()).toBe('hot-list');
    expect(await page.locator('[name="order_by"]').inputValue()).toBe('id asc');
    expect(await runByKeyboard(page)).toBe('HTTP 404 · err_resource_not_found');
    await page.getByText('No such resource in the Team of this app.').first().waitFor();
    const link = page.getByRole('link', { name: 'Read about this failure' });
    expect(await link.getAttribute('href')).toBe('/docs/reference/errors#err_resource_not_found');
    await page.locator('[name="resource_code"]').fill('demo-loft');
    await page.keyboard.press('Enter');
    await page.getByText('HTTP 200 · success').waitFor();
    expect(page.url()).toContain('operation=hot-list&resource_code=demo-loft&order_by=id+asc');
  });

  test('the envelope folds with the keyboard and copies whole', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await signIn(page, 'Ada Lindqvist', '/dashboard/console');
    await runByKeyboard(page);
    const root = page.getByRole('button', { name: 'Fold envelope' });
    await root.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await root.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const focused = await page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
    expect(focused).toBe('Fold data');
    await page.getByRole('button', { name: 'Copy envelope' }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(JSON.parse(copied)).toMatchObject({ status: 'success', data: { resource_code: 'demo-loft' } });
  });

  test('a viewer reads and does not activate', async () => {
    const page = await open();
    await signIn(page, 'Sam Okafor', '/dashboard/console?operation=vr-submit&resource_code=demo-loft');
    await page.getByText('Viewers run reads only.').waitFor();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    await page.getByLabel('Operation').selectOption('vr-info');
    expect(await runByKeyboard(page)).toBe('HTTP 200 · success');
  });

  test('anybody tries the reads on the demo tours in the docs', async () => {
    const page = await open();
    await page.goto(at('/docs/console?operation=vr-info&resource_code=demo-loft'));
    expect(await runByKeyboard(page)).toBe('HTTP 200 · success');
    const offered = await page.getByLabel('Operation').locator('option').count();
    expect(offered).toBe(18);
    expect([...wire, await page.content()].join('\n').match(CREDENTIAL)).toBeNull();
  });

  test.each([
    ['light', 'desktop', 'en-GB', 'Run'],
    ['dark', 'phone', 'zh-CN', '运行'],
  ] as const)(
    '%s on a %s, %s: free of accessibility faults with an answer',
    async (...[scheme, window, locale, run]) => {
      const page = await open({ colorScheme: scheme, viewport: windows[window], locale });
      for (const code of ['demo-loft', 'no-such']) {
        await page.goto(at(`/docs/console?operation=vr-info&resource_code=${code}`));
        await page.getByRole('button', { name: run, exact: true }).click();
        await page.locator('dd > span[role="status"]').first().waitFor();
        expect([code, ...(await judge(page))]).toEqual([code]);
      }
    },
  );
});
