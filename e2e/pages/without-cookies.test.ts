import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumWithoutCookies, hasChromium } from '../browser.ts';
import { useDemoService } from '../use-demo-service.ts';

/** Blocking cookies switches off everything that a page could keep, and merely naming it throws. */
describe.skipIf(!hasChromium)(
  `a browser that blocks all cookies${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow'] },
  () => {
    const service = useDemoService();
    let folder: string;
    let context: BrowserContext;
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'openhouse-browser-'));
      context = await chromiumWithoutCookies(folder);
      page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
    });
    afterAll(async () => {
      await context?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const heading = () => page.getByRole('heading', { level: 1 }).innerText();

    test('shows the landing page and the docs, in either language', async () => {
      await page.goto(`${service.demo.portal_url}/`);
      expect(await heading()).toMatch(/^Your VR tours/);
      await page.getByRole('button', { name: '中文' }).click();
      await expect.poll(heading).not.toMatch(/^Your VR tours/);
      await page.goto(`${service.demo.portal_url}/docs/tokens`);
      expect(await heading()).toMatch(/Tokens/i);
      expect(complaints).toEqual([]);
    });

    test('is told at the sign-in that cookies are needed', async () => {
      await page.goto(`${service.demo.portal_url}/dashboard/apps`);
      await page.getByRole('button', { name: 'Ada' }).click();
      await expect.poll(heading).toBe('Your browser did not send the cookies back');
      expect(complaints).toEqual([]);
    });
  },
);
