import { gatewayEndpoints } from '@openhouse/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { demoService, sharedChromium } from '../demo-service.ts';
import type { RunningService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { docsAddresses, faultsOf } from './docs-visit.ts';
import { judge } from './judge.ts';
import { windows } from './portal-pages.ts';

const suite = `the docs${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`;
describe.skipIf(!hasChromium)(suite, { tags: ['slow', 'long'] }, () => {
  let service: RunningService;
  let chromium: Browser;
  let context: BrowserContext | undefined;
  let complaints: string[];
  let addresses: string[];

  beforeAll(async () => {
    service = await demoService();
    chromium = await sharedChromium();
    addresses = await docsAddresses(service.demo.portal_url);
  });
  afterEach(() => context?.close());

  const at = (path: string) => `${service.demo.portal_url}${path}`;

  async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    context = await chromium.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(at(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** The way around the docs comes after the page; its keys work from then on. */
  const searchIsReady = (page: Page) => page.locator('button[aria-keyshortcuts]').waitFor();

  test('every operation, guide and list has a page', () => {
    for (const { name } of gatewayEndpoints) expect(addresses).toContain(`/docs/reference/${name}`);
    expect(addresses).toEqual(
      expect.arrayContaining(['/docs/quick-start', '/docs/reference/errors', '/docs/reference/cli']),
    );
  });

  // docs-pages.heavy.test.ts looks at all of them, and in more ways.
  describe('a page is free of accessibility faults and fits, dark and in Chinese on a phone', () => {
    const isFaultless = async (...addresses: string[]) => {
      const page = await open('/docs', { colorScheme: 'dark', locale: 'zh-CN', viewport: windows.phone });
      expect([...(await faultsOf(page, addresses)), ...complaints]).toEqual([]);
    };
    test('a read', () => isFaultless('/docs/reference/vr-info'));
    test('one of each other kind', () =>
      isFaultless('/docs/quick-start', '/docs/reference/errors', '/docs/reference/cli'));
  });

  test('a search by keyboard leads to an error and its remedy', async () => {
    const page = await open('/docs');
    await searchIsReady(page);
    await page.keyboard.press('/');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('rate limited');
    await page
      .getByRole('option', { name: /err_rate_limited/ })
      .first()
      .waitFor();
    const selected = page.getByRole('option', { selected: true });
    // The guide on limits comes first, and the portal has a failure of that name too.
    const isThere = async () => (await selected.innerText()).split('\n').includes('err_rate_limited');
    for (let pressed = 0; pressed < 12 && !(await isThere()); pressed += 1) await page.keyboard.press('ArrowDown');
    expect(await isThere()).toBe(true);
    await expect.poll(() => selected.count()).toBe(1);
    expect(await judge(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(at('/docs/reference/errors#err_rate_limited'));
    await page.getByRole('heading', { name: 'err_rate_limited' }).waitFor();
    await expect.poll(() => page.locator('#err_rate_limited').isVisible()).toBe(true);
    await expect
      .poll(() => page.evaluate('document.querySelector("#err_rate_limited").getBoundingClientRect().top'))
      .toBeLessThan(200);
  });

  test('Ctrl+K opens the search, arrows choose an operation, Escape gives the focus back', async () => {
    const page = await open('/docs/tokens');
    await searchIsReady(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('ruler');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByRole('option').nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/reference\/ruler-list/);
    await page.getByRole('heading', { level: 1, name: 'Custom ruler data' }).waitFor();
    await page.getByRole('button', { name: 'Search the docs' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator(':focus').textContent()).toContain('Search the docs');
  });

  test('a text that is selected past the edge of the search does not close it; a press beside it does', async () => {
    const page = await open('/docs');
    await searchIsReady(page);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search the docs' });
    await page.keyboard.type('token');
    const { x, y, width, height } = (await dialog.getByRole('combobox').boundingBox()) ?? expect.fail('no field');
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(5, y + height / 2);
    await page.mouse.up();
    expect(await dialog.getByRole('combobox').inputValue()).toBe('token');
    await page.mouse.click(5, y + height / 2);
    await dialog.waitFor({ state: 'detached' });
  });

  test('the search finds Chinese, and says so when it finds nothing', async () => {
    const page = await open('/docs', { locale: 'zh-CN' });
    await searchIsReady(page);
    await page.keyboard.press('/');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('令牌');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('combobox').fill('甲乙丙丁');
    await page.getByText('文档中没有找到').waitFor();
  });

  test('Enter that ends a word of an input method opens nothing, though Safari has ended the word before it', async () => {
    const page = await open('/docs');
    await searchIsReady(page);
    await page.keyboard.press('/');
    const field = page.getByRole('combobox');
    await field.fill('token');
    await page.getByRole('option').first().waitFor();
    await field.evaluate((element) => {
      const { KeyboardEvent } = element.ownerDocument.defaultView as Window & typeof globalThis;
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
      );
    });
    await field.press('End');
    expect([await field.inputValue(), new URL(page.url()).pathname]).toEqual(['token', '/docs']);
    await field.press('Enter');
    await field.waitFor({ state: 'detached' });
  });

  test('a page whose code a newer version has replaced is loaded anew', async () => {
    const page = await open('/docs/quick-start');
    await searchIsReady(page);
    await page.waitForLoadState('networkidle');
    let isReplaced = true;
    await page.route('**/assets/**', (route) => (isReplaced ? route.fulfill({ status: 404 }) : route.continue()));
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isReplaced = false;
    });
    await page.locator('nav a[href="/docs/webhooks"]').press('Enter');
    await page.locator('h1', { hasText: 'Webhooks' }).waitFor();
    expect([isReplaced, new URL(page.url()).pathname]).toEqual([false, '/docs/webhooks']);
  });

  test('what is Chinese on a Chinese page is not said to be English', async () => {
    const page = await open('/docs/reference/vr-info', { locale: 'zh-CN' });
    for (const address of ['/docs/reference/vr-info', '/docs/reference/operations', '/docs/reference/errors']) {
      await page.goto(at(address), { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const texts = await page.locator('main [lang=en]').allInnerTexts();
      expect([address, texts.filter((text) => /\p{Script=Han}/u.test(text)).slice(0, 3)]).toEqual([address, []]);
    }
  });

  test('an operation shows its fields, its call in six languages and leads to its failures', async () => {
    const page = await open('/docs/reference/vr-info');
    await page.getByText('GET', { exact: true }).first().waitFor();
    await page.getByText('observers', { exact: true }).first().click();
    await page.getByText('quaternion', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText('from urllib.request').waitFor();
    await page.getByRole('tab', { name: 'Java' }).click();
    await page.getByText('public class Call').waitFor();
    await page.getByRole('link', { name: 'err_resource_not_found' }).click();
    await page.waitForURL(at('/docs/reference/errors#err_resource_not_found'));
  });

  test('samples name this gateway, and the app of who is signed in', async () => {
    const page = await open('/docs');
    await page.getByText(`${service.demo.base_url}/auth/access_token`).first().waitFor();
    expect(await page.locator('pre', { hasText: 'YOUR_APP_KEY' }).count()).toBeGreaterThan(0);
    await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/docs' });
    await page.getByText(service.demo.app_key).first().waitFor();
    await expect.poll(() => page.locator('pre', { hasText: 'YOUR_APP_KEY' }).count()).toBe(0);
    expect(await page.content()).not.toContain(service.demo.app_secret);
  });

  test('on paper a page is what it says: no navigation, no buttons, no line that is cut off', async () => {
    const page = await open('/docs/going-to-production', { viewport: windows.desktop });
    await searchIsReady(page);
    const around = page.locator('nav, header, aside, a[href="#content"], button:not([role="tab"])');
    const visible = async () => {
      const ways = await around.filter({ visible: true }).all();
      return Promise.all(
        ways.map((way) => way.evaluate((element) => (element as HTMLElement).outerHTML.slice(0, 120))),
      );
    };
    expect((await visible()).length).toBeGreaterThan(10);
    await page.emulateMedia({ media: 'print' });
    expect(await visible()).toEqual([]);
    // Code wraps where a screen would scroll: what is cut off on paper is lost.
    const cut = await page
      .locator('pre')
      .evaluateAll((blocks) => blocks.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length);
    expect(cut).toBe(0);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  });

  test('a page that is not there says so', async () => {
    const page = await open('/docs/no-such-page');
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
  });

  test('every page is Markdown too, with this gateway in it, beside OpenAPI and the list for language models', async () => {
    for (const address of addresses) {
      const answer = await fetch(at(`${address}.md`));
      expect([address, answer.status, answer.headers.get('content-type')]).toEqual([
        address,
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect(await answer.text()).not.toContain('http://localhost:4001');
    }
    const openapi = (await (await fetch(at('/openapi.json'))).json()) as { servers: { url: string }[] };
    expect(openapi.servers[0]?.url).toBe(service.demo.base_url);
    expect(await (await fetch(at('/llms-full.txt'))).text()).toContain(service.demo.base_url);
  });
});
