import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { cubeModel } from '../explorer/cube-model.ts';
import { judge } from '../pages/judge.ts';
import { useChromium } from '../use-demo-service.ts';
import { type ElementHost, elementHost, settled } from './element-host.ts';
import { bundleOf } from './unusual-tours.ts';

const house = {
  stands: [{ at: [0, 1.6, 0] }, { at: [2, 1.6, -1.5] }],
  tags: [{ at: [0.6, 1.7, -2], title: 'A lamp' }],
  // Lit by what surrounds it.
  model: { file_url: 'house.gltf' },
  files: new Map([['house.gltf', cubeModel({})]]),
} as const;

/** How much two pictures of the same view may differ, of 255, in the mean of all pixels. */
const ALIKE = 0.5;

describe.skipIf(!hasChromium)(
  `a WebGL context that the browser takes away${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    beforeAll(async () => {
      host = await elementHost();
      for (const [path, bytes] of await bundleOf(house)) host.files.set(`/tour/${path}`, bytes);
    }, PATIENCE_MS);
    afterAll(async () => {
      await host?.close();
    });

    test.each(['panorama', 'model'])('%s: when it comes back, so does the picture', async (mode) => {
      host.body = `<openhouse-tour bundle="tour" mode="${mode}"></openhouse-tour>`;
      const { page, complaints, told } = await host.open(chromium);
      await settled(page);
      const before = await pictureOf(page);
      await lose(page);
      await expect.poll(async () => differ(before, await pictureOf(page))).toBeGreaterThan(ALIKE);
      await page.evaluate('window.lost.restoreContext()');
      await expect.poll(async () => differ(before, await pictureOf(page))).toBeLessThan(ALIKE);
      expect(await told('error')).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test.each([
      ['panorama', 'panorama'],
      ['model', 'plan'],
    ])('%s: when it does not, what stands in is said and shown', async (mode, then) => {
      host.body = `<openhouse-tour bundle="tour" mode="${mode}"></openhouse-tour>`;
      const { page, complaints, told } = await host.open(chromium);
      await settled(page);
      await lose(page);
      await page.locator('openhouse-tour .oh-message', { hasText: 'cannot draw in three dimensions' }).waitFor();
      await settled(page);
      expect((await told('error')).map(({ what }) => what)).toEqual(['webgl']);
      expect(await page.evaluate("document.querySelector('openhouse-tour').mode")).toBe(then);
      expect(await page.getByRole('button', { name: 'Doll’s house' }).count()).toBe(0);
      if (mode === 'panorama') {
        const still = page.getByRole('img', { name: 'Viewpoint 0' });
        await still.waitFor();
        await page.getByRole('button', { name: 'Walk to viewpoint 1' }).click();
        await page.getByRole('img', { name: 'Viewpoint 1' }).waitFor();
        expect(await page.locator('openhouse-tour .oh-mark > .oh-anchor:visible').count()).toBe(0);
        await page.getByRole('button', { name: 'Plan', exact: true }).click();
      }
      await page.locator('openhouse-tour .oh-mark[data-look=dots] > .oh-anchor:visible').first().waitFor();
      expect(await judge(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  },
);

/** Takes the context of the view that shows away, as a driver that restarts does; `window.lost` gives it back. */
const lose = (page: Page) =>
  page.evaluate(`{
    const view = document.querySelector('openhouse-tour').shadowRoot.querySelector('.oh-view:not([hidden]) canvas');
    window.lost = view.getContext('webgl2').getExtension('WEBGL_lose_context');
    window.lost.loseContext();
  }`);

const pictureOf = async (page: Page) =>
  sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer();

const differ = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
