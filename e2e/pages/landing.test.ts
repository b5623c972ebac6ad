import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium, softwareWebGl } from '../browser.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { judge } from './judge.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe.skipIf(!hasChromium)(
  `pages that anybody sees${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'] },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);

    /** A visitor's page, with what went wrong in it and whom it asked. */
    async function visit(path: string, options: BrowserContextOptions, before = async (_: BrowserContext) => {}) {
      const context = await chromium.newContext(options);
      await before(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      const asked: string[] = [];
      page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${service.demo.portal_url}${path}`);
      return { page, complaints, asked, leave: () => context.close() };
    }

    const at = (page: Page, name: string) => page.getByText(name, { exact: true }).first().waitFor();

    test('the landing page shows the sample tour beside the call that reads it, to be walked through', async () => {
      const { page, complaints, asked, leave } = await visit('/', { locale: 'en-GB' });
      await page.getByText('resource_code=demo-loft').waitFor();
      await at(page, 'Viewpoint 6');
      await expect.poll(() => page.locator('img[alt^="The sample tour"]').count()).toBe(0);
      await page.getByRole('button', { name: 'Walk to viewpoint 7' }).last().press('Enter');
      await at(page, 'Viewpoint 7');
      expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([service.demo.portal_url]));
      expect(complaints).toEqual([]);
      expect(await judge(page)).toEqual([]);
      await leave();
    });

    test('a preview of a link to it has a title and the picture of the sample tour', async () => {
      const page = await (await fetch(`${service.demo.portal_url}/`)).text();
      const meta = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1];
      expect([meta('og:title'), meta('twitter:card')]).toEqual(['Openhouse', 'summary_large_image']);
      expect(meta('og:image')).toBe(`${service.demo.portal_url}/sample-tour/assets/cover.jpg`);
      const cover = await fetch(meta('og:image') ?? '');
      expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    });

    test('in another language its words follow', async () => {
      const { page, complaints, leave } = await visit('/', { locale: 'en-GB' });
      await at(page, 'Viewpoint 6');
      await page.getByRole('button', { name: '中文' }).click();
      await at(page, '点位 6');
      expect(complaints).toEqual([]);
      await leave();
    });

    test('on a phone it is a picture until it is pressed, for a finger has to scroll past it', async () => {
      const { page, complaints, asked, leave } = await visit('/', { ...phone, locale: 'zh-CN' });
      await page.getByRole('img', { name: '示例空间' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked.filter((url) => url.includes('/sample-tour/'))).toEqual([expect.stringMatching(/\/cover\.jpg$/)]);
      await page.getByRole('button', { name: '进入空间' }).tap();
      await at(page, '点位 6');
      expect(complaints).toEqual([]);
      expect(await judge(page)).toEqual([]);
      await leave();
    });

    test('on a phone the languages of the call stand on one line, each to be reached', async () => {
      const { page, leave } = await visit('/', { ...phone, locale: 'zh-CN' });
      const tabs = page.getByRole('tab');
      await tabs.first().waitFor();
      expect(await tabs.allTextContents()).toEqual(['curl', 'TypeScript', 'Python', 'Go', 'PHP', 'Java']);
      const heights = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().y));
      expect(new Set(heights).size).toBe(1);
      await tabs.last().tap();
      await page.getByText('public class Call').waitFor();
      await leave();
    });

    test('a tour that does not arrive leaves its picture, with the button to try it again', async () => {
      const { page, leave } = await visit('/', { ...phone, locale: 'en-GB' });
      await page.route('**/sample-tour/vr-info.json', (route) => route.fulfill({ status: 503 }));
      const walk = page.getByRole('button', { name: 'Walk through it' });
      const refused = page.waitForResponse('**/sample-tour/vr-info.json');
      await walk.tap();
      await refused;
      await walk.waitFor();
      await page.getByRole('img', { name: 'The sample tour' }).waitFor();
      await page.unroute('**/sample-tour/vr-info.json');
      await walk.tap();
      await at(page, 'Viewpoint 6');
      await leave();
    });

    test('a portal without the bundle of the sample tour shows the call alone', async () => {
      for (const options of [{}, phone]) {
        const { page, leave } = await visit('/', { ...options, locale: 'en-GB' }, async (context) => {
          await context.route('**/sample-tour/**', (route) => route.fulfill({ status: 404 }));
        });
        await page.getByText('resource_code=demo-loft').waitFor();
        await page.waitForLoadState('networkidle');
        await expect.poll(() => page.locator('img, .oh-tour').count()).toBe(0);
        expect(await page.getByRole('button', { name: 'Walk' }).count()).toBe(0);
        expect(await judge(page)).toEqual([]);
        await leave();
      }
    });

    test('pages without a script have the typeface of the others, and complain of nothing', async () => {
      for (const path of ['/status', '/embed/AAAAAAAAAAAAAAAAAAAAAA']) {
        const { page, complaints, leave } = await visit(path, { locale: 'en-GB' });
        await page.evaluate(() => document.fonts.ready);
        const loaded = await page.evaluate(
          () => [...document.fonts].filter(({ status }) => status === 'loaded').length,
        );
        // The second page is a 404, which Chromium tells as well.
        const faults = complaints.filter((text) => !text.includes('status of 404'));
        expect([path, loaded > 0, faults]).toEqual([path, true, []]);
        await leave();
      }
    });
  },
);
