import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { cubeModel } from '../explorer/cube-model.ts';
import { useChromium } from '../use-demo-service.ts';
import { type ElementHost, elementHost, settled } from './element-host.ts';
import { bundleOf } from './unusual-tours.ts';

const house = {
  stands: [{ at: [0, 1.6, 0] }, { at: [2, 1.6, -1.5] }],
  model: { file_url: 'house.gltf' },
  files: new Map([['house.gltf', cubeModel({})]]),
} as const;
const routes = {
  list: [
    {
      id: 1,
      name: 'Around',
      pano_group: [0, 1],
      path: [
        {
          type: 'line',
          points: [
            [0, 0, 0],
            [2, 0, -1.5],
          ],
        },
      ],
    },
  ],
};

describe.skipIf(!hasChromium)(
  `a page with a tour that its browser keeps for "back"${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium({ ...softwareWebGl, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    beforeAll(async () => {
      host = await elementHost();
      for (const [path, bytes] of await bundleOf(house)) host.files.set(`/tour/${path}`, bytes);
      host.files.set('/tour/route-search.json', JSON.stringify(routes));
      host.files.set('/elsewhere.html', '<!doctype html><h1>Elsewhere</h1>');
      // Chromium keeps no page that asked for headsets.
      host.permissions = 'xr-spatial-tracking=()';
    }, PATIENCE_MS);
    afterAll(async () => {
      await host?.close();
    });

    test.each(['panorama', 'model', 'plan'])('%s: it shows what it showed, turns, and a walk goes on', async (mode) => {
      host.body = `<openhouse-tour bundle="tour" mode="${mode}" reads="route-search"></openhouse-tour>`;
      const { page, complaints, told } = await host.open(chromium);
      await settled(page);
      const onTour = <Answer>(code: string) =>
        page.evaluate<Answer>(`(() => { const tour = document.querySelector('openhouse-tour'); return ${code}; })()`);
      await onTour("tour.steer('closer')");
      await settled(page);
      const [before, picture] = [await onTour<string>('tour.state'), await page.screenshot()];
      await page.evaluate(
        "window.isKept = false; addEventListener('pageshow', (event) => { isKept = event.persisted; })",
      );
      const leaveAndComeBack = async () => {
        const home = page.url();
        await page.goto(`${home}elsewhere.html`);
        await page.evaluate('setTimeout(() => history.back())');
        // Playwright hears of no load of a page that was kept.
        await expect.poll(() => page.url()).toBe(home);
        await expect.poll(() => page.evaluate('window.isKept')).toBe(true);
        await page.evaluate('window.isKept = false');
      };
      await leaveAndComeBack();
      expect(await onTour('tour.state')).toBe(before);
      await expect.poll(async () => (await page.screenshot()).equals(picture)).toBe(true);
      await onTour("tour.steer('right')");
      await expect.poll(() => onTour('tour.state')).not.toBe(before);
      await onTour('tour.play()');
      await leaveAndComeBack();
      await expect.poll(() => onTour('tour.viewpoint')).toBe(1);
      await expect.poll(() => onTour('tour.isPlaying')).toBe(false);
      expect(await told('error')).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  },
);
