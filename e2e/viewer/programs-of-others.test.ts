import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { cubeModel } from '../explorer/cube-model.ts';
import { useChromium } from '../use-demo-service.ts';
import { type ElementHost, elementHost, type OpenedPage, settled } from './element-host.ts';
import { bundleOf, type Stand, type UnusualTour } from './unusual-tours.ts';

const stands: readonly Stand[] = [{ at: [0, 1.6, 0] }, { at: [2, 1.6, -1.5] }, { at: [-1.5, 1.6, -2] }];
const house: UnusualTour = {
  stands,
  rooms: ['Hall', 'Kitchen', 'Study'],
  model: { file_url: 'house.gltf' },
  files: new Map([['house.gltf', cubeModel({})]]),
};
const hut: UnusualTour = { stands: stands.slice(0, 2), rooms: ['Porch', 'Shed'] };

const element = (attributes: string) =>
  `<openhouse-tour id="tour" bundle="house" reads="hot-list model-plugin-datasets" ${attributes}></openhouse-tour>`;
/** What programs do that make the element; names of rooms are in the second read. */
const MAKE = `const made = document.createElement('openhouse-tour'); made.id = 'tour'; made.reads = 'hot-list model-plugin-datasets';`;
const tour = "document.getElementById('tour')";

describe.skipIf(!hasChromium)(
  `the element in programs of others${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: 'slow', timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    let opened: OpenedPage | undefined;
    beforeAll(async () => {
      host = await elementHost();
      for (const [name, of] of Object.entries({ house, hut }))
        for (const [path, bytes] of await bundleOf(of)) host.files.set(`/${name}/${path}`, bytes);
    }, PATIENCE_MS);
    beforeEach(() => {
      host.page = undefined;
      host.before = () => undefined;
    });
    afterEach(() => opened?.page.context().close());
    afterAll(() => host?.close());

    async function open(body: string, options: Parameters<ElementHost['open']>[1] = {}) {
      host.body = body;
      opened = await host.open(chromium, options);
      return opened;
    }
    const here = (page: Page) => page.locator('#tour .oh-here').textContent();
    const state = (page: Page) => page.evaluate<string>(`${tour}.state`);
    const asked = (page: Page) => {
      const paths: string[] = [];
      page.on('request', (request) => paths.push(request.url().replace(/^https?:\/\/[^/]+/, '')));
      return paths;
    };

    test('every attribute is a property, as frameworks set them; null and undefined take it away', async () => {
      const { page, complaints } = await open('');
      await page.evaluate(`${MAKE} made.bundle = 'house'; made.mode = 'plan'; document.body.append(made)`);
      await settled(page);
      const names = ['src', 'code', 'bundle', 'reads', 'mode', 'state'];
      const all = (value: string) => page.evaluate(`${JSON.stringify(names)}.map((name) => ${tour}${value})`);
      expect(await all('.getAttribute(name)')).toEqual([
        null,
        null,
        'house',
        'hot-list model-plugin-datasets',
        'plan',
        null,
      ]);
      expect(await all('[name]')).toEqual([
        '',
        '',
        'house',
        'hot-list model-plugin-datasets',
        'plan',
        expect.stringMatching('view=plan'),
      ]);
      await page.evaluate(`${tour}.bundle = 'hut'`);
      await expect.poll(() => here(page)).toBe('Viewpoint 0 · Porch');
      for (const nothing of ['null', 'undefined']) {
        await page.evaluate(`for (const name of ${JSON.stringify(names)}) {
          ${tour}[name] = 'panorama'; ${tour}[name] = ${nothing}; }`);
        expect(await all('.getAttribute(name)')).toEqual([null, null, null, null, null, null]);
      }
      await expect.poll(() => page.locator('#tour canvas').count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    test('properties that were set before the element was defined count', async () => {
      host.page = `<!doctype html><html lang="en"><head><title>A tour</title><script src="/first.js"></script>
        <script type="module" src="/code/page.js"></script></head><body><openhouse-tour id="tour"></openhouse-tour></body></html>`;
      host.files.set(
        '/first.js',
        `document.addEventListener('readystatechange', () => { if (document.readyState === 'interactive') Object.assign(${tour}, { bundle: 'house', mode: 'plan', fetch: window.ours = () => {} }); })`,
      );
      const { page, complaints } = await open('');
      await settled(page);
      expect(await page.evaluate(`[${tour}.mode, ${tour}.fetch === ours, Object.hasOwn(${tour}, 'fetch')]`)).toEqual([
        'plan',
        true,
        false,
      ]);
      expect(complaints).toEqual([]);
    });

    test('a page that keeps the state and sets what it was told does not turn the doll’s house back', async () => {
      const { page, told } = await open(element('mode="model"'));
      await settled(page);
      const last = async () => (await told('statechange')).at(-1)?.state;
      const outside = await state(page);
      await page.evaluate(
        `${tour}.addEventListener('statechange', ({ detail }) => setTimeout(() => { ${tour}.state = detail.state; }))`,
      );
      await page.evaluate(`for (let i = 0; i < 4; i += 1) ${tour}.steer('left')`);
      const turned = await state(page);
      expect(turned).not.toBe(outside);
      await expect.poll(last).toBe(turned);
      await page.evaluate(`${tour}.setMode('panorama')`);
      await expect.poll(last).toMatch(/view=panorama/);
      await page.evaluate(`${tour}.lookAt({ yaw: 1 })`);
      await expect.poll(last).toMatch(/view=panorama.*look=57.3,/);
      await page.evaluate(`${tour}.setMode('model')`);
      expect(await state(page)).toBe(turned);
    });

    test('taken from it by a program that brings the page up to date, the state stays', async () => {
      const { page } = await open(element('state="at=1"'));
      await settled(page);
      await page.evaluate(`${tour}.goTo(2)`);
      await expect.poll(() => here(page)).toBe('Viewpoint 2 · Study');
      await page.evaluate(`${tour}.removeAttribute('state')`);
      await settled(page);
      expect(await here(page)).toBe('Viewpoint 2 · Study');
    });

    test('attributes that are written again as they were ask for nothing', async () => {
      const { page, told } = await open(element('mode="panorama"'));
      await settled(page);
      await page.evaluate(`${tour}.setMode('plan')`);
      await settled(page);
      const paths = asked(page);
      await page.evaluate(`for (const { name, value } of [...${tour}.attributes]) ${tour}.setAttribute(name, value)`);
      await page.evaluate('new Promise((r) => setTimeout(r, 200))');
      expect(paths).toEqual([]);
      expect(await page.evaluate(`${tour}.mode`)).toBe('plan');
      // A property that is set is meant: the visitor went elsewhere since.
      await page.evaluate(`${tour}.mode = 'panorama'`);
      expect((await told('modechange')).map(({ mode }) => mode)).toEqual(['plan', 'panorama']);
    });

    test('asked for a view at once after it was made, it opens with that; a walk before the tour is there is refused', async () => {
      const { page } = await open('');
      const said = await page.evaluate(`(() => {
        ${MAKE} made.setAttribute('bundle', 'house'); document.body.append(made);
        made.setMode('plan');
        const refusals = [];
        for (const run of [() => made.goTo(1), () => made.setMode('attic')]) try { run(); } catch (error) { refusals.push(String(error)); }
        return [made.mode, ...refusals];
      })()`);
      expect(said).toEqual([
        'plan',
        'RangeError: The tour is not there yet: wait for viewpointchange.',
        'RangeError: There is no view "attic": it is one of panorama, model, plan.',
      ]);
      await settled(page);
      expect(await page.evaluate(`${tour}.mode`)).toBe('plan');
    });

    test('a page that switches its language is followed, where the visitor is', async () => {
      const { page, complaints } = await open(element(''));
      await settled(page);
      await page.evaluate(`${tour}.goTo(2)`);
      await expect.poll(() => here(page)).toBe('Viewpoint 2 · Study');
      await page.evaluate(`${tour}.lang = 'zh_CN'`);
      await expect.poll(() => here(page)).toBe('点位 2 · Study');
      await settled(page);
      await page.evaluate(`${tour}.lang = 'en'`);
      await expect.poll(() => here(page)).toBe('Viewpoint 2 · Study');
      expect(complaints).toEqual([]);
    });

    test('where the language is said to be unknown, it speaks the browser’s', async () => {
      const { page } = await open(element('lang=""'), { locale: 'zh-CN' });
      await settled(page);
      expect(await here(page)).toBe('点位 0 · Hall');
    });

    test('built by a widget before it is in the page, it looks as it does elsewhere', async () => {
      const { page, complaints } = await open('<div id="tour"></div>');
      await page.evaluate(`(() => {
        const box = document.createElement('div');
        box.style.height = '400px';
        openTour(box, { bundle: 'house', reads: ['model-plugin-datasets'] });
        setTimeout(() => ${tour}.append(box), 300);
      })()`);
      await page.locator('#tour .oh-here').waitFor();
      await expect.poll(() => here(page)).toBe('Viewpoint 0 · Hall');
      await expect
        .poll(() => page.locator('#tour .oh-window').evaluate('(one) => getComputedStyle(one).position'))
        .not.toBe('static');
      expect(complaints).toEqual([]);
    });

    test('a query of the bundle’s address, as of a version or a signed link, goes with each of its files', async () => {
      const { page, complaints } = await open('');
      const paths = asked(page);
      await page.evaluate(`${MAKE} made.bundle = 'house?v=3#top'; document.body.append(made)`);
      await settled(page);
      expect(await here(page)).toBe('Viewpoint 0 · Hall');
      const ofTour = paths.filter((path) => path.startsWith('/house'));
      expect(ofTour.length).toBeGreaterThan(6);
      expect(ofTour.filter((path) => !path.endsWith('?v=3'))).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test('a browser without what it is built of is told as an error, not thrown where nobody hears it', async () => {
      const { page, complaints, told } = await open('');
      await page.evaluate(`delete window.CSSStyleSheet; ${MAKE} made.bundle = 'house'; document.body.append(made)`);
      await expect
        .poll(() => told('error'))
        .toMatchObject([{ what: 'tour', message: expect.stringContaining('CSSStyleSheet is not a constructor') }]);
      expect(complaints).toEqual([]);
    });

    test('a fetch of the page’s own makes the calls to its back end', async () => {
      const { page } = await open('');
      await page.evaluate(`(() => {
        window.calls = [];
        ${MAKE}
        made.fetch = (address, init) => {
          window.calls.push([address, init.headers.accept]);
          return fetch(address.replace(/.*\\/([a-z-]+)\\?.*/, '/house/$1.json'), init)
            .then((answer) => answer.json()).then((data) => Response.json({ status: 'success', data }));
        };
        made.src = 'https://api.homes.example/tours/?site=3';
        made.code = 'loft';
        document.body.append(made);
      })()`);
      await expect.poll(() => here(page)).toBe('Viewpoint 0 · Hall');
      const ofOperation = (name: string) => [
        `https://api.homes.example/tours/${name}?site=3&resource_code=loft`,
        'application/json',
      ];
      expect(await page.evaluate('window.calls.sort()')).toEqual(
        ['hot-list', 'model-plugin-datasets', 'vr-info'].map(ofOperation),
      );
    });
  },
);
