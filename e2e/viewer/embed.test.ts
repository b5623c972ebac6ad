import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { TourEmbed } from '@openhouse/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { openhouse } from '../service.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';

const run = promisify(execFile);

describe.skipIf(!hasChromium)(
  `a public tour in an iframe${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let address: string;
    const sites: Server[] = [];
    const [allowed, foreign] = [site(), site()];
    const isolated = ['require-corp', 'credentialless'].map((policy) =>
      site({ 'cross-origin-embedder-policy': policy }),
    );

    /** A site of somebody's own, with the tour in an iframe as the portal's snippet has it. */
    function site(headers: Readonly<Record<string, string>> = {}) {
      const server = createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', ...headers });
        response.end(`<!doctype html><html lang="en"><title>A house</title><main><h1>A house</h1>
          <iframe title="The house" src="${address}" width="100%" height="560" allow="fullscreen; xr-spatial-tracking"></iframe></main></html>`);
      });
      sites.push(server);
      return {
        start: () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
        origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      };
    }
    const embeds = async (...words: string[]): Promise<TourEmbed> => {
      const { stdout } = await run(process.execPath, [openhouse, 'embeds', ...words, '--json'], { env: service.env });
      return (JSON.parse(stdout) as { embed?: TourEmbed } & TourEmbed).embed ?? JSON.parse(stdout);
    };

    beforeAll(async () => {
      await Promise.all([allowed, foreign, ...isolated].map((one) => one.start()));
      const embed = await embeds(
        'set',
        'demo-loft',
        '--on',
        '--hosts',
        [allowed, ...isolated].map((one) => one.origin()).join(),
      );
      address = embed.address ?? '';
    }, PATIENCE_MS * 3);
    afterAll(async () => {
      for (const server of sites) server.close();
    });

    async function open(url: string, more: Parameters<Browser['newContext']>[0] = {}) {
      const context = await chromium.newContext({ reducedMotion: 'reduce', ...more });
      const page = await context.newPage();
      const complaints: string[] = [];
      const traffic: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('response', async (answer) => {
        const text = await answer.text().catch(() => '');
        traffic.push(`${answer.url()} ${JSON.stringify(await answer.allHeaders().catch(() => ({})))} ${text}`);
      });
      await page.goto(url);
      return { context, page, complaints, traffic };
    }
    const inside = (page: Page) => page.frameLocator('iframe');
    const standing = { state: 'attached' } as const;
    const ring = 'openhouse-tour .oh-mark[data-look=rings]';

    test('shows the tour on a page of an allowed host, with nothing of the portal and no cookie', async () => {
      const { context, page, complaints, traffic } = await open(allowed.origin());
      const frame = inside(page);
      await frame.locator(ring).first().waitFor(standing);
      await frame.getByRole('button', { name: 'Walk to viewpoint 7' }).last().press('Enter');
      const own = page.frames().find((one) => one.url().startsWith(address));
      await expect.poll(() => own?.evaluate<string>('location.hash')).toMatch(/^#view=panorama&at=7&look=/);
      await frame.getByRole('button', { name: 'Doll’s house' }).click();
      await frame.locator('openhouse-tour [data-look=dots]').first().waitFor(standing);
      await frame.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
      expect(await own?.evaluate<boolean>('document.fullscreenEnabled')).toBe(true);
      // No headset is there, and asking for one is allowed.
      expect(await own?.evaluate<boolean>("navigator.xr.isSessionSupported('immersive-vr')")).toBe(false);
      expect(complaints).toEqual([]);
      expect(await context.cookies()).toEqual([]);
      expect(traffic.filter((line) => line.includes('/embed/')).length).toBeGreaterThan(10);
      const leaks = traffic.filter(
        (line) =>
          /\b(oht|ohc|ohs)_[\w-]{20,}|set-cookie/i.test(line) ||
          [service.demo.app_key, service.demo.app_secret, `/files/${service.demo.team}/`, '/open/'].some((each) =>
            line.includes(each),
          ),
      );
      expect(leaks.map((line) => line.slice(0, 200))).toEqual([]);
      await context.close();
    });

    test.each([0, 1])('shows the tour on a page with an embedder policy of its own: %i', async (at) => {
      const { context, page, complaints } = await open(isolated[at]?.origin() ?? '');
      const frame = inside(page);
      await frame.locator(ring).first().waitFor(standing);
      await frame.getByRole('button', { name: 'Doll’s house' }).click();
      await frame.locator('openhouse-tour [data-look=dots]').first().waitFor(standing);
      await frame.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('is refused by the browser on a page of any other', async () => {
      const { context, page, complaints } = await open(foreign.origin());
      await expect.poll(() => complaints.join()).toMatch(/frame-ancestors/);
      expect(await inside(page).locator('openhouse-tour').count()).toBe(0);
      await context.close();
    });

    test.each([
      ['en', 'light', 1280],
      ['zh', 'dark', 390],
    ] as const)('opens where its address says, in %s, %s, %d wide', async (lang, colorScheme, width) => {
      const viewport = { width, height: 700 };
      const { context, page, complaints } = await open(`${address}?lang=${lang}#view=panorama&at=7&look=40,0,75`, {
        colorScheme,
        viewport,
      });
      await page.locator('openhouse-tour .oh-here', { hasText: '7' }).waitFor(standing);
      await page.getByRole('button', { name: lang === 'zh' ? '三维模型' : 'Doll’s house' }).waitFor();
      expect(await judge(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('its link has a title and a picture for previews', async () => {
      const page = await (await fetch(address)).text();
      const meta = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1];
      expect(meta('og:url')).toBe(address);
      expect(meta('twitter:card')).toBe('summary_large_image');
      expect(meta('og:title')).toBeTruthy();
      const cover = await fetch(meta('og:image') ?? '');
      expect([cover.status, cover.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
      expect(cover.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    });

    test('once it is off, the page that shows it says so, and its address is like one that never was', async () => {
      await embeds('set', 'demo-loft', '--off');
      const { context, page } = await open(address);
      expect(await page.getByRole('heading').innerText()).toBe('No tour is shown here');
      expect(await judge(page)).toEqual([]);
      await context.close();
    });
  },
);
