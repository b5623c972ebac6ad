import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { cubeModel } from '../explorer/cube-model.ts';
import { useChromium } from '../use-demo-service.ts';
import { placeOf } from './color-in-picture.ts';
import { type ElementHost, elementHost, settled } from './element-host.ts';
import { bundleOf } from './unusual-tours.ts';

/** What each viewpoint's pictures are full of. */
const COLORS = [
  [200, 60, 50],
  [60, 140, 70],
  [50, 80, 190],
] as const;
/** Of the 540,000 pixels of the page. */
const MANY_PIXELS = 200_000;

const house = {
  // No way leads to the third: nothing of it is fetched before one is there.
  stands: [
    { at: [0, 1.6, 0], ways: [1] },
    { at: [2, 1.6, -1.5], ways: [0] },
    { at: [4, 4.6, 0], ways: [0], floor: 1 },
  ],
  model: { file_url: 'house.gltf' },
  files: new Map([['house.gltf', cubeModel({})]]),
} as const;

describe.skipIf(!hasChromium)(
  `what comes in between while a tour shows${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    beforeAll(async () => {
      host = await elementHost();
    }, PATIENCE_MS);
    afterAll(async () => {
      await host?.close();
    });
    beforeEach(async () => {
      host.before = () => undefined;
      host.body = '<openhouse-tour bundle="tour"></openhouse-tour>';
      host.files.clear();
      for (const [path, bytes] of await bundleOf(house)) host.files.set(`/tour/${path}`, bytes);
      const info = JSON.parse(String(host.files.get('/tour/vr-info.json')));
      for (const [index, sides] of info.panorama.list.entries()) {
        const [r, g, b] = COLORS[index] ?? COLORS[0];
        const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } })
          .png()
          .toBuffer();
        for (const side of ['front', 'right', 'back', 'left', 'up', 'down']) {
          sides[side] = `${index}/${side}.png`;
          host.files.set(`/tour/assets/${index}/${side}.png`, picture);
        }
      }
      host.files.set('/tour/vr-info.json', JSON.stringify(info));
    });

    /** Opens the page, with a program of the page's own that runs before the element's. */
    const open = (program = '') =>
      host.open({
        async newContext(options): Promise<BrowserContext> {
          const context = await chromium.newContext(options);
          if (program !== '') await context.addInitScript(program);
          return context;
        },
      });
    /** Holds answers back. @returns Lets them go. */
    const hold = (isHeld: (path: string) => boolean): (() => void) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      host.before = (path) => (isHeld(path) ? released : undefined);
      return release;
    };
    const onTour = <Answer = unknown>(page: Page, code: string) =>
      page.evaluate<Answer>(`(() => { const tour = document.querySelector('openhouse-tour'); return ${code}; })()`);
    /** Which viewpoint's pictures fill the page. */
    const seen = async (page: Page) => {
      const picture = await page.screenshot();
      const counts = await Promise.all(COLORS.map(async (color) => (await placeOf(picture, color)).count));
      return counts.flatMap((count, index) => (count > MANY_PIXELS ? [index] : []));
    };
    const message = (page: Page) => page.locator('openhouse-tour .oh-message');

    test('a walk that a page asks for when it is told of another one ends where the page asked', async () => {
      const { page, complaints, told } = await open(
        "document.addEventListener('viewpointchange', ({ target, detail }) => detail.index < 2 && target.goTo(detail.index + 1), true)",
      );
      await settled(page);
      expect(await onTour(page, 'tour.viewpoint')).toBe(2);
      await expect.poll(() => seen(page)).toEqual([2]);
      await onTour(page, 'tour.goTo(0)');
      await settled(page);
      expect(await onTour(page, 'tour.viewpoint')).toBe(2);
      await expect.poll(() => seen(page)).toEqual([2]);
      // Each listener hears of each, though of the last one first where another one walked on before it.
      expect((await told('viewpointchange')).map(({ index }) => index)).toEqual([2, 1, 0, 2, 1, 0]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test('a tour whose tags never arrive shows without them, and says so', async () => {
      host.files.set('/tour/hot-list.json', '{}');
      const release = hold((path) => path === '/tour/hot-list.json');
      // What is waited for is no longer waited for.
      const { page, told } = await open(
        'const later = setTimeout; window.setTimeout = (run, ms, ...more) => later(run, ms === 10000 ? 1 : ms, ...more)',
      );
      await expect.poll(() => seen(page)).toEqual([0]);
      expect(await message(page).textContent()).toBe('Some of what belongs to this tour did not arrive.');
      expect((await told('error')).map(({ what, message }) => [what, message])).toEqual([
        ['reads', 'No answer within 10 s: hot-list.'],
      ]);
      await onTour(page, 'tour.goTo(1)');
      await expect.poll(() => seen(page)).toEqual([1]);
      expect(await message(page).isHidden()).toBe(true);
      release();
      await page.context().close();
    });

    test('a tour whose tags are answered with a failure shows without them, and says so', async () => {
      const { page, told } = await host.open({
        async newContext(options): Promise<BrowserContext> {
          const context = await chromium.newContext(options);
          await context.route('**/tour/hot-list.json', (route) => route.fulfill({ status: 503 }));
          return context;
        },
      });
      await expect.poll(() => seen(page)).toEqual([0]);
      expect(await message(page).textContent()).toBe('Some of what belongs to this tour did not arrive.');
      expect((await told('error')).map(({ what, message }) => [what, message])).toEqual([
        ['reads', expect.stringMatching(/^hot-list\.json below .*\/tour\/ was answered 503$/)],
      ]);
      await page.context().close();
    });

    describe('the cover of a tour', () => {
      beforeEach(() => {
        const info = JSON.parse(String(host.files.get('/tour/vr-info.json')));
        host.files.set('/tour/vr-info.json', JSON.stringify({ ...info, title_picture_url: 'cover.png' }));
        // Full of what the third viewpoint is full of.
        host.files.set('/tour/assets/cover.png', host.files.get('/tour/assets/2/front.png') ?? '');
      });

      test('shows until the first pictures are there, in place of a void', async () => {
        const release = hold((path) => path.startsWith('/tour/assets/0/'));
        const { page, complaints } = await open();
        await expect.poll(() => seen(page)).toEqual([2]);
        release();
        await expect.poll(() => seen(page)).toEqual([0]);
        await settled(page);
        expect(await onTour(page, "tour.shadowRoot.querySelectorAll('.oh-view > img:not(.oh-still)').length")).toBe(0);
        expect(complaints).toEqual([]);
        await page.context().close();
      });

      test('shows at no viewpoint but the one where the tour begins', async () => {
        host.body = '<openhouse-tour bundle="tour" state="at=1"></openhouse-tour>';
        const release = hold((path) => path.startsWith('/tour/assets/1/'));
        const { page } = await open();
        await expect.poll(() => onTour(page, 'tour.viewpoint')).toBe(1);
        expect(await seen(page)).toEqual([]);
        release();
        await expect.poll(() => seen(page)).toEqual([1]);
        await page.context().close();
      });

      test('that does not arrive is not missed', async () => {
        host.files.delete('/tour/assets/cover.png');
        const { page } = await open();
        await expect.poll(() => seen(page)).toEqual([0]);
        expect(await message(page).isHidden()).toBe(true);
        await page.context().close();
      });
    });

    describe('the preview of a viewpoint', () => {
      const SIDES = {
        back: [200, 60, 50],
        down: [60, 140, 70],
        front: [50, 80, 190],
        left: [210, 190, 40],
        right: [40, 180, 190],
        up: [150, 60, 170],
      };
      const LOOKS = [
        [0, 0],
        [Math.PI / 2, 0],
        [Math.PI, 0],
        [-Math.PI / 2, 0],
        [0, Math.PI / 2],
        [0, -Math.PI / 2],
      ];
      const plain = ([r = 0, g = 0, b = 0]: readonly number[]) =>
        sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } })
          .png()
          .toBuffer();
      /** Sides that fill the page, one after the other, as one looks ahead, around, up and down. */
      const seenAround = async (page: Page) => {
        const filling: string[] = [];
        for (const [yaw, pitch] of LOOKS) {
          await onTour(page, `tour.lookAt({ yaw: ${yaw}, pitch: ${pitch}, fov: 60 })`);
          await sleep(200);
          const picture = await page.screenshot();
          for (const [side, color] of Object.entries(SIDES))
            if ((await placeOf(picture, color)).count > MANY_PIXELS) filling.push(side);
        }
        return filling;
      };
      beforeEach(async () => {
        const squares = await Promise.all(Object.values(SIDES).map(plain));
        const preview = await sharp({ create: { width: 64, height: 384, channels: 3, background: 'black' } })
          .composite(squares.map((input, at) => ({ input, left: 0, top: 64 * at })))
          .png()
          .toBuffer();
        for (const [at, side] of Object.keys(SIDES).entries()) {
          host.files.set(`/tour/assets/0/${side}.png`, squares[at] ?? '');
        }
        host.files.set('/tour/assets/0/preview.png', preview);
        const info = JSON.parse(String(host.files.get('/tour/vr-info.json')));
        info.panorama.list[0].preview = '0/preview.png';
        host.files.set('/tour/vr-info.json', JSON.stringify(info));
        host.body = '<openhouse-tour bundle="tour"></openhouse-tour>';
      });

      test('shows on all sides, as the pictures do once they are there', async () => {
        const release = hold((path) => path.startsWith('/tour/assets/0/') && !path.includes('preview'));
        const { page, complaints } = await open();
        await expect.poll(() => seenAround(page)).toHaveLength(6);
        const before = await seenAround(page);
        expect(new Set(before).size).toBe(6);
        host.files.delete('/tour/assets/0/preview.png');
        release();
        await settled(page);
        expect(await seenAround(page)).toEqual(before);
        expect(await message(page).isHidden()).toBe(true);
        expect(complaints).toEqual([]);
        await page.context().close();
      });

      test('stands in for pictures that do not arrive, and the tour says that some are missing', async () => {
        for (const side of ['front', 'back', 'up']) host.files.delete(`/tour/assets/0/${side}.png`);
        const { page } = await open();
        await settled(page);
        expect(await seenAround(page)).toHaveLength(6);
        await expect
          .poll(() => message(page).textContent())
          .toMatch(/Some pictures of this viewpoint are out of reach/);
        await page.context().close();
      });

      test.each(['is not there', 'is no six squares'])('that %s is not missed', async (what) => {
        if (what === 'is not there') host.files.delete('/tour/assets/0/preview.png');
        else host.files.set('/tour/assets/0/preview.png', await plain([0, 0, 0]));
        const { page } = await open();
        await settled(page);
        expect(new Set(await seenAround(page)).size).toBe(6);
        expect(await message(page).isHidden()).toBe(true);
        await page.context().close();
      });
    });

    test('the first pictures, which are asked for ahead of the view, are asked for once', async () => {
      const asked: string[] = [];
      host.before = async (path) => {
        if (!path.includes('/assets/0/')) return;
        asked.push(path);
        // Longer than the view takes to open, and to ask for them itself.
        await sleep(2000);
      };
      const { page } = await open();
      await settled(page);
      await expect.poll(() => seen(page)).toEqual([0]);
      expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
      expect(asked).not.toEqual([]);
      await page.context().close();
    });

    test('a tour that is closed while it tells something tells nothing any more', async () => {
      host.body = '<div id="box"></div>';
      const { page, complaints } = await open(
        `document.addEventListener('viewpointchange', ({ detail }) => {
          if (detail.index !== window.closesAt) return;
          window.told.length = 0;
          window.view.close();
        }, true)`,
      );
      for (const closesAt of [0, 1]) {
        await page.evaluate(`{
          window.closesAt = ${closesAt};
          window.told.length = 0;
          window.view = window.openTour(document.getElementById('box'), { bundle: 'tour', state: 'view=plan&at=0' });
        }`);
        if (closesAt === 1) await page.getByRole('button', { name: 'Walk to viewpoint 1' }).first().press('Enter');
        await expect.poll(() => page.locator('.oh-tour').count()).toBe(0);
        await page.evaluate('window.view.goTo(2)');
        // Whether it tells where it rests shows at rest.
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
        expect(await page.evaluate('window.told')).toMatchObject([{ type: 'viewpointchange', index: closesAt }]);
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test('a walk takes back what was said of the pictures before it, and nothing of another view', async () => {
      for (const path of host.files.keys()) if (/house|assets\/0/.test(path)) host.files.delete(path);
      const { page } = await open();
      await message(page).getByText('The pictures of this viewpoint are out of reach').waitFor();
      await onTour(page, "tour.setMode('model')");
      await message(page).getByText('The model could not be loaded').waitFor();
      const release = hold((path) => path.startsWith('/tour/assets/2/'));
      await onTour(page, 'tour.goTo(2)');
      expect(await message(page).textContent()).toMatch(/^The model could not be loaded/);
      await onTour(page, "tour.setMode('panorama')");
      expect(await message(page).isVisible()).toBe(false);
      release();
      await settled(page);
      await expect.poll(() => seen(page)).toEqual([2]);
      expect(await message(page).isVisible()).toBe(false);
      await page.context().close();
    });

    test.each([
      ['before any of its pictures are there', (path: string) => path.startsWith('/tour/assets/2/')],
      ['before the last of them is there', (path: string) => path === '/tour/assets/2/back.png'],
    ])('a context that comes back during a walk, %s: the walk ends where it led', async (_, isHeld) => {
      const { page, complaints, told } = await open();
      await settled(page);
      const release = hold(isHeld);
      await onTour(page, 'tour.goTo(2)');
      const isSeen = !isHeld('/tour/assets/2/front.png');
      await expect.poll(() => seen(page)).toEqual([isSeen ? 2 : 0]);
      await onTour(
        page,
        "new Promise((resolve) => { const canvas = tour.shadowRoot.querySelector('canvas'); const lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context'); canvas.addEventListener('webglcontextlost', () => setTimeout(() => lost.restoreContext())); canvas.addEventListener('webglcontextrestored', resolve); lost.loseContext(); })",
      );
      if (isSeen) await expect.poll(() => seen(page)).toEqual([2]);
      release();
      await settled(page);
      expect(await onTour(page, 'tour.viewpoint')).toBe(2);
      await expect.poll(() => seen(page)).toEqual([2]);
      expect(await told('error')).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test.each([
      ['the pictures of a viewpoint', '/tour/assets/2/front.png', 'tour.goTo(2)', 'tour.goTo(0)'],
      ['the pictures of a viewpoint', '/tour/assets/2/front.png', 'tour.goTo(2)', 'tour.remove()'],
      ['a model', '/tour/assets/house.gltf', "tour.setMode('model')", 'tour.remove()'],
      ['a tileset', '/tour/assets/tileset.json', "tour.setMode('model')", 'tour.remove()'],
      ['a tile', '/tour/assets/tile.gltf', "tour.setMode('model')", 'tour.remove()'],
    ])('%s at %s: after %s, %s cancels it', async (what, path, ask, leave) => {
      if (what.startsWith('a tile')) await hasTileset();
      const { page, complaints } = await open();
      const of = (request: Request) => new URL(request.url()).pathname === path;
      await settled(page);
      const release = hold((asked) => asked === path);
      const asked = page.waitForRequest(of);
      const cancelled = page.waitForEvent('requestfailed', of);
      await onTour(page, ask);
      await asked;
      await onTour(page, leave);
      expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
      release();
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test('a floor that is picked by key leaves the keys where they were', async () => {
      const { page, complaints } = await open();
      await settled(page);
      await onTour(page, "tour.setMode('plan')");
      const floors = page.getByRole('group', { name: 'Floors' });
      const isPressed = () =>
        floors
          .getByRole('button')
          .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-pressed')));
      expect(await isPressed()).toEqual(['true', 'false']);
      await floors.getByRole('button', { name: 'Floor 2' }).press('Enter');
      expect(await isPressed()).toEqual(['false', 'true']);
      expect(await onTour(page, 'tour.shadowRoot.activeElement.textContent')).toBe('Floor 2');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      expect(await isPressed()).toEqual(['true', 'false']);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test.each([
      ['it listens itself', "document.querySelector('[role=slider]')"],
      ['a framework listens around all of the page', 'document'],
    ])('a key that something of the page’s own in a slot has used does nothing else: %s', async (_, listening) => {
      host.body =
        '<openhouse-tour bundle="tour"><div slot="over" role="slider" tabindex="0">Price</div></openhouse-tour>';
      const { page, complaints } = await open(
        `addEventListener('DOMContentLoaded', () => ${listening}.addEventListener('keydown', (event) => event.key === 'ArrowLeft' && event.preventDefault()))`,
      );
      await settled(page);
      const state = () => onTour<string>(page, 'tour.state');
      const before = await state();
      await page.getByRole('slider').press('ArrowLeft');
      expect(await state()).toBe(before);
      await page.getByRole('slider').press('ArrowRight');
      await expect.poll(state).not.toBe(before);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test('fields, players and boxes that scroll keep their keys in a slot, and Escape in a field ends no measuring', async () => {
      host.body = `<openhouse-tour bundle="tour"><div slot="over"><input aria-label="Name"><audio controls></audio>
        <div role="note" tabindex="0">${'<p>A long text</p>'.repeat(9)}</div></div></openhouse-tour>`;
      const { page } = await open();
      await settled(page);
      await onTour(page, "tour.setMode('model')");
      await settled(page);
      await page.evaluate(
        "{ const sheet = new CSSStyleSheet(); sheet.replaceSync('[role=note] { height: 40px; overflow: auto }'); document.adoptedStyleSheets = [sheet]; }",
      );
      const state = () => onTour<string>(page, 'tour.state');
      const before = await state();
      const note = page.getByRole('note');
      for (const key of ['ArrowDown', 'PageDown']) {
        const top = () => page.evaluate<number>("document.querySelector('[role=note]').scrollTop");
        const last = await top();
        await note.press(key);
        await expect.poll(top).toBeGreaterThan(last);
      }
      for (const key of ['ArrowLeft', 'm', '+']) await page.locator('audio').press(key);
      await onTour(page, "tour.steer('measure')");
      await page.getByText('Pick the place to measure from').waitFor();
      await page.getByRole('textbox').press('Escape');
      expect(await onTour(page, 'tour.isMeasuring')).toBe(true);
      await note.press('Escape');
      expect(await onTour(page, 'tour.isMeasuring')).toBe(false);
      expect(await state()).toBe(before);
      await note.press('ArrowLeft');
      await expect.poll(state).not.toBe(before);
      await page.context().close();
    });

    /** A model of one tile. */
    async function hasTileset(): Promise<void> {
      const info = JSON.parse(String(host.files.get('/tour/vr-info.json')));
      info.model = { layers: [{ tileset_url: 'tileset.json' }] };
      const root = {
        boundingVolume: { box: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] },
        geometricError: 0,
        content: { uri: 'tile.gltf' },
      };
      host.files.set('/tour/vr-info.json', JSON.stringify(info));
      host.files.set(
        '/tour/assets/tileset.json',
        JSON.stringify({ asset: { version: '1.1' }, geometricError: 100, root }),
      );
      host.files.set('/tour/assets/tile.gltf', cubeModel({}));
    }
  },
);
