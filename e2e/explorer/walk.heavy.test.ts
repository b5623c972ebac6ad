import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationData } from '@openhouse/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { newDataDirectory, type RunningService, root, startService } from '../service.ts';
import { PATIENCE_MS, STAGE, standingAt, type Visit, visit } from './explorer-visit.ts';
import { projected, type Triple } from './geometry.ts';

const answers = (name: string) => JSON.parse(readFileSync(join(root, `demo/tours/demo-loft/${name}.json`), 'utf8'));
const { observers = [] } = answers('vr-info') as OperationData['vr-info'];
const { tagList } = answers('hot-list') as OperationData['hot-list'];
const { list: rulers } = answers('ruler-list') as OperationData['ruler-list'];
const { list: labels } = answers('annotation-search') as OperationData['annotation-search'];

/** Pictures of the views, for people to look at. */
const pictures = join(root, 'artefacts/explorer');
mkdirSync(pictures, { recursive: true });

/** How far a mark may be from where the tour's data puts it, in CSS pixels. */
const TOLERANCE_PX = 2;

describe.skipIf(!hasChromium)(
  `the demo loft${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { timeout: PATIENCE_MS * 4 },
  () => {
    let directory: Awaited<ReturnType<typeof newDataDirectory>>;
    let service: RunningService;
    let chromium: Browser;
    let seen: Visit;

    beforeAll(async () => {
      directory = await newDataDirectory();
      service = await startService(directory.path);
      chromium = await launchChromium(softwareWebGl);
      seen = await visit(service, chromium, { viewport: { width: 1280, height: 800 } });
      await seen.open('demo-loft');
      await standingAt(seen, 6);
    }, PATIENCE_MS * 2);
    afterAll(async () => {
      await chromium?.close();
      await service?.stop();
      await directory?.remove();
    });

    /** Every viewpoint and the next one on a walk that passes all of them. */
    function walkOfAll(): readonly (readonly [from: number, to: number])[] {
      const steps: [number, number][] = [];
      const been = new Set<number>([6]);
      const go = (at: number) => {
        for (const next of observers[at]?.accessible_nodes ?? []) {
          if (been.has(next)) continue;
          been.add(next);
          steps.push([at, next]);
          go(next);
          steps.push([next, at]);
        }
      };
      go(6);
      return steps;
    }

    test('is walked whole by its links: rings under the mouse, one after the other', async () => {
      const { page } = seen;
      const reached = new Set<number>([6]);
      for (const [from, to] of walkOfAll()) {
        await standingAt(seen, from);
        // A mark has no size of its own; its anchor has.
        const ring = page.locator(`[data-look=rings][data-thing="viewpoint-${to}"] [data-anchor]`);
        // What lies behind comes into view by turning, as people do.
        for (let turns = 0; turns < 24 && !(await ring.isVisible()); turns++)
          await page.locator(STAGE).press('ArrowRight');
        for (let looks = 0; looks < 4 && !(await isFree(seen, to)); looks++)
          await page.locator(STAGE).press('PageDown');
        await ring.click({ force: !(await isFree(seen, to)) });
        await standingAt(seen, to);
        reached.add(to);
      }
      expect([...reached].sort((a, b) => a - b)).toEqual(observers.map(({ index }) => index));
    });

    /** Whether nothing covers a ring. */
    async function isFree({ page }: Visit, to: number): Promise<boolean> {
      return page.evaluate<boolean>(`(() => {
      const mark = document.querySelector('[data-look=rings][data-thing="viewpoint-${to}"]');
      if (mark === null || getComputedStyle(mark).visibility === 'hidden') return false;
      const { x, y, width, height } = mark.querySelector('[data-anchor]').getBoundingClientRect();
      return mark.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })()`);
    }

    test('is walked whole with the keyboard: turning, walking ahead, and what the foot names', async () => {
      const { page } = seen;
      await page.locator('[data-row="viewpoint-6"]').click();
      await standingAt(seen, 6);
      const stage = page.locator(STAGE);
      await stage.focus();
      const reached = new Set<number>([6]);
      for (const [from, to] of walkOfAll()) {
        await standingAt(seen, from);
        const [here, there] = [observers[from], observers[to]];
        if (here === undefined || there === undefined) throw new Error('no such viewpoint');
        const [fromX = 0, , fromZ = 0] = here.position;
        const [toX = 0, , toZ = 0] = there.position;
        const wanted = Math.atan2(toX - fromX, fromZ - toZ);
        for (let presses = 0; presses < 24; presses++) {
          const { yaw } = await seen.pose();
          const aside = Math.atan2(Math.sin(wanted - yaw), Math.cos(wanted - yaw));
          if (Math.abs(aside) < Math.PI / 20) break;
          await page.keyboard.press(aside > 0 ? 'ArrowRight' : 'ArrowLeft');
        }
        await page.keyboard.press('ArrowUp');
        await standingAt(seen, to);
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

    /** Compares each mark that shows now with where the data puts it. @returns What was compared. */
    async function compareMarks(): Promise<readonly string[]> {
      const { page } = seen;
      const [pose, stage] = [await seen.pose(), await page.locator(`${STAGE} canvas`).first().boundingBox()];
      const eye = observers[pose.index]?.position as Triple | undefined;
      if (stage === null || eye === undefined) throw new Error('the stage shows nothing');
      const places = placesByMark();
      const marks = await page.evaluate<{ id: string; x: number; y: number; shows: boolean }[]>(`
      [...document.querySelectorAll('${STAGE} [data-look=rings], ${STAGE} [data-kind]:not([data-look])')].filter((mark) => mark.dataset.thing).map((mark) => {
        const { x, y, width, height } = mark.querySelector('[data-anchor]').getBoundingClientRect();
        return { id: mark.dataset.thing, x: x + width / 2, y: y + height / 2, shows: getComputedStyle(mark).visibility !== 'hidden' };
      })`);
      const compared: string[] = [];
      for (const { id, x, y, shows } of marks) {
        const place = places.get(id);
        if (place === undefined) throw new Error(`the data has no ${id}`);
        const expected = projected(eye, pose, stage, place);
        if (expected === undefined) continue;
        expect([id, shows]).toEqual([id, true]);
        expect([
          id,
          Math.abs(x - stage.x - expected.x) < TOLERANCE_PX,
          Math.abs(y - stage.y - expected.y) < TOLERANCE_PX,
        ]).toEqual([id, true, true]);
        compared.push(id);
      }
      return compared;
    }

    function placesByMark(): ReadonlyMap<string, Triple> {
      const places = new Map<string, Triple>();
      const middle = (points: readonly (readonly number[])[]): Triple => {
        const sum = (axis: number) => points.reduce((total, point) => total + (point[axis] ?? 0), 0) / points.length;
        return [sum(0), sum(1), sum(2)];
      };
      for (const [at, { position }] of tagList.entries()) {
        const corners = Array.from({ length: position.length / 3 }, (_, corner) =>
          position.slice(corner * 3, corner * 3 + 3),
        );
        places.set(`tag-${at}`, middle(corners));
      }
      for (const [at, { polyline }] of rulers.entries()) {
        for (const [line, { points }] of polyline.lines.entries()) {
          const [from, to] = [points[0]?.position ?? [], points.at(-1)?.position ?? []];
          places.set(`ruler-${at}/${line}`, middle([from, to]));
        }
      }
      for (const [at, { position }] of labels.entries())
        places.set(`label-${at}`, [position.x, position.y, position.z]);
      for (const { index, standing_position } of observers)
        places.set(`viewpoint-${index}`, standing_position as unknown as Triple);
      return places;
    }

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
        await page.locator(`[data-row="${key}"]`).click();
        await page.locator(`${STAGE} [data-thing="${mark}"][aria-current=true] [data-anchor]`).waitFor();
        await page.locator(`${STAGE}[data-state=pictures]`).waitFor();
        // The view has turned to it: it is in the middle, and whatever else shows is in its place too.
        await expect.poll(async () => (await compareMarks()).includes(mark), { timeout: PATIENCE_MS }).toBe(true);
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
      await page.locator(`${STAGE} [data-plan] [data-thing="tag-4"]`).focus();
      await page.keyboard.press('Enter');
      await expect.poll(selected).toEqual(['tag-4', 'tag-4', '410005']);
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
        const dot = page
          .locator(`${STAGE} [data-look=dots][data-thing="viewpoint-6"] [data-anchor]`)
          .locator('visible=true');
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
          await standingAt(other, 6);
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
