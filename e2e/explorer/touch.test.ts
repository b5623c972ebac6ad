import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { type Point, STEPS, slide } from '../slide.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, type Visit, visit } from './explorer-visit.ts';

describe.skipIf(!hasChromium)(
  `fingers on a tour${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);

    /** A phone on a view of the loft. */
    async function phoneOn(view: string, more: Parameters<Browser['newContext']>[0] = {}) {
      const seen = await visit(service, chromium, { viewport: { width: 390, height: 844 }, hasTouch: true, ...more });
      const { page } = seen;
      await page.goto('about:blank');
      await page.goto(`${service.demo.portal_url}/dashboard/tours/demo-loft#view=${view}&at=6`);
      await page.locator(`${STAGE}[data-view=${view}]:is([data-state=loaded],[data-state=pictures])`).waitFor();
      await page.locator(STAGE).evaluate((stage) => stage.scrollIntoView({ block: 'center' }));
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

    /** What the address says of the view: azimuth, angle and zoom of a model; x, z and zoom of a plan. */
    const lookOf = async ({ page }: Visit) => {
      const look = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('look');
      await expect.poll(look).not.toBeNull();
      const [first = 0, second = 0, third = 0] = (look() ?? '').split(',').map(Number);
      return { first, second, third };
    };
    /** The middle of a mark that a finger reaches. */
    const reachedMark = async (page: Page) => {
      const reached = await page.evaluate<Point | null>(`(() => {
        const stage = document.querySelector('${STAGE}').getBoundingClientRect();
        for (const mark of document.querySelectorAll('${STAGE} .oh-mark:not([hidden]) .oh-anchor')) {
          const box = mark.getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          const isInside = x > stage.x + 100 && x < stage.right - 20 && y > stage.y + 60 && y < stage.bottom - 60;
          if (isInside && document.elementFromPoint(x, y) === mark) return { x, y };
        }
        return null;
      })()`);
      if (reached === null) throw new Error('no mark shows');
      return reached;
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

    test.each(['panorama', 'model', 'plan'])('a finger that moves down scrolls the page: %s', async (view) => {
      const { seen, page, touch, at } = await phoneOn(view);
      // A plan says where it is from the start.
      const look = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('look');
      await expect.poll(async () => (await isPageStill(seen))[1]).toBeGreaterThan(0);
      const [before, [, beforePx]] = [look(), await isPageStill(seen)];
      await slide(touch, [[at(0.5, 0.3), at(0.5, 0.55)]]);
      await expect.poll(async () => (await isPageStill(seen))[1]).toBeLessThan(beforePx);
      expect(look()).toBe(before);
      await page.context().close();
    });

    test.each(['panorama', 'model'])(
      'a finger on a mark presses it where it stays, and turns the view where it moves on: %s',
      async (view) => {
        const { seen, page, touch } = await phoneOn(view);
        const hash = () => new URLSearchParams(new URL(page.url()).hash.slice(1));
        const from = await reachedMark(page);
        await slide(touch, [[from, { x: from.x - 40, y: from.y }]]);
        await expect.poll(() => hash().get('look')).not.toBeNull();
        expect(hash().get('on')).toBeNull();
        const begun = await lookOf(seen);
        const still = await reachedMark(page);
        // One finger on a mark and one beside it.
        await slide(touch, [
          [still, { x: still.x - 60, y: still.y }],
          [
            { x: still.x + 30, y: still.y - 40 },
            { x: still.x + 110, y: still.y - 40 },
          ],
        ]);
        await expect.poll(async () => (await lookOf(seen)).third).not.toBe(begun.third);
        expect(seen.complaints).toEqual([]);
        await page.context().close();
        const anew = await phoneOn(view);
        const { x, y } = await reachedMark(anew.page);
        const before = new URL(anew.page.url()).hash;
        await anew.page.touchscreen.tap(x, y);
        const isPressed = async () =>
          new URL(anew.page.url()).hash !== before || (await anew.page.locator('.oh-crowd').count()) > 0;
        await expect.poll(isPressed).toBe(true);
        await anew.page.context().close();
      },
    );

    test.each(['panorama', 'model'])(
      'a mouse that comes down on a mark and moves on turns the view: %s',
      async (view) => {
        const { seen, page } = await phoneOn(view);
        const hash = () => new URLSearchParams(new URL(page.url()).hash.slice(1));
        const from = await reachedMark(page);
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(from.x - 60, from.y, { steps: STEPS });
        await page.mouse.up();
        await expect.poll(() => hash().get('look')).not.toBeNull();
        expect(hash().get('on')).toBeNull();
        expect(seen.complaints).toEqual([]);
        await page.context().close();
      },
    );

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
