import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, standingAt, type Visit, visit } from './explorer-visit.ts';
import { START } from './loft.ts';

const degrees = (radians: number) => (radians * 180) / Math.PI;

describe.skipIf(!hasChromium)(
  `what the explorer shows, in its address${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let seen: Visit;
    let page: Page;

    beforeAll(async () => {
      seen = await visit(service, chromium, { viewport: { width: 1280, height: 900 } });
      page = seen.page;
      await seen.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    }, PATIENCE_MS * 3);

    const fragment = () => decodeURIComponent(new URL(page.url()).hash.slice(1));
    const entries = () => page.evaluate<number>('history.length');
    const openAt = async (state: string) => {
      // A page that is there already would only be told of another fragment.
      await page.goto('about:blank');
      await page.goto(`${service.demo.portal_url}/dashboard/tours/demo-loft${state === '' ? '' : `#${state}`}`);
      await page.locator(STAGE).waitFor();
    };

    test.each([1280, 1024, 768, 390])('its buttons stand beside the choice of views, %i pixels wide', async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await openAt('');
      const middles = await page.evaluate<number[]>(`(() => {
        const tabs = document.querySelector('[role=tablist]');
        const boxes = [tabs, ...tabs.nextElementSibling.querySelectorAll('button')].map((one) => one.getBoundingClientRect());
        return boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2));
      })()`);
      expect(middles).toHaveLength(3);
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    test.each([390, 768])(
      'with letters twice as large nothing of its words is cut off, %i pixels wide',
      async (width) => {
        await page.setViewportSize({ width, height: 900 });
        await openAt('view=plan&at=6');
        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        const cut = await page.evaluate<
          string[]
        >(`[...document.querySelectorAll('section [role=tab], section fieldset, section [aria-live]')]
        .filter((one) => {
          const [box, card] = [one, one.closest('section')].map((element) => element.getBoundingClientRect());
          return box.right > card.right || one.scrollWidth > one.clientWidth;
        }).map((one) => one.textContent)`);
        expect(cut).toEqual([]);
        await page.setViewportSize({ width: 1280, height: 900 });
      },
    );

    test('looking replaces it, walking and changing the view push; back and forward walk and turn', async () => {
      await openAt('');
      await standingAt(seen, START);
      expect(fragment()).toBe('');
      const before = await entries();
      const start = await seen.pose();
      for (const key of ['ArrowRight', 'ArrowRight', '+']) await page.locator(STAGE).press(key);
      await expect.poll(fragment).toMatch(new RegExp(`^view=panorama&at=${START}&look=`));
      const turned = await seen.pose();
      await expect
        .poll(() => fragment().split('look=')[1]?.split(',').map(Number)[0] ?? 0)
        .toBeCloseTo(degrees(turned.yaw), 1);
      expect(await entries()).toBe(before);

      await page.getByRole('group', { name: 'From here to' }).getByRole('button').first().press('Enter');
      await expect.poll(async () => (await seen.pose()).index).not.toBe(START);
      const next = (await seen.pose()).index;
      await expect.poll(fragment).toMatch(new RegExp(`^view=panorama&at=${next}&`));
      expect(await entries()).toBe(before + 1);
      await page.locator(STAGE).press('ArrowLeft');
      await page.getByRole('tab', { name: 'Doll’s house' }).click();
      await page.locator(`${STAGE}[data-view=model][data-state=loaded]`).waitFor();
      await expect.poll(fragment).toMatch(/^view=model&.*look=.*&around=/);
      await page.getByRole('tab', { name: 'Floor plan' }).click();
      await expect.poll(fragment).toMatch(/^view=plan&.*look=/);
      expect(await entries()).toBe(before + 3);

      await page.goBack();
      await page.locator(`${STAGE}[data-view=model]`).waitFor();
      await page.goBack();
      await page.locator(`${STAGE}[data-view=panorama]`).waitFor();
      await standingAt(seen, next);
      await page.goBack();
      await standingAt(seen, START);
      await expect.poll(async () => Math.abs((await seen.pose()).yaw - turned.yaw)).toBeLessThan(0.001);
      expect(Math.abs((await seen.pose()).yaw - start.yaw)).toBeGreaterThan(0.1);
      await page.goForward();
      await standingAt(seen, next);
      expect(await entries()).toBe(before + 3);
    });

    test.each([
      ['a panorama with a tag selected', 'view=panorama&at=7&look=30,-10,50&on=tag-1', 'panorama'],
      ['a doll’s house', 'view=model&at=6&look=40,35,2&around=2,1,1', 'model'],
      ['a floor plan', 'view=plan&at=6&floor=0&look=3,2,2.5&on=tag-0', 'plan'],
    ])('opened anew, %s is the same again', async (_, state, view) => {
      await openAt(state);
      await page.locator(`${STAGE}[data-view=${view}]:is([data-state=loaded],[data-state=pictures])`).waitFor();
      const on = new URLSearchParams(state).get('on');
      if (on !== null) await page.locator(`[data-row="${on}"][aria-pressed=true]`).waitFor();
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Link to this view copied').waitFor();
      const link = await page.evaluate<string>('navigator.clipboard.readText()');
      const copied = new URL(link).hash.slice(1);
      if (view === 'panorama') expect(copied).toBe(state);
      const [asked, got] = [state, copied].map((text) => new URLSearchParams(text));
      for (const name of ['look', 'around']) {
        const [wanted, shown] = [asked, got].map((one) => (one?.get(name) ?? '').split(',').map(Number));
        for (const [at, value] of (wanted ?? []).entries()) expect(shown?.[at], name).toBeCloseTo(value, 1);
      }
      expect([got?.get('view'), got?.get('at'), got?.get('on')]).toEqual([view, asked?.get('at'), on]);
    });

    test.each(['view=attic&at=400&on=tag-9999', 'at=-1&look=1e400,2,3', '%E0%A4%A', 'q=%00&look=,,'])(
      'a state that is damaged or of another tour opens the tour where it begins: %s',
      async (state) => {
        await openAt(state);
        await standingAt(seen, START);
        await expect.poll(async () => Object.values(await seen.pose()).every(Number.isFinite)).toBe(true);
      },
    );

    test('a state typed into the address of an open tour shows', async () => {
      await openAt('');
      await standingAt(seen, START);
      await page.evaluate("location.hash = 'view=panorama&at=7&look=10,0,60'");
      await standingAt(seen, 7);
      await expect.poll(async () => degrees((await seen.pose()).yaw)).toBeCloseTo(10, 1);
    });

    test('a tag whose list is refused for now stays in the address, and is selected once the list is there', async () => {
      let isRefused = true;
      const refusal = {
        request_id: 'r',
        code: 42900,
        status: 'err_rate_limited',
        message: 'Wait.',
        cost: 0,
        data: null,
      };
      await page.route(/operations\/hot-list/, (route) =>
        isRefused ? route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: refusal }) : route.continue(),
      );
      await openAt('view=plan&at=6&floor=0&look=3,2,2.5&on=tag-1');
      await page.locator(`${STAGE}[data-view=plan]`).waitFor();
      await page.locator(STAGE).press('+');
      const closer = /^view=plan&at=6&floor=0&look=3,2,3.125&on=tag-1$/;
      await expect.poll(fragment).toMatch(closer);
      isRefused = false;
      await page.locator('[data-row="tag-1"][aria-pressed=true]').waitFor();
      // What came late leaves the plan where somebody moved it.
      await page.locator(STAGE).press('+');
      await expect.poll(fragment).toMatch(/look=3,2,3.906&on=tag-1$/);
      await page.unroute(/operations\/hot-list/);
    });

    test('the way past the navigation leaves the view that a link opened', async () => {
      const state = 'view=plan&at=6&floor=0&look=3,2,2.5&on=tag-0';
      await openAt(state);
      await page.locator(`${STAGE}[data-view=plan]`).waitFor();
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
      expect(fragment()).toBe(state);
      await page.locator(`${STAGE}[data-view=plan]`).waitFor();
      await page.locator('[data-row="tag-0"][aria-pressed=true]').waitFor();
    });

    test('embed gives the element with what shows, and says what the page needs', async () => {
      await openAt('view=panorama&at=7&look=10,0,60');
      await standingAt(seen, 7);
      await page.getByRole('button', { name: 'Embed' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('no token goes into the page').waitFor();
      expect(await dialog.locator('pre').textContent()).toContain('state="view=panorama&amp;at=7&amp;look=10,0,60"');
      expect(await judge(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await judge(page)).toEqual([]);
      expect(seen.complaints).toEqual([]);
    });
  },
);
