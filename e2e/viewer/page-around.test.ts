import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { cubeModel } from '../explorer/cube-model.ts';
import { slide } from '../slide.ts';
import { useChromium } from '../use-demo-service.ts';
import { type ElementHost, elementHost, settled } from './element-host.ts';
import { bundleOf } from './unusual-tours.ts';

const MODES = ['panorama', 'model', 'plan'] as const;
const PHONE = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true } as const;
const LONG =
  'html, body { margin: 0; } p { height: 150px; margin: 0; } openhouse-tour { display: block; height: 400px; } h1 { display: none; } footer { height: 1500px; }';
const FITTING =
  'html, body { margin: 0; height: 100%; } openhouse-tour { display: block; height: 100vh; } h1, p, footer { display: none; }';
/** A page whose window does not scroll, but something in it does. */
const SCROLLED_INSIDE = `${LONG} html, body { height: 100%; overflow: hidden; } main { height: 100%; overflow-y: auto; }`;

describe.skipIf(!hasChromium)(
  `a tour in a page that scrolls${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    beforeAll(async () => {
      host = await elementHost();
      const house = {
        stands: [
          { at: [0, 1.6, 0], ways: [1] },
          { at: [2, 1.6, -1.5], ways: [0] },
        ],
        model: { file_url: 'house.gltf' },
        files: new Map([['house.gltf', cubeModel({})]]),
      } as const;
      for (const [path, bytes] of await bundleOf(house)) host.files.set(`/tour/${path}`, bytes);
    }, PATIENCE_MS);
    afterAll(async () => {
      await host?.close();
    });
    beforeEach(() => {
      host.files.set('/style.css', LONG);
      host.page = undefined;
      host.allowance = '';
    });

    const open = async (mode: string, options: Parameters<ElementHost['open']>[1] = {}) => {
      host.body = `<p id="above">Above</p><openhouse-tour bundle="tour" mode="${mode}"></openhouse-tour><footer>Below</footer>`;
      const opened = await host.open(chromium, options);
      await settled(opened.page);
      return opened;
    };
    const scrolled = (page: Page) => page.evaluate<number>("scrollY + document.querySelector('main').scrollTop");
    const state = (page: Page) => page.evaluate<string>("document.querySelector('openhouse-tour').state");
    /** Turns the wheel over the tour, and waits until it has done what it does. */
    const wheel = async (page: Page, downPx: number) => {
      await page.mouse.move(450, 220);
      await page.mouse.wheel(0, downPx);
      await page.waitForTimeout(300);
    };

    /** Scrolls back once the page has come to rest: a finger throws it. */
    const backToTop = (page: Page) =>
      page.evaluate(`new Promise((done) => {
        let [last, since] = [scrollY, performance.now()];
        const look = () => {
          if (scrollY !== last) [last, since] = [scrollY, performance.now()];
          if (performance.now() - since < 500) return requestAnimationFrame(look);
          scrollTo(0, 0);
          done();
        };
        look();
      })`);

    test.each(MODES)(
      'the wheel scrolls the page until one has pressed the view, and again from beside it: %s',
      async (mode) => {
        const { page, complaints } = await open(mode);
        const first = await state(page);
        await wheel(page, 100);
        expect(await scrolled(page)).toBe(100);
        expect(await state(page)).toBe(first);
        await page.mouse.move(300, 300);
        await page.mouse.down();
        await page.mouse.move(340, 310, { steps: 4 });
        await page.mouse.up();
        await expect.poll(() => state(page)).not.toBe(first);
        const turned = await state(page);
        await wheel(page, -100);
        expect(await scrolled(page)).toBe(100);
        await expect.poll(() => state(page)).not.toBe(turned);
        await page.locator('#above').click();
        await wheel(page, -100);
        expect(await scrolled(page)).toBe(0);
        expect(complaints).toEqual([]);
        await page.context().close();
      },
    );

    test.each(MODES)('a press, and a finger, after keys show no ring around the view: %s', async (mode) => {
      const { page } = await open(mode, { hasTouch: true });
      const touch = await page.context().newCDPSession(page);
      const ring = () =>
        page.evaluate("document.querySelector('openhouse-tour').shadowRoot.activeElement?.matches(':focus-visible')");
      const away = () => page.evaluate('document.activeElement.blur(), scrollTo(0, 0)');
      await page.keyboard.press('Tab');
      expect(await ring()).toBe(true);
      for (const press of [
        () => page.mouse.click(450, 300),
        () =>
          slide(touch, [
            [
              { x: 250, y: 300 },
              { x: 150, y: 302 },
            ],
          ]),
      ]) {
        await away();
        await page.keyboard.press('Shift');
        await press();
        await expect.poll(ring).toBe(false);
      }
      await page.context().close();
    });

    test.each(MODES)(
      'a held control key, as by two fingers on a trackpad, zooms the view at once: %s',
      async (mode) => {
        const { page } = await open(mode);
        const first = await state(page);
        await page.keyboard.down('Control');
        await wheel(page, -100);
        await page.keyboard.up('Control');
        await expect.poll(() => state(page)).not.toBe(first);
        expect(await scrolled(page)).toBe(0);
        expect(await page.evaluate('visualViewport.scale')).toBe(1);
        await page.context().close();
      },
    );

    test('a page that fits its window has nothing to scroll: the wheel zooms at once', async () => {
      host.files.set('/style.css', FITTING);
      const { page } = await open('panorama');
      const first = await state(page);
      await wheel(page, 100);
      await expect.poll(() => state(page)).not.toBe(first);
      await page.context().close();
    });

    test.each([
      ['a box of the page', SCROLLED_INSIDE],
      ['the window, with more below that came later', FITTING],
    ])('what scrolls may be %s', async (_what, style) => {
      host.files.set('/style.css', style);
      const { page } = await open('panorama');
      if (style === FITTING)
        await page.evaluate(
          "document.querySelector('main').append(Object.assign(document.createElement('pre'), { textContent: '\\n'.repeat(200) }))",
        );
      const first = await state(page);
      await wheel(page, 100);
      expect(await scrolled(page)).toBe(100);
      expect(await state(page)).toBe(first);
      await page.context().close();
    });

    test('a frame that fits its own window leaves the wheel to the page around it', async () => {
      host.files.set('/style.css', FITTING);
      const { page } = await open('panorama');
      host.files.set('/frame.html', await (await page.request.get(page.url())).text());
      host.allowance = "; frame-src 'self'";
      host.page = `<!doctype html><main><iframe src="/frame.html" width="600" height="400"></iframe><pre>${'\n'.repeat(200)}</pre></main>`;
      await page.reload();
      const at = () => page.evaluate<number>("frames[0].document.querySelector('openhouse-tour')?.viewpoint");
      await expect.poll(at).toBe(0);
      const told = () => page.evaluate<string>("frames[0].document.querySelector('openhouse-tour').state");
      const first = await told();
      await wheel(page, 100);
      expect(await scrolled(page)).toBe(100);
      expect(await told()).toBe(first);
      await page.mouse.click(300, 200);
      await wheel(page, 100);
      expect(await scrolled(page)).toBe(100);
      await expect.poll(told).not.toBe(first);
      await page.context().close();
    });

    test.each(MODES)('a finger that moves up scrolls the page until one has turned the view: %s', async (mode) => {
      const { page } = await open(mode, PHONE);
      const touch = await page.context().newCDPSession(page);
      const first = await state(page);
      await slide(touch, [
        [
          { x: 200, y: 400 },
          { x: 200, y: 250 },
        ],
      ]);
      await expect.poll(() => scrolled(page)).toBeGreaterThan(80);
      expect(await state(page)).toBe(first);
      await backToTop(page);
      await slide(touch, [
        [
          { x: 250, y: 300 },
          { x: 150, y: 302 },
        ],
      ]);
      await expect.poll(() => state(page)).not.toBe(first);
      const turned = await state(page);
      await slide(touch, [
        [
          { x: 200, y: 400 },
          { x: 200, y: 250 },
        ],
      ]);
      await expect.poll(() => state(page)).not.toBe(turned);
      expect(await scrolled(page)).toBe(0);
      await page.touchscreen.tap(100, 60);
      await page.context().close();
    });

    test.each(MODES)('two fingers zoom the view at once, and the page stays: %s', async (mode) => {
      const { page } = await open(mode, PHONE);
      const touch = await page.context().newCDPSession(page);
      const first = await state(page);
      await slide(touch, [
        [
          { x: 180, y: 330 },
          { x: 100, y: 300 },
        ],
        [
          { x: 220, y: 370 },
          { x: 300, y: 400 },
        ],
      ]);
      await expect.poll(() => state(page)).not.toBe(first);
      expect(await scrolled(page)).toBe(0);
      expect(await page.evaluate('visualViewport.scale')).toBe(1);
      await page.context().close();
    });

    test('on a page that fits its window a finger that moves up turns the view at once', async () => {
      host.files.set('/style.css', FITTING);
      const { page } = await open('panorama', PHONE);
      const touch = await page.context().newCDPSession(page);
      const first = await state(page);
      await slide(touch, [
        [
          { x: 200, y: 400 },
          { x: 200, y: 250 },
        ],
      ]);
      await expect.poll(() => state(page)).not.toBe(first);
      await page.context().close();
    });
  },
);
