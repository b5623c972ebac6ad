import { describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { docsAddresses, faultsOf } from './docs-visit.ts';
import { windows } from './portal-pages.ts';

/** Long enough for every page in turn on a busy machine, in milliseconds. */
const ALL_PAGES_MS = 1_200_000;

describe.skipIf(!hasChromium)(`every page of the docs${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  const service = useDemoService();
  const chromium = useChromium();

  test.each([
    ['light', 'en-GB', 'desktop'],
    ['dark', 'en-GB', 'desktop'],
    ['light', 'zh-CN', 'phone'],
    ['dark', 'zh-CN', 'desktop'],
  ] as const)(
    'is free of accessibility faults and fits: %s, %s, %s',
    { timeout: ALL_PAGES_MS },
    async (colorScheme, locale, window) => {
      const { portal_url } = service.demo;
      const context = await chromium.newContext({ colorScheme, locale, viewport: windows[window] });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto(`${portal_url}/docs`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const addresses = await docsAddresses(portal_url);
      expect(addresses.length).toBeGreaterThan(20);
      expect([...(await faultsOf(page, addresses)), ...complaints]).toEqual([]);
      await context.close();
    },
  );

  test('next and previous lead through all of them', { timeout: ALL_PAGES_MS }, async () => {
    const { portal_url } = service.demo;
    const page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    await page.goto(`${portal_url}/docs`);
    await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
    const walked = [];
    for (let next = '/docs/quick-start'; next !== undefined; ) {
      walked.push(next);
      const neighbours = page.getByRole('navigation', { name: 'Previous and next page' });
      await neighbours.waitFor();
      const link = neighbours.getByRole('link', { name: 'Next' });
      if ((await link.count()) === 0) break;
      next = (await link.getAttribute('href')) ?? '';
      await link.click();
      await page.waitForURL(`${portal_url}${next}`);
      await page.locator(`nav a[aria-current="page"][href="${next}"]`).waitFor({ state: 'attached' });
    }
    expect(walked).toEqual(await docsAddresses(portal_url));
    await page.context().close();
  });
});
