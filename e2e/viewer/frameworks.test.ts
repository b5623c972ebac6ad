import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createProxy, hotList, vrInfo } from '@openhouse/sdk';
import { nodeListener } from '@openhouse/sdk/node';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSSRApp } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { judge } from '../pages/judge.ts';
import { type RunningService, root, startService } from '../service.ts';
import { useChromium } from '../use-demo-service.ts';
import { ReactPage } from './apps/react-page.tsx';
import { VuePage } from './apps/vue-page.ts';

/** What a server renders of each page, as frameworks do before a browser takes over. */
const RENDERED: Readonly<Record<string, () => string | Promise<string>>> = {
  'react-app': () => renderReact(createElement(ReactPage)),
  'vue-app': () => renderVue(createSSRApp(VuePage)),
};
const html = (
  app: string,
  rendered: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A tour</title>
  <link rel="stylesheet" href="/style.css"><script type="module" src="/code/${app}.js"></script></head>
  <body><div id="app">${rendered}</div></body></html>`;

describe.skipIf(!hasChromium)(
  `the element in frameworks${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
    let code: string;
    let service: RunningService;
    let server: Server;
    const chromium = useChromium(softwareWebGl);
    let origin: string;

    beforeAll(async () => {
      directory = await demoDataDirectory();
      service = await startService(directory.path);
      code = await mkdtemp(join(tmpdir(), 'openhouse-frameworks-'));
      await build({
        entryPoints: { 'react-app': appOf('react-app.tsx'), 'vue-app': appOf('vue-app.ts') },
        bundle: true,
        splitting: true,
        minify: true,
        format: 'esm',
        jsx: 'automatic',
        outdir: code,
        define: {
          'process.env.NODE_ENV': '"production"',
          __VUE_OPTIONS_API__: 'false',
          __VUE_PROD_DEVTOOLS__: 'false',
          __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
        },
      });
      const { base_url: baseUrl, app_key: appKey, app_secret: appSecret } = service.demo;
      const api = nodeListener(
        createProxy({
          gateway: connect({ baseUrl, appKey, appSecret }),
          operations: [vrInfo, hotList],
          basePath: '/api/tours',
          // Somebody who has signed in at the example's own page, and may see this tour.
          authorize: (request, { query }) =>
            request.headers.get('cookie') === 'session=ida' && query.resource_code === 'demo-loft',
        }),
      );
      const gateway = new URL(baseUrl).origin;
      const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${gateway} blob:; img-src ${gateway} blob:`;
      server = createServer(async (request, response) => {
        const [path = '', query] = (request.url ?? '').split('?');
        if (path.startsWith('/api/tours/')) return api(request, response);
        const app = path.slice(1);
        const [, name] = /^\/code\/([\w.-]+\.js)$/.exec(path) ?? [];
        const type = name !== undefined ? 'text/javascript' : path === '/style.css' ? 'text/css' : 'text/html';
        response.writeHead(200, { 'content-type': type, 'content-security-policy': policy });
        if (name !== undefined) response.end(await readFile(join(code, name)));
        else if (path === '/style.css') response.end('openhouse-tour { display: block; height: 520px; }');
        else response.end(html(app, query === 'rendered' ? ((await RENDERED[app]?.()) ?? '') : ''));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }, PATIENCE_MS * 3);
    afterAll(async () => {
      server?.close();
      await service?.stop();
      await directory?.remove();
      await rm(code, { recursive: true, force: true });
    });

    const told = (page: Page) => page.evaluate<string[]>('window.told');
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
    const drawn = (page: Page) => page.locator('openhouse-tour canvas').count();

    test.each(['react-app', 'vue-app', 'react-app?rendered', 'vue-app?rendered'])(
      '%s: events, methods, properties, and nothing left behind',
      async (app) => {
        const context = await chromium.newContext({ reducedMotion: 'reduce', viewport: { width: 900, height: 760 } });
        await context.addCookies([{ name: 'session', value: 'ida', url: origin }]);
        const page = await context.newPage();
        const complaints: string[] = [];
        const traffic: string[] = [];
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('console', (message) => {
          if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
        });
        page.on('response', async (answer) => {
          const text = await answer.text().catch(() => '');
          traffic.push(`${answer.url()} ${JSON.stringify(answer.headers())} ${text}`);
        });
        const arrived = (await page.goto(`${origin}/${app}`))?.text();
        const parts = ['<h1>', '<openhouse-tour'].map(async (part) => (await arrived)?.includes(part));
        expect(await Promise.all(parts)).toEqual([app.endsWith('?rendered'), app === 'vue-app?rendered']);
        await page.locator('openhouse-tour .oh-mark[data-look=rings]').first().waitFor({ state: 'attached' });
        expect(await told(page)).toEqual(['viewpoint 6']);
        await press(page, 'Go to seven');
        await expect.poll(() => told(page)).toEqual(['viewpoint 6', 'viewpoint 7']);
        await press(page, 'Look at the model');
        await page.locator('openhouse-tour [data-look=dots]').first().waitFor({ state: 'attached' });
        await page.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
        expect(await told(page)).toEqual(['viewpoint 6', 'viewpoint 7', 'mode model']);
        expect(await judge(page)).toEqual([]);

        // What was shown is gone with the element, and comes once, not twice, with the next.
        await press(page, 'Leave or come');
        await expect.poll(() => drawn(page)).toBe(0);
        expect(await page.locator('openhouse-tour').count()).toBe(0);
        const before = (await told(page)).length;
        await press(page, 'Leave or come');
        await page.locator('openhouse-tour [data-look=dots]').first().waitFor({ state: 'attached' });
        await expect.poll(async () => (await told(page)).slice(before)).toContain('mode model');
        expect((await told(page)).slice(before).filter((line) => line.startsWith('viewpoint'))).toEqual([
          'viewpoint 6',
        ]);
        expect((await told(page)).filter((line) => line.startsWith('error'))).toEqual([]);

        // Software that draws WebGL says that it is slow.
        expect(complaints.filter((line) => !/GPU stall|WebGL/.test(line))).toEqual([]);
        const { app_key, app_secret } = service.demo;
        const leaks = traffic.filter(
          (line) => /\b(oht|ohc|ohs)_[\w-]{20,}/.test(line) || line.includes(app_secret) || line.includes(app_key),
        );
        expect(traffic.length).toBeGreaterThan(10);
        expect(leaks.map((line) => line.slice(0, 160))).toEqual([]);
        await context.close();
      },
    );
  },
);

const appOf = (file: string) => join(root, 'e2e/viewer/apps', file);
