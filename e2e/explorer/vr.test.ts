import { describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { drawn, handTowards, pull, turn, withHeadset } from '../viewer/headset.ts';
import { STAGE, standingAt, visit } from './explorer-visit.ts';
import type { Triple } from './geometry.ts';
import { observers, START } from './loft.ts';

describe.skipIf(!hasChromium)(
  `the explorer in a headset${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);

    async function openLoft() {
      const seen = await visit(service, withHeadset(chromium), { viewport: { width: 1280, height: 900 } });
      await seen.open('demo-loft');
      await standingAt(seen, START);
      return { seen, page: seen.page, button: seen.page.getByRole('button', { name: 'View in VR' }) };
    }

    test('a hand walks, and the page goes on where the head looked last', async () => {
      const { seen, page, button } = await openLoft();
      expect(await judge(page)).toEqual([]);
      const { yaw: heading } = await seen.pose();
      await button.click();
      await page.locator(`${STAGE}[data-vr]`).waitFor();
      await drawn(page);
      const next = observers[START]?.accessible_nodes?.[0] ?? Number.NaN;
      const [eye, place] = [observers[START]?.position ?? [], observers[next]?.standing_position ?? []];
      const direction = [0, 1, 2].map((axis) => (place[axis] ?? 0) - (eye[axis] ?? 0));
      await page.evaluate('headset.controllers.right.connected = true');
      await turn(page, 'headset.controllers.right', handTowards(direction as unknown as Triple, heading));
      await pull(page);
      await expect.poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('at')).toBe(String(next));
      await turn(page, 'headset', { yaw: 0.3, pitch: -0.2 });
      await page.getByRole('button', { name: 'Leave VR' }).press('Enter');
      await button.waitFor();
      await standingAt(seen, next);
      const pose = await seen.pose();
      expect(Math.cos(pose.yaw - heading - 0.3)).toBeCloseTo(1, 4);
      expect(pose.pitch).toBeCloseTo(-0.2, 3);
      expect(seen.complaints).toEqual([]);
      await page.context().close();
    });

    test('from the doll’s house it leads inside, and another view ends it; a refusal is a sentence', async () => {
      const { seen, page, button } = await openLoft();
      await page.getByRole('tab', { name: 'Plan' }).click();
      await button.click();
      await page.locator(`${STAGE}[data-vr][data-view=panorama]`).waitFor();
      await page.getByRole('tab', { name: 'Plan' }).press('Enter');
      await page.locator(`${STAGE}:not([data-vr])[data-view=plan]`).waitFor();
      expect(await page.evaluate('headset.activeSession === undefined')).toBe(true);

      await page.evaluate("XRSystem.prototype.requestSession = () => Promise.reject(new Error('No.'))");
      await button.click();
      await page.getByText('The headset could not be used. The tour continues here.').waitFor();
      expect(await judge(page)).toEqual([]);
      await page.locator(STAGE).press('ArrowUp');
      await page.getByText('The headset could not be used').waitFor({ state: 'hidden' });
      expect(seen.complaints).toEqual([]);
      await page.context().close();
    });
  },
);
