import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, standingAt, type Visit, visit } from './explorer-visit.ts';
import { findByTable, START, walkByKeys, walkByRing } from './loft.ts';

/** Small, because it is drawn on the processor; `walk.heavy.test.ts` walks the whole loft in a window of usual size. */
const VIEWPORT = { width: 1100, height: 640 } as const;

describe.skipIf(!hasChromium)(
  `a look around the demo loft${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { timeout: PATIENCE_MS * 2 },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let seen: Visit;

    beforeAll(async () => {
      seen = await visit(service, chromium, { viewport: VIEWPORT });
      await seen.open('demo-loft');
      await standingAt(seen, START);
    }, PATIENCE_MS * 3);

    test('a walk there by mouse and back by keyboard', async () => {
      await walkByRing(seen, 7);
      await seen.page.locator(STAGE).focus();
      await walkByKeys(seen, 7, START);
      expect((await seen.pose()).index).toBe(START);
      expect(await seen.page.evaluate('document.activeElement.dataset.view')).toBe('panorama');
    });

    test('a tag, a ruler and a label land where the data says', async () => {
      for (const [kind, key, mark] of [
        ['tag', 'tag-0', 'tag-0'],
        ['ruler', 'ruler-0', 'ruler-0/0'],
        ['label', 'label-0', 'label-0'],
      ] as const) {
        await seen.page.locator(`[role=tab][data-kind=${kind}]`).click();
        await findByTable(seen, key, mark, PATIENCE_MS);
      }
    });

    test('what is picked in the JSON or on the plan is selected everywhere', async () => {
      const { page } = seen;
      const selected = async () => [
        await page.locator('[data-row][aria-pressed=true]').getAttribute('data-row'),
        await page.locator(`${STAGE} [data-thing][aria-current=true]`).first().getAttribute('data-thing'),
        (await page.locator('li[data-open] pre').textContent())?.match(/"id": (\d+)/)?.[1],
      ];
      await page.locator('[role=tab][data-kind=tag]').click();
      await page.getByRole('button', { name: /^Record 1:/ }).click();
      // An id that no JavaScript number holds is shown digit by digit.
      await expect.poll(selected).toEqual(['tag-1', 'tag-1', '9007199254740993']);
      await page.getByRole('tab', { name: 'Floor plan' }).click();
      await page.locator(`${STAGE} [data-plan] [data-thing="tag-3"]`).press('Enter');
      await expect.poll(selected).toEqual(['tag-3', 'tag-3', '410004']);
    });

    test('no accessibility faults, no complaints, neither token nor secret', async () => {
      expect(await judge(seen.page)).toEqual([]);
      expect(seen.complaints).toEqual([]);
      expect(seen.traffic.length).toBeGreaterThan(20);
      const leaks = seen.traffic.filter(
        (exchange) => /\b(oht|ohc|ohs)_[\w-]{20,}/.test(exchange) || exchange.includes(service.demo.app_secret),
      );
      expect(leaks.map((exchange) => exchange.slice(0, 200))).toEqual([]);
    });
  },
);
