import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { connect, createProxy, hotList, vrInfo } from '@openhouse/sdk';
import { nodeListener } from '@openhouse/sdk/node';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { projected, type Triple } from '../explorer/geometry.ts';
import { judge } from '../pages/judge.ts';
import { type RunningService, root, startService } from '../service.ts';
import { useChromium } from '../use-demo-service.ts';

/** Scripts that load before the first picture, compressed. */
const SCRIPT_BUDGET_BYTES = 120 * 1024;
/** How far a mark may be from where it belongs. */
const NEAR_PX = 3;

/** A page with a style of its own that reaches for everything. */
const foreignStyle = `
  * { margin: 0; padding: 0; box-sizing: content-box; font: 30px serif; letter-spacing: 4px; }
  button { display: block; width: 100% !important; transform: rotate(3deg) !important; background: red !important; }
  canvas, svg, img { max-width: 100px !important; position: static !important; }
  openhouse-tour { height: 600px; }
  openhouse-tour::part(current) { outline: 5px solid rgb(1, 2, 3); }`;
const html = (code: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A tour</title>
  <link rel="stylesheet" href="/style.css"><script type="module" src="/code/page.js"></script></head>
  <body><main><h1>A tour</h1><openhouse-tour src="/api/tours" code="${code}"></openhouse-tour></main></body></html>`;
/** Notes the element's events where the test finds them. */
const script = `
  import '@openhouse/viewer/element';
  window.told = [];
  const tour = document.querySelector('openhouse-tour');
  for (const type of ['viewpointchange', 'tagselect', 'modechange', 'statechange', 'error']) {
    tour.addEventListener(type, ({ detail }) => window.told.push({ type, ...detail }));
  }`;

describe.skipIf(!hasChromium)(
  `the element in a page of somebody's own${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
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
      code = await mkdtemp(join(tmpdir(), 'openhouse-element-'));
      await build({
        stdin: { contents: script, resolveDir: root, sourcefile: 'page.js' },
        bundle: true,
        splitting: true,
        minify: true,
        format: 'esm',
        outdir: code,
        entryNames: 'page',
      });
      const { base_url: baseUrl, app_key: appKey, app_secret: appSecret } = service.demo;
      const api = nodeListener(
        createProxy({
          gateway: connect({ baseUrl, appKey, appSecret }),
          operations: [vrInfo, hotList],
          basePath: '/api/tours',
          authorize: (request, { query }) =>
            request.headers.get('cookie') === 'session=ida' && query.resource_code?.startsWith('demo-') === true,
        }),
      );
      const gateway = new URL(baseUrl).origin;
      // Models carry their textures in blobs.
      const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${gateway} blob:; img-src ${gateway} blob:`;
      server = createServer(async (request, response) => {
        const [path = ''] = (request.url ?? '').split('?');
        if (path.startsWith('/api/tours/')) return api(request, response);
        if (path === '/guide') return response.writeHead(200, { 'content-type': 'text/html' }).end(guidePage());
        if (path.startsWith('/modules/')) {
          response.writeHead(200, { 'content-type': 'text/javascript' });
          return response.end(await readFile(join(root, 'node_modules', path.slice('/modules/'.length))));
        }
        const [, name] = /^\/code\/([\w.-]+\.js)$/.exec(path) ?? [];
        const type = name !== undefined ? 'text/javascript' : path === '/style.css' ? 'text/css' : 'text/html';
        response.writeHead(200, { 'content-type': type, 'content-security-policy': policy });
        if (name !== undefined) response.end(await readFile(join(code, name)));
        else response.end(path === '/style.css' ? foreignStyle : html(path.slice(1)));
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

    async function open(tour: string, more: Parameters<Browser['newContext']>[0] = {}) {
      const context = await chromium.newContext({
        reducedMotion: 'reduce',
        viewport: { width: 900, height: 760 },
        ...more,
      });
      await context.addCookies([{ name: 'session', value: 'ida', url: origin }]);
      const page = await context.newPage();
      const complaints: string[] = [];
      const traffic: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('response', async (answer) => {
        const text = await answer.text().catch(() => '');
        const { cookie: _, ...headers } = { ...answer.request().headers(), ...answer.headers() };
        traffic.push(`${answer.url()} ${JSON.stringify(headers)} ${text}`);
      });
      await page.goto(`${origin}/${tour}`);
      return { context, page, complaints, traffic };
    }
    const told = (page: Page, type: string) =>
      page.evaluate<Record<string, unknown>[]>(`window.told.filter((one) => one.type === '${type}')`);
    const standing = async (page: Page) => {
      await page.locator('openhouse-tour .oh-mark[data-look=rings]').first().waitFor({ state: 'attached' });
      // The ways below the view make it smaller: the marks follow in the next frame.
      await page.evaluate('new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))');
    };

    test.each([1, 1.5, 3])('at a pixel ratio of %d every ring and tag is where the data says', async (ratio) => {
      const { context, page } = await open('demo-loft', { deviceScaleFactor: ratio });
      await standing(page);
      const marks = await marksOf(page);
      const info = await answerOf(context, 'vr-info');
      const { observers } = info as { observers: { index: number; position: Triple; standing_position: Triple }[] };
      const pose = await page.evaluate<{ yaw: number; pitch: number; fov: number }>(
        "({ ...document.querySelector('openhouse-tour').pose })",
      );
      const at = await page.evaluate<number>("document.querySelector('openhouse-tour').viewpoint");
      const eye = observers.find(({ index }) => index === at)?.position ?? [0, 0, 0];
      const rings = marks.filter(({ id }) => id.startsWith('viewpoint-'));
      expect(rings.length).toBeGreaterThan(0);
      for (const { id, x, y, size } of rings) {
        const place = observers[Number(id.split('-')[1])]?.standing_position ?? [0, 0, 0];
        const truth = projected(eye, { ...pose, index: at }, size, place);
        if (truth === undefined) continue;
        expect(Math.hypot(truth.x - x, truth.y - y), id).toBeLessThan(NEAR_PX);
      }
      await context.close();
    });

    test('a walk, a tag, the model and back are told, and nothing is complained of', async () => {
      const { context, page, complaints, traffic } = await open('demo-loft');
      await standing(page);
      const scripts = (await loadedScripts(page)).map((name) => readFile(join(code, name)));
      const bytes = (await Promise.all(scripts)).reduce((sum, file) => sum + gzipSync(file).length, 0);
      expect(bytes).toBeLessThan(SCRIPT_BUDGET_BYTES);
      expect((await readdir(code)).length).toBeGreaterThan((await loadedScripts(page)).length);
      expect(await told(page, 'viewpointchange')).toMatchObject([{ index: 6 }]);

      await page.getByRole('button', { name: 'Walk to viewpoint 7' }).last().press('Enter');
      await expect.poll(() => told(page, 'viewpointchange')).toMatchObject([{ index: 6 }, { index: 7 }]);
      await page.evaluate("document.querySelector('openhouse-tour').goTo(6)");
      await expect.poll(() => page.locator('openhouse-tour .oh-here').textContent()).toMatch(/Viewpoint 6/);
      const tag = page.locator('openhouse-tour [data-kind=tag]:not([hidden])').first();
      await tag.press('Enter');
      await expect.poll(() => told(page, 'tagselect')).toHaveLength(1);
      expect(await judge(page)).toEqual([]);

      await page.getByRole('button', { name: 'Doll’s house' }).click();
      await page.locator('openhouse-tour [data-look=dots]').first().waitFor({ state: 'attached' });
      await page.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
      expect(await told(page, 'modechange')).toEqual([{ type: 'modechange', mode: 'model' }]);
      expect(await judge(page)).toEqual([]);
      await page.evaluate("document.querySelector('openhouse-tour').setMode('panorama')");
      expect(await told(page, 'error')).toEqual([]);
      expect(complaints).toEqual([]);
      const leaks = traffic.filter(
        (text) =>
          /\b(oht|ohc|ohs)_[\w-]{20,}/.test(text) ||
          text.includes(service.demo.app_secret) ||
          text.includes(service.demo.app_key),
      );
      expect(traffic.length).toBeGreaterThan(10);
      expect(leaks.map((text) => text.slice(0, 160))).toEqual([]);
      await context.close();
    });

    test('what shows is told as a state, and a state shows it again', async () => {
      const { context, page, complaints } = await open('demo-loft');
      await standing(page);
      const state = () => page.evaluate<string>("document.querySelector('openhouse-tour').state");
      const set = (value: string) =>
        page.evaluate(`document.querySelector('openhouse-tour').state = ${JSON.stringify(value)}`);
      const begun = await state();
      expect(begun).toMatch(/^view=panorama&at=6&look=/);
      expect(await told(page, 'statechange')).toEqual([]);

      await page.evaluate("document.querySelector('openhouse-tour').lookAt({ yaw: 1, pitch: 0.1 })");
      await expect.poll(() => told(page, 'statechange')).toMatchObject([{ isStep: false }]);
      const turned = await state();
      expect(turned).toMatch(/look=57.3,5.73,/);
      await page.getByRole('button', { name: 'Walk to viewpoint 7' }).last().press('Enter');
      await expect.poll(() => told(page, 'statechange')).toMatchObject([{ isStep: false }, { isStep: true }]);
      await page.getByRole('button', { name: 'Doll’s house' }).click();
      await page.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
      const steps = async () => (await told(page, 'statechange')).filter(({ isStep }) => isStep).length;
      await expect.poll(steps).toBe(2);

      await set(turned);
      await expect.poll(state).toBe(turned);
      const house = 'view=model&at=7&look=40,35,2&around=2,1,1';
      await set(house);
      await expect.poll(state).toBe(house);
      for (const broken of ['view=attic&at=99&look=a,b,c', '%%%', '']) {
        await set(broken);
        await expect.poll(state).toMatch(/^view=panorama&at=6&/);
      }
      await expect.poll(state).toBe(begun);
      expect(await steps()).toBe(2);

      await page.evaluate(
        `const tour = document.querySelector('openhouse-tour'); tour.setAttribute('state', '${house}'); const home = tour.parentNode; tour.remove(); home.append(tour)`,
      );
      await page.locator('openhouse-tour [data-look=dots]').first().waitFor({ state: 'attached' });
      await page.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
      await expect.poll(state).toBe(house);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('the plan shows every viewpoint to scale, floor by floor, and is told', async () => {
      const { context, page, complaints } = await open('demo-loft');
      await standing(page);
      await page.getByRole('button', { name: 'Plan', exact: true }).click();
      await page.locator('openhouse-tour .oh-above [data-look=dots]').first().waitFor({ state: 'attached' });
      await page.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
      expect(await told(page, 'modechange')).toEqual([{ type: 'modechange', mode: 'plan' }]);
      expect(await page.locator('openhouse-tour .oh-plan-walls').getAttribute('d')).toMatch(/^M/);
      expect(await judge(page)).toEqual([]);
      const { observers } = (await answerOf(context, 'vr-info')) as { observers: { standing_position: Triple }[] };
      const [metres, scalePx] = await page.evaluate<[number, number]>(`(() => {
        const scale = document.querySelector('openhouse-tour').shadowRoot.querySelector('.oh-plan-scale');
        return [parseFloat(scale.textContent), scale.getBoundingClientRect().width];
      })()`);
      const dots = (await marksOf(page)).filter(({ id }) => id.startsWith('viewpoint-'));
      const placeOf = (id: string) => observers[Number(id.split('-')[1])]?.standing_position ?? [0, 0, 0];
      const [first] = dots;
      expect(dots.length).toBeGreaterThan(5);
      for (const { id, x, y } of dots) {
        const [from, to] = [placeOf(first?.id ?? ''), placeOf(id)];
        const truth = [0, 2].map((axis) => ((to[axis] ?? 0) - (from[axis] ?? 0)) * (scalePx / metres));
        expect(
          Math.hypot(x - (first?.x ?? 0) - (truth[0] ?? 0), y - (first?.y ?? 0) - (truth[1] ?? 0)),
          id,
        ).toBeLessThan(NEAR_PX);
      }
      const state = () => page.evaluate<string>("document.querySelector('openhouse-tour').state");
      await page.getByRole('button', { name: 'Floor 2' }).click();
      await expect.poll(state).toMatch(/^view=plan&at=6&floor=1&look=/);
      expect((await marksOf(page)).map(({ id }) => id)).not.toContain(first?.id);
      const before = await state();
      await page.evaluate("document.querySelector('openhouse-tour').steer('closer')");
      await expect.poll(state).not.toBe(before);
      await page.evaluate(`document.querySelector('openhouse-tour').state = '${before}'`);
      await expect.poll(state).toBe(before);
      // The element opens with it as well.
      await page.evaluate(
        "const tour = document.querySelector('openhouse-tour'); tour.setAttribute('mode', 'plan'); const home = tour.parentNode; tour.remove(); home.append(tour)",
      );
      await page.locator('openhouse-tour .oh-above [data-look=dots]').first().waitFor({ state: 'attached' });
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('fills the screen by button and key, and lets a page put its own in the slots', async () => {
      const { context, page, complaints } = await open('demo-loft');
      await standing(page);
      const filling = () =>
        page.evaluate<string | null>('document.fullscreenElement && document.fullscreenElement.localName');
      await page.getByRole('button', { name: 'Full screen' }).click();
      await expect.poll(filling).toBe('openhouse-tour');
      await page.getByRole('button', { name: 'Leave full screen' }).click();
      await expect.poll(filling).toBe(null);
      await page.locator('openhouse-tour .oh-window').press('f');
      await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
      await page.locator('openhouse-tour .oh-window').press('f');
      await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();

      await page.evaluate(`document.querySelector('openhouse-tour').insertAdjacentHTML('beforeend',
        '<a slot="over" href="/">Homes Ltd</a><input slot="foot" aria-label="Search">')`);
      await page.getByRole('link', { name: 'Homes Ltd' }).waitFor();
      expect(await page.getByRole('button', { name: 'Walk to viewpoint 7' }).count()).toBe(1);
      // Keys in a field of the page's own are its own.
      await page.getByRole('textbox', { name: 'Search' }).press('f');
      expect(await page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe('f');
      expect(await filling()).toBe(null);
      const dressed = await page
        .getByRole('button', { name: 'Panorama' })
        .evaluate(
          (button) =>
            (globalThis as unknown as { getComputedStyle(of: unknown): { outlineColor: string } }).getComputedStyle(
              button,
            ).outlineColor,
        );
      expect(dressed).toBe('rgb(1, 2, 3)');
      expect(await judge(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('leaves the button out where nothing may fill the screen', async () => {
      const { context, page } = await open('demo-loft');
      await page.addInitScript("Object.defineProperty(document, 'fullscreenEnabled', { value: false })");
      await page.reload();
      await standing(page);
      expect(await page.getByRole('button', { name: 'Zoom in' }).count()).toBe(1);
      expect(await page.getByRole('button', { name: 'Full screen' }).count()).toBe(0);
      await context.close();
    });

    test('what a visitor may not see is said, and told', async () => {
      const { context, page } = await open('somebody-elses');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await told(page, 'error')).toMatchObject([
        { what: 'tour', message: expect.stringMatching(/403 err_not_authorized/) },
      ]);
      expect(await judge(page)).toEqual([]);
      await context.close();
    });

    test('an element that is taken out and put back later shows its tour again', async () => {
      const { context, page, complaints } = await open('demo-loft');
      await standing(page);
      await page.evaluate(
        "(async () => { const tour = document.querySelector('openhouse-tour'); const home = tour.parentNode; tour.remove(); await new Promise(setTimeout); home.append(tour) })()",
      );
      await expect.poll(() => told(page, 'viewpointchange')).toHaveLength(2);
      await standing(page);
      expect(await page.locator('openhouse-tour canvas').count()).toBe(1);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('the page of the guide, with the modules as they are packed', async () => {
      const { context, page, complaints } = await open('guide');
      await standing(page);
      await page.getByRole('button', { name: 'Doll’s house' }).click();
      await page.locator('openhouse-tour [data-look=dots]').first().waitFor({ state: 'attached' });
      await page.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });

      const [, links = ''] = /```js file=links\.js\n(.*?)```/s.exec(guideText()) ?? [];
      await page.evaluate(`(() => { ${links} })()`);
      await page.getByRole('button', { name: 'Walk to viewpoint 7' }).last().press('Enter');
      await expect.poll(() => new URL(page.url()).hash).toMatch(/^#view=panorama&at=7&/);
      await page.goBack();
      await expect.poll(() => page.locator('openhouse-tour .oh-here').textContent()).toMatch(/Viewpoint 6/);
      expect(complaints).toEqual([]);
      await context.close();
    });

    const answerOf = async (context: BrowserContext, operation: string) => {
      const answer = await context.request.get(`${origin}/api/tours/${operation}?resource_code=demo-loft`);
      return ((await answer.json()) as { data: unknown }).data;
    };
  },
);

const guideText = () => readFileSync(join(root, 'docs/guides/viewer-on-your-site.md'), 'utf8');

function guidePage(): string {
  return /```html file=index\.html\n(.*?)```/s.exec(guideText())?.[1] ?? '';
}

/** The scripts of the page that were loaded so far. */
const loadedScripts = (page: Page) =>
  page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js')).map((name) => name.split('/').at(-1))",
  );

interface ShownMark {
  readonly id: string;
  /** Middle of its anchor, from the view's upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly size: { readonly width: number; readonly height: number };
}

const marksOf = (page: Page) =>
  page.evaluate<ShownMark[]>(`(() => {
    const root = document.querySelector('openhouse-tour').shadowRoot;
    const frame = root.querySelector('.oh-view').getBoundingClientRect();
    return [...root.querySelectorAll('.oh-view:not([hidden]) .oh-mark')]
      .filter((mark) => !mark.hidden)
      .map((mark) => {
        const box = mark.querySelector('[data-anchor]').getBoundingClientRect();
        const { width, height } = frame;
        const x = box.x + box.width / 2 - frame.x;
        const y = box.y + box.height / 2 - frame.y;
        return { id: mark.dataset.thing, x, y, size: { width, height } };
      });
  })()`);
