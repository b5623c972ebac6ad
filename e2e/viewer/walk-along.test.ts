import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { useChromium } from '../use-demo-service.ts';
import { type ElementHost, elementHost, type OpenedPage, settled } from './element-host.ts';
import { bundleOf, type UnusualTour } from './unusual-tours.ts';

const house: UnusualTour = {
  stands: [{ at: [0, 1.6, 0] }, { at: [2, 1.6, -1.5] }, { at: [-1.5, 1.6, -2] }],
  rooms: ['Hall', 'Kitchen', 'Study'],
};
const path = [
  {
    points: [
      [0, 0, 0],
      [2, 0, -1.5],
    ],
    type: 'line',
  },
];
const routes = { list: [{ id: 1, name: 'To the study', type: 'visit', pano_group: [0, 1, 2], path }] };

describe.skipIf(!hasChromium)(
  `a walk along a route${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    let opened: OpenedPage;
    beforeAll(async () => {
      host = await elementHost();
      host.about = 'lang="en"';
      for (const [name, bytes] of await bundleOf(house)) host.files.set(`/house/${name}`, bytes);
      host.files.set('/house/route-search.json', JSON.stringify(routes));
      host.body = '<openhouse-tour id="tour" reads="route-search" bundle="house"></openhouse-tour>';
      opened = await host.open(chromium, { viewport: { width: 390, height: 844 } });
      await settled(opened.page);
    }, PATIENCE_MS);
    afterAll(() => host?.close());

    const here = (page: Page) => page.locator('.oh-here').textContent();
    const playing = async () => (await opened.told('playchange')).map(({ isPlaying }) => isPlaying);

    test('a button begins it; it comes by each viewpoint, looks ahead, and ends at the last', async () => {
      const { page, complaints, told } = opened;
      const before = (await told('viewpointchange')).length;
      const yaw = () => page.evaluate<number>('document.getElementById("tour").pose.yaw');
      const from = await yaw();
      await page.getByRole('button', { name: 'Walk through the tour' }).click();
      await page.getByRole('button', { name: 'Stop walking' }).waitFor();
      await expect.poll(yaw).not.toBe(from);
      await expect.poll(playing).toEqual([true, false]);
      expect((await told('viewpointchange')).slice(before).map(({ index }) => index)).toEqual([1, 2]);
      expect(await here(page)).toBe('Viewpoint 2');
      expect(await page.evaluate('document.getElementById("tour").isPlaying')).toBe(false);
      expect(await judge(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test.each<[string, (page: Page) => Promise<unknown>]>([
      ['a hand on the panorama', (page) => page.mouse.click(200, 300)],
      ['a wheel', (page) => page.mouse.move(200, 300).then(() => page.mouse.wheel(0, 40))],
      ['a key', (page) => page.locator('.oh-window').press('ArrowLeft')],
      ['another view', (page) => page.getByRole('button', { name: 'Plan', exact: true }).click()],
      ['its button', (page) => page.getByRole('button', { name: 'Stop walking' }).click()],
      ['the page', (page) => page.evaluate('document.getElementById("tour").pause()')],
    ])('%s ends it', async (_, end) => {
      const { page } = opened;
      expect(await page.evaluate('document.getElementById("tour").play()')).toBe(true);
      await page.getByRole('button', { name: 'Stop walking' }).waitFor();
      await end(page);
      await page.getByRole('button', { name: 'Walk through the tour' }).waitFor();
      expect((await playing()).at(-1)).toBe(false);
    });

    test('a compass shows which way one looks, and turns to the top of the plan', async () => {
      const { page } = opened;
      await page.evaluate('document.getElementById("tour").setMode("panorama")');
      const compass = page.getByRole('button', { name: 'Look to the top of the plan' });
      const turned = () => compass.locator('svg').evaluate((svg) => Number.parseFloat(svg.style.rotate));
      await page.evaluate('document.getElementById("tour").lookAt({ yaw: 1, pitch: 0 })');
      await expect.poll(turned).toBeCloseTo(-1, 2);
      await compass.click();
      await expect.poll(turned).toBeCloseTo(0, 2);
      await page.evaluate('document.getElementById("tour").setMode("plan")');
      expect(await compass.isVisible()).toBe(false);
    });

    test('by the guide it comes by each stop, and looks as the guide says', async () => {
      const stops = [
        { pano_index: 1, data: { longitude: 1, latitude: 0.1, fov: 50 } },
        { pano_index: 2, data: { longitude: -2, latitude: -0.2, fov: 60 } },
      ];
      host.files.set('/house/observer-guide-list.json', JSON.stringify({ can_play: true, list: stops }));
      host.body = '<openhouse-tour id="tour" reads="observer-guide-list route-search" bundle="house"></openhouse-tour>';
      const { page, told, complaints } = await host.open(chromium, {});
      await settled(page);
      const before = (await told('viewpointchange')).length;
      const pose = () =>
        page.evaluate<{ yaw: number; pitch: number; fov: number }>('document.getElementById("tour").pose');
      const isNear = async (yaw: number, pitch: number, fov: number) => {
        const now = await pose();
        return Math.abs(now.yaw - yaw) < 0.01 && Math.abs(now.pitch - pitch) < 0.01 && Math.abs(now.fov - fov) < 0.5;
      };
      await page.getByRole('button', { name: 'Walk through the tour' }).click();
      await expect.poll(() => isNear(-1, 0.1, 50)).toBe(true);
      await expect.poll(() => isNear(2, -0.2, 60)).toBe(true);
      await page.getByRole('button', { name: 'Walk through the tour' }).waitFor();
      expect((await told('viewpointchange')).slice(before).map(({ index }) => index)).toEqual([1, 2]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test('a tour without routes has no button for it', async () => {
      host.body = '<openhouse-tour id="tour" bundle="house"></openhouse-tour>';
      const { page } = await host.open(chromium, {});
      await settled(page);
      expect(await page.getByRole('button', { name: 'Walk through the tour' }).count()).toBe(0);
      expect(await page.evaluate('document.getElementById("tour").play()')).toBe(false);
      await page.context().close();
    });
  },
);
