import { describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, standingAt, visit } from './explorer-visit.ts';
import { observers, START } from './loft.ts';
import { measuresInPanorama, pressAt, readMeasured } from './measured.ts';

describe.skipIf(!hasChromium)(
  `measuring in the explorer${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);

    async function openLoft(options: Parameters<typeof visit>[2] = {}) {
      const seen = await visit(service, chromium, { viewport: { width: 1280, height: 900 }, ...options });
      await seen.open('demo-loft');
      await standingAt(seen, START);
      // It is there once the model is.
      const button = seen.page.getByRole('button', { name: 'Measure' });
      await button.waitFor();
      return { seen, page: seen.page, button };
    }

    test('in a panorama the length is the one of the model’s file, and turns with the view', async () => {
      const { seen, page, button } = await openLoft();
      const before = page.url();
      await button.click();
      await page.getByText('Pick the place to measure from').waitFor();
      const [x = 0, y = 0, z = 0] = observers[START]?.position ?? [];
      await measuresInPanorama(page, [x, y, z], seen.pose, () => page.locator(STAGE).press('ArrowRight'));
      expect(await page.locator('.oh-hint').textContent()).toMatch(/^Length: \d\.\d\d metres$/);
      expect(await judge(page)).toEqual([]);
      // Presses picked nothing.
      expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('on')).toBeNull();
      expect(new URL(page.url()).pathname).toBe(new URL(before).pathname);
      await page.locator(STAGE).press('Escape');
      await page.locator('.oh-measure').waitFor({ state: 'detached' });
      expect(await button.getAttribute('aria-pressed')).toBe('false');
      expect(seen.complaints).toEqual([]);
      await page.context().close();
    });

    test('in the doll’s house, with keys: another view, and a walk along the route, end it', async () => {
      const { page } = await openLoft();
      await page.getByRole('tab', { name: 'Doll’s house' }).click();
      await page.locator(`${STAGE}[data-view=model][data-state=loaded]`).waitFor();
      await page.locator(STAGE).press('m');
      await page.locator('.oh-hint').waitFor();
      await page.locator(STAGE).press('Enter');
      await page.getByText('Pick the place to measure to').waitFor();
      const { size } = await readMeasured(page);
      await pressAt(page, { x: size.width * 0.4, y: size.height * 0.6 });
      await page.getByText(/^Length: \d+\.\d\d metres$/).waitFor();
      expect((await readMeasured(page)).ends).toHaveLength(2);
      expect(await judge(page)).toEqual([]);
      await page.getByRole('tab', { name: 'Panorama' }).click();
      await page.locator('.oh-measure').waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Doll’s house' }).click();
      expect(await page.locator('.oh-measure').count()).toBe(0);
      await page.locator(STAGE).press('m');
      await page.locator('.oh-measure').waitFor();
      await page.locator(STAGE).press('p');
      await page.locator('.oh-measure').waitFor({ state: 'detached' });
      await page.context().close();
    });

    test('on a phone two taps set the ends', async () => {
      const { page } = await openLoft({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-GB' });
      await page.getByRole('button', { name: 'Measure' }).tap();
      await page.locator('.oh-hint').waitFor();
      const frame = await page.locator('.oh-measure').boundingBox();
      for (const [right, down] of [
        [0.3, 0.6],
        [0.5, 0.7],
      ] as const)
        await page.touchscreen.tap((frame?.x ?? 0) + 356 * right, (frame?.y ?? 0) + (frame?.height ?? 0) * down);
      await page.getByText(/^Length: \d+\.\d\d metres$/).waitFor();
      expect(await judge(page)).toEqual([]);
      await page.context().close();
    });
  },
);
