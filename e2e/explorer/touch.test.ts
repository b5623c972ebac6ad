import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { type RunningService, startService } from '../service.ts';
import { STAGE, type Visit, visit } from './explorer-visit.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Moves of a finger between where it comes down and where it leaves. */
const STEPS = 8;

describe.skipIf(!hasChromium)(
  `fingers on a tour${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: 'slow', timeout: PATIENCE_MS },
  () => {
    let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
    let service: RunningService;
    let chromium: Browser;

    beforeAll(async () => {
      directory = await demoDataDirectory();
      service = await startService(directory.path);
      chromium = await launchChromium(softwareWebGl);
    }, PATIENCE_MS * 3);
    afterAll(async () => {
      await chromium?.close();
      await service?.stop();
      await directory?.remove();
    });

    /** A phone on a view of the loft. */
    async function phoneOn(view: string, more: Parameters<Browser['newContext']>[0] = {}) {
      const seen = await visit(service, chromium, { viewport: { width: 390, height: 844 }, hasTouch: true, ...more });
      const { page } = seen;
      await page.goto('about:blank');
      await page.goto(`${service.demo.portal_url}/dashboard/tours/demo-loft#view=${view}&at=6`);
      await page.locator(`${STAGE}[data-view=${view}]:is([data-state=loaded],[data-state=pictures])`).waitFor();
      await page.locator(STAGE).evaluate((stage) => stage.scrollIntoView());
      const box = await page.locator(STAGE).boundingBox();
      if (box === null) throw new Error('the stage does not show');
      const touch = await seen.context.newCDPSession(page);
      return {
        seen,
        page,
        touch,
        at: (right: number, down: number) => ({ x: box.x + box.width * right, y: box.y + box.height * down }),
      };
    }

    /** Fingers that come down together, each on a way of its own, and leave. */
    async function slide(touch: CDPSession, fingers: readonly (readonly [from: Point, to: Point])[]): Promise<void> {
      const points = (share: number) =>
        fingers.map(([from, to], id) => ({
          x: from.x + (to.x - from.x) * share,
          y: from.y + (to.y - from.y) * share,
          id,
        }));
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
      for (let step = 1; step <= STEPS; step++)
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(step / STEPS) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }

    /** What the address says of the view: azimuth, angle and zoom of a model; x, z and zoom of a plan. */
    const lookOf = async ({ page }: Visit) => {
      const look = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('look');
      await expect.poll(look).not.toBeNull();
      const [first = 0, second = 0, third = 0] = (look() ?? '').split(',').map(Number);
      return { first, second, third };
    };
    const isPageStill = async ({ page }: Visit) =>
      page.evaluate<readonly [number, number]>('[visualViewport.scale, scrollY]');

    test('two fingers apart come closer on a plan, together go back, and the page stays', async () => {
      const { seen, page, touch, at } = await phoneOn('plan');
      const page0 = await isPageStill(seen);
      await slide(touch, [
        [at(0.45, 0.5), at(0.4, 0.5)],
        [at(0.55, 0.5), at(0.6, 0.5)],
      ]);
      const begun = await lookOf(seen);
      await slide(touch, [
        [at(0.42, 0.5), at(0.3, 0.5)],
        [at(0.58, 0.5), at(0.7, 0.5)],
      ]);
      await expect.poll(async () => (await lookOf(seen)).third).toBeGreaterThan(begun.third);
      const closer = await lookOf(seen);
      await slide(touch, [
        [at(0.3, 0.5), at(0.45, 0.5)],
        [at(0.7, 0.5), at(0.55, 0.5)],
      ]);
      await expect.poll(async () => (await lookOf(seen)).third).toBeLessThan(closer.third);
      expect(await isPageStill(seen)).toEqual(page0);
      expect(seen.complaints).toEqual([]);
      await page.context().close();
    });

    test.each(['model', 'plan'])('one finger, and two side by side, move the view: %s', async (view) => {
      const { seen, page, touch, at } = await phoneOn(view);
      await slide(touch, [[at(0.6, 0.5), at(0.5, 0.5)]]);
      const begun = await lookOf(seen);
      await slide(touch, [[at(0.6, 0.4), at(0.3, 0.4)]]);
      await expect.poll(async () => Math.abs((await lookOf(seen)).first - begun.first)).toBeGreaterThan(0.2);
      const middle = () => new URL(page.url()).hash;
      const turned = middle();
      await slide(touch, [
        [at(0.6, 0.4), at(0.4, 0.45)],
        [at(0.7, 0.6), at(0.5, 0.65)],
      ]);
      await expect.poll(middle).not.toBe(turned);
      await page.context().close();
    });
  },
);
