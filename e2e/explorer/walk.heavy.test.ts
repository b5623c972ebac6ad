import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { root } from '../service.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, standingAt, type Visit, visit } from './explorer-visit.ts';
import { findByTable, labels, observers, rulers, START, tagList, walkByKeys, walkByRing, walkOfAll } from './loft.ts';

/** Pictures of the views, for people to look at. */
const pictures = join(root, 'artefacts/explorer');
mkdirSync(pictures, { recursive: true });

describe.skipIf(!hasChromium)(
  `the demo loft${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { timeout: PATIENCE_MS * 4 },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let seen: Visit;

    beforeAll(async () => {
      seen = await visit(service, chromium, { viewport: { width: 1280, height: 800 } });
      await seen.open('demo-loft');
      await standingAt(seen, START);
    }, PATIENCE_MS * 2);

    test('is walked whole by its links: rings under the mouse, one after the other', async () => {
      const reached = new Set<number>([START]);
      for (const [from, to] of walkOfAll()) {
        await standingAt(seen, from);
        await walkByRing(seen, to);
        reached.add(to);
      }
      expect([...reached].sort((a, b) => a - b)).toEqual(observers.map(({ index }) => index));
    });

    test('is walked whole with the keyboard: turning, walking ahead, and what the foot names', async () => {
      const { page } = seen;
      await page.locator('[data-row="viewpoint-6"]').click();
      await standingAt(seen, START);
      const stage = page.locator(STAGE);
      await stage.focus();
      const reached = new Set<number>([START]);
      for (const [from, to] of walkOfAll()) {
        await standingAt(seen, from);
        await walkByKeys(seen, from, to);
        reached.add(to);
      }
      expect(reached.size).toBe(observers.length);
      expect(await page.evaluate('document.activeElement.dataset.view')).toBe('panorama');
      await page
        .getByRole('button', { name: /^Walk to viewpoint 5/ })
        .last()
        .press('Enter');
      await standingAt(seen, 5);
    });

    test('every tag, ruler and label lands where the data says, seen from where it shows', async () => {
      const { page } = seen;
      const wanted = [
        ...tagList.map((_, at) => ['tag', `tag-${at}`, `tag-${at}`] as const),
        ...rulers.map((_, at) => ['ruler', `ruler-${at}`, `ruler-${at}/0`] as const),
        ...labels.map((_, at) => ['label', `label-${at}`, `label-${at}`] as const),
      ];
      let kind = '';
      for (const [itsKind, key, mark] of wanted) {
        if (kind !== itsKind) await page.locator(`[role=tab][data-kind=${itsKind}]`).click();
        kind = itsKind;
        await findByTable(seen, key, mark, PATIENCE_MS);
      }
      await page.screenshot({ path: join(pictures, 'panorama.png') });
    });

    test('what is selected in a view, the table or the JSON is selected in all of them', async () => {
      const { page } = seen;
      await page.locator('[role=tab][data-kind=tag]').click();
      await page.locator('[data-row="tag-0"]').click();
      const selected = async () => [
        await page.locator('[data-row][aria-pressed=true]').getAttribute('data-row'),
        await page.locator(`${STAGE} [data-thing][aria-current=true]`).first().getAttribute('data-thing'),
        (await page.locator('li[data-open] pre').textContent())?.match(/"id": (\d+)/)?.[1],
      ];
      await expect.poll(selected).toEqual(['tag-0', 'tag-0', '410001']);
      await page.getByRole('button', { name: /^Record 1:/ }).click();
      // An id that no JavaScript number holds is shown digit by digit.
      await expect.poll(selected).toEqual(['tag-1', 'tag-1', '9007199254740993']);
      await page.getByRole('tab', { name: 'Floor plan' }).click();
      await page.locator(`${STAGE} [data-plan] [data-thing="tag-3"]`).focus();
      await page.keyboard.press('Enter');
      await expect.poll(selected).toEqual(['tag-3', 'tag-3', '410004']);
      const curl = page.getByRole('button', { name: 'Copy as curl' });
      await seen.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await curl.click();
      const line = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(line).toContain('/open/v3/custom/hot/list?resource_code=demo-loft');
      expect(line).toContain('Authorization: $OPENHOUSE_TOKEN');
    });

    test('the doll’s house turns with the keys, the plan moves, and both have every viewpoint', async () => {
      const { page } = seen;
      const stage = page.locator(STAGE);
      for (const [name, file] of [
        ['Doll’s house', 'model'],
        ['Floor plan', 'plan'],
      ] as const) {
        await page.getByRole('tab', { name }).click();
        await page.locator(`${STAGE}[data-state=loaded]`).waitFor();
        // Which of them have the room for a number is up to the layout.
        const anchors = page.locator(`${STAGE} [data-look=dots] [data-anchor]`).locator('visible=true');
        const id = await anchors.first().locator('..').getAttribute('data-thing');
        const dot = page.locator(`${STAGE} [data-thing="${id}"] [data-anchor]`).locator('visible=true');
        const before = await dot.boundingBox();
        await stage.press('ArrowLeft');
        await stage.press('ArrowUp');
        await expect.poll(async () => JSON.stringify(await dot.boundingBox())).not.toBe(JSON.stringify(before));
        await stage.press('Home');
        await expect.poll(async () => Math.round((await dot.boundingBox())?.x ?? 0)).toBe(Math.round(before?.x ?? 0));
        await page.screenshot({ path: join(pictures, `${file}.png`) });
      }
    });

    test('neither a token nor a secret was in anything sent or received, and nothing complained', () => {
      expect(seen.traffic.length).toBeGreaterThan(20);
      const leaks = seen.traffic.filter((exchange) => /\b(oht|ohc|ohs)_[\w-]{20,}/.test(exchange));
      expect(leaks.map((exchange) => exchange.slice(0, 200))).toEqual([]);
      expect(seen.traffic.filter((exchange) => exchange.includes(service.demo.app_secret))).toEqual([]);
      expect(seen.complaints).toEqual([]);
    });

    test.each(['light', 'dark'] as const)(
      'in %s, on a desktop and on a phone: no accessibility faults',
      async (colorScheme) => {
        for (const [name, viewport] of [
          ['desktop', { width: 1280, height: 800 }],
          ['phone', { width: 390, height: 844 }],
        ] as const) {
          const other = await visit(service, chromium, { colorScheme, viewport });
          await other.open('demo-loft');
          await standingAt(other, START);
          for (const view of ['Panorama', 'Doll’s house', 'Floor plan']) {
            await other.page.getByRole('tab', { name: view }).click();
            if (view !== 'Panorama') await other.page.locator(`${STAGE}[data-state=loaded]`).waitFor();
            expect([view, ...(await judge(other.page))]).toEqual([view]);
            await other.page.screenshot({
              path: join(
                pictures,
                `${colorScheme}-${name}-${view === 'Panorama' ? 'panorama' : view === 'Floor plan' ? 'plan' : 'model'}.png`,
              ),
              fullPage: true,
            });
          }
          await other.context.close();
        }
      },
    );
  },
);
