import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { demoService, sharedChromium } from '../demo-service.ts';
import type { RunningService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { judge } from './judge.ts';
import { portalPages, windows } from './portal-pages.ts';

describe.skipIf(!hasChromium)(`the portal's pages${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  let service: RunningService;
  let chromium: Browser;
  let context: BrowserContext;
  let complaints: string[];

  beforeAll(async () => {
    service = await demoService();
    chromium = await sharedChromium();
  });
  afterEach(() => context?.close());

  const at = (path: string) => `${service.demo.portal_url}${path}`;

  async function openAs(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
    context = await chromium.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (/refused to|violates|security policy/i.test(message.text())) complaints.push(message.text());
    });
    return page;
  }

  async function signIn(page: Page, path = '/dashboard/apps'): Promise<void> {
    await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: path });
  }

  // Light and dark, on a desktop and on a phone: pages.heavy.test.ts.
  test('the tours page is free of accessibility faults and fits', () =>
    areFaultless(({ path }) => path === '/dashboard/tours'));
  test('so is every other', { tags: ['slow', 'long'] }, () => areFaultless(({ path }) => path !== '/dashboard/tours'));

  async function areFaultless(chosen: (page: (typeof portalPages)[number]) => boolean): Promise<void> {
    const page = await openAs({ viewport: windows.desktop });
    await signIn(page);
    const pages = portalPages.filter(chosen);
    expect(pages).not.toEqual([]);
    for (const { path, heading } of pages) {
      await page.goto(at(path));
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, ...(await judge(page))]).toEqual([path]);
    }
    expect(complaints).toEqual([]);
  }

  test('a stranger on the dashboard signs in and arrives where they wanted to go', { tags: 'slow' }, async () => {
    const page = await openAs({});
    await page.goto(at('/dashboard/sessions'));
    await page.getByRole('button', { name: 'Ada Lindqvist' }).click();
    await page.waitForURL(at('/dashboard/sessions'));
    await page.getByText('This browser').waitFor();
  });

  test('after a sign-in keyboard and screen reader start at the heading, after opening an address at the top', {
    tags: ['slow', 'long'],
  }, async () => {
    const page = await openAs({});
    // Sent to the sign-in by the page, and by a link on it.
    await page.goto(at('/dashboard/sessions'));
    await page.getByRole('button', { name: 'Ada Lindqvist' }).click();
    await page.waitForURL(at('/dashboard/sessions'));
    await page.locator('h1:focus', { hasText: 'Sessions' }).waitFor();
    await page.reload();
    await page.getByText('This browser').waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');

    await page.goto(at('/auth/sign-out'));
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Ada Lindqvist' }).click();
    await page.waitForURL(at('/docs'));
    await page.locator('h1:focus', { hasText: 'Quick start' }).waitFor();
  });

  test('ends every other session with the keyboard alone', { tags: ['slow', 'long'] }, async () => {
    const other = await openAs({});
    await signIn(other);
    const first = context;
    const page = await openAs({});
    await signIn(page, '/dashboard/sessions');
    const endOthers = page.getByRole('button', { name: 'End all others' });
    await endOthers.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'End all other sessions?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/ended\.$/).waitFor();
    await expect.poll(() => page.getByRole('listitem').count()).toBe(1);
    await other.goto(at('/dashboard/apps'));
    await other.waitForURL(`${service.demo.login_url}/**`);
    await first.close();
  });

  test('theme and language chosen in the account menu last, and nothing else is stored', {
    tags: ['slow', 'long'],
  }, async () => {
    const page = await openAs({ colorScheme: 'light' });
    await signIn(page);
    await page.getByRole('button', { name: 'Ada Lindqvist' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.getByRole('menuitemradio', { name: '中文' }).click();
    await page.getByRole('heading', { name: '开发者应用' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '开发者应用' }).waitFor();
    const root = page.locator('html');
    await expect.poll(() => root.getAttribute('data-mantine-color-scheme')).toBe('dark');
    await expect.poll(() => root.getAttribute('lang')).toBe('zh');
    expect(await page.evaluate('({ local: { ...localStorage }, session: { ...sessionStorage } })')).toEqual({
      local: { 'openhouse-color-scheme': 'dark', 'openhouse-language': 'zh' },
      session: {},
    });
    expect(complaints).toEqual([]);
  });

  test('the first Tab leads past the navigation; the drawer of a phone keeps and returns the focus', {
    tags: ['slow', 'long'],
  }, async () => {
    const page = await openAs({ viewport: windows.phone });
    await signIn(page);
    await page.getByRole('heading', { name: 'Developer apps' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Skip to content');
    const burger = page.getByRole('button', { name: 'Open menu' });
    await burger.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Docs' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Open menu');
    await burger.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
    await expect.poll(() => page.locator('h1:focus').textContent()).toBe('Quick start');
  });

  test('in colours that a visitor forces one sees which page is open, which part is shown and which range is chosen', {
    tags: ['slow', 'long'],
  }, async () => {
    const page = await openAs({ viewport: windows.desktop, forcedColors: 'active' });
    await signIn(page, '/dashboard/usage');
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    const frameOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    const current = [
      'nav [aria-current=page]',
      '[role=tab][aria-selected=true]',
      'label:has(:checked) > :checked + span',
    ];
    const others = ['nav a:not([aria-current])', '[role=tab][aria-selected=false]', 'label:not(:has(:checked)) > span'];
    expect([await Promise.all(current.map(frameOf)), await Promise.all(others.map(frameOf))]).toEqual([
      current.map(() => 'solid'),
      others.map(() => 'none'),
    ]);
  });

  test('an address without a page answers 404 and says so', { tags: ['slow', 'long'] }, async () => {
    const page = await openAs({});
    const answer = await page.goto(at('/nowhere'));
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
  });
});
