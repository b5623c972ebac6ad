import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import type { Triple } from '../explorer/geometry.ts';
import { observers, START } from '../explorer/loft.ts';
import { measuresInPanorama, pressAt, readMeasured } from '../explorer/measured.ts';
import { judge } from '../pages/judge.ts';
import { root } from '../service.ts';
import { useChromium } from '../use-demo-service.ts';
import { type ElementHost, elementHost, type OpenedPage, settled, type Told } from './element-host.ts';
import { bundleOf } from './unusual-tours.ts';

const SHADOW = "document.getElementById('tour').shadowRoot";
/** How far a measured place may be from the one that was pressed, which a whole pixel is some of. */
const NEAR_M = 0.03;
/** A style of the page's own that reaches for everything, and makes the element larger than its own pixels. */
const foreignStyle = `
  * { margin: 0; padding: 0; box-sizing: content-box; font: 30px serif; letter-spacing: 4px; }
  div, svg, circle, path { transform: rotate(3deg) !important; position: static !important; }
  openhouse-tour { height: 560px; zoom: 1.2; }`;

describe.skipIf(!hasChromium)(
  `measuring in the element${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    beforeAll(async () => {
      host = await elementHost();
      const loft = join(root, 'demo/tours/demo-loft');
      host.elsewhere = (path) => {
        const file = join(loft, path.slice('/loft/'.length));
        return path.startsWith('/loft/') && existsSync(file) ? readFile(file) : undefined;
      };
      for (const [name, bytes] of await bundleOf({ stands: [{ at: [0, 1.6, 0] }] }))
        host.files.set(`/bare/${name}`, bytes);
    }, PATIENCE_MS);
    afterAll(() => host?.close());

    const inTour = <Value>(page: Page, script: string) =>
      page.evaluate<Value>(`(() => { const tour = document.getElementById('tour'); return ${script}; })()`);
    const poseOf = async (page: Page) => ({
      ...(await inTour<{ yaw: number; pitch: number; fov: number }>(page, '({ ...tour.pose })')),
      index: START,
    });
    const hintOf = (page: Page) => page.locator('.oh-hint').textContent();
    const placesOf = (told: Told | undefined) => (told?.places ?? []) as readonly Triple[];
    const lastChange = async ({ told }: OpenedPage) => (await told('measurechange')).at(-1);
    async function openLoft(more: string, options: Parameters<ElementHost['open']>[1] = {}): Promise<OpenedPage> {
      host.body = `<openhouse-tour id="tour" bundle="loft" ${more}></openhouse-tour>`;
      const opened = await host.open(chromium, { viewport: { width: 1080, height: 720 }, ...options });
      await settled(opened.page);
      return opened;
    }

    test.each([
      [1, ''],
      [3, foreignStyle],
    ])('in a panorama at a pixel ratio of %d: the length is the one of the model’s file', async (ratio, style) => {
      if (style !== '') host.files.set('/style.css', style);
      const opened = await openLoft('', { deviceScaleFactor: ratio });
      host.files.delete('/style.css');
      const { page, complaints, scripts } = opened;
      const texts = await Promise.all(scripts.map((address) => page.request.get(address).then((file) => file.text())));
      expect(texts.filter((text) => text.includes('oh-measured'))).toEqual([]);
      await page.getByRole('button', { name: 'Measure', pressed: false }).click();
      await page.locator('.oh-hint').waitFor();
      expect(await hintOf(page)).toBe('Pick the place to measure from');
      const [x = 0, y = 0, z = 0] = observers[START]?.position ?? [];
      const places = await measuresInPanorama(
        page,
        [x, y, z],
        () => poseOf(page),
        () => inTour(page, 'tour.lookAt({ yaw: tour.pose.yaw + 0.1, pitch: tour.pose.pitch - 0.08 })'),
        SHADOW,
      );
      const told = await lastChange(opened);
      expect(told).toMatchObject({ isMeasuring: true, metres: expect.any(Number) });
      for (const [at, place] of placesOf(told).entries())
        for (const axis of [0, 1, 2])
          expect(Math.abs((place[axis] ?? 9) - (places[at]?.[axis] ?? 0))).toBeLessThan(NEAR_M);
      expect((await readMeasured(page, SHADOW)).text).toBe(`${Number(told?.metres).toFixed(2)} m`);
      expect(await hintOf(page)).toMatch(/^Length: \d\.\d\d metres$/);
      if (style === '') expect(await judge(page)).toEqual([]);
      // A drag turns the view, and takes no place.
      const { yaw } = await poseOf(page);
      await page.mouse.move(300, 300);
      await page.mouse.down();
      await page.mouse.move(340, 300, { steps: 4 });
      await page.mouse.up();
      await expect.poll(async () => (await poseOf(page)).yaw).not.toBe(yaw);
      expect(await lastChange(opened)).toEqual(told);
      await pressAt(page, { x: 300, y: 300 }, SHADOW);
      expect(await lastChange(opened)).toMatchObject({ places: [{}], metres: undefined });
      await page.keyboard.press('Escape');
      await page.locator('.oh-measure').waitFor({ state: 'detached' });
      expect(await lastChange(opened)).toMatchObject({ isMeasuring: false, places: [] });
      expect(await inTour(page, 'tour.isMeasuring')).toBe(false);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test('with keys: M begins, Enter takes the middle of the view, and the length is told', async () => {
      const opened = await openLoft('lang="de"');
      const { page } = opened;
      const stage = page.locator('.oh-window');
      await stage.press('m');
      await page.locator('.oh-cross').waitFor();
      await stage.press('Enter');
      await expect.poll(() => hintOf(page)).toBe('Pick the place to measure to');
      for (const key of ['ArrowRight', 'PageDown', 'Enter']) await stage.press(key);
      await expect.poll(() => hintOf(page)).toMatch(/^Length: \d,\d\d metres$/);
      // What is drawn on the view is read once.
      expect(await page.locator('.oh-hint').getAttribute('role')).toBe('status');
      // On a button Enter is for the button.
      await page.getByRole('button', { name: 'Measure', pressed: true }).press('Enter');
      await page.locator('.oh-measure').waitFor({ state: 'detached' });
      expect((await opened.told('measurechange')).map(({ isMeasuring }) => isMeasuring)).toEqual([
        true,
        true,
        true,
        false,
      ]);
      await page.context().close();
    });

    test('in the doll’s house: between two viewpoints, which stand on the floor, and it turns with them', async () => {
      // From straight above, where no wall hides the floor.
      const state = 'view=model&look=0,3,1.4&around=3,1,2.5';
      const opened = await openLoft('', {});
      const { page } = opened;
      await inTour(page, `(tour.state = '${state}')`);
      await page.locator('[data-look=dots]').first().waitFor({ state: 'attached' });
      await settled(page);
      await inTour(page, "tour.steer('measure')");
      await page.locator('.oh-hint').waitFor();
      const [from, to] = [observers[7], observers[8]];
      const anchor = async (position: number) => {
        const mark = page.locator(`[data-look=dots][data-thing=viewpoint-${position}]`);
        const [, x = 0, y = 0] = (
          /translate\((.+)px, (.+)px\)/.exec((await mark.getAttribute('style')) ?? '') ?? []
        ).map(Number);
        return { x, y };
      };
      for (const position of [7, 8]) await pressAt(page, await anchor(position), SHADOW);
      const told = await lastChange(opened);
      const places = placesOf(told);
      expect(places).toHaveLength(2);
      for (const [at, stand] of [from, to].entries())
        for (const axis of [0, 1, 2])
          expect(Math.abs((places[at]?.[axis] ?? 9) - (stand?.standing_position?.[axis] ?? 0))).toBeLessThan(NEAR_M);
      const metres = Math.hypot(
        ...[0, 2].map((axis) => (from?.standing_position?.[axis] ?? 0) - (to?.standing_position?.[axis] ?? 0)),
      );
      expect(told?.metres).toBeCloseTo(metres, 1);
      for (const key of ['ArrowLeft', 'ArrowDown', '+']) await page.locator('.oh-window').press(key);
      await page.evaluate('new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))');
      const { ends } = await readMeasured(page, SHADOW);
      for (const [at, position] of [7, 8].entries()) {
        const { x, y } = await anchor(position);
        expect(Math.hypot((ends[at]?.x ?? 0) - x, (ends[at]?.y ?? 0) - y)).toBeLessThan(3 + 2);
      }
      // Nothing was picked, and another view ends it.
      expect(await opened.told('viewpointchange')).toHaveLength(1);
      await inTour(page, "tour.setMode('plan')");
      await page.locator('.oh-measure').waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: 'Measure' }).count()).toBe(0);
      expect(await judge(page)).toEqual([]);
      await page.context().close();
    });

    test('a tour without a model has no button for it, and the command does nothing', async () => {
      host.body = '<openhouse-tour id="tour" bundle="bare"></openhouse-tour>';
      const { page, told } = await host.open(chromium, {});
      await settled(page);
      expect(await page.getByRole('button', { name: 'Measure' }).count()).toBe(0);
      await page.locator('.oh-window').press('m');
      expect(await told('measurechange')).toEqual([]);
      await page.context().close();
    });

    test('a model that does not arrive is told, and ends it', async () => {
      host.files.set('/loft/assets/model/loft.glb', '');
      const { page, told } = await openLoft('');
      await page.getByRole('button', { name: 'Measure' }).click();
      await page.getByText('The model could not be loaded.').waitFor();
      expect((await told('measurechange')).map(({ isMeasuring }) => isMeasuring)).toEqual([true, false]);
      await page.getByRole('button', { name: 'Measure', pressed: false }).waitFor();
      host.files.delete('/loft/assets/model/loft.glb');
      await page.context().close();
    });
  },
);
