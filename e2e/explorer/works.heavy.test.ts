import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { openhouse, root } from '../service.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, standingAt, type Visit, visit } from './explorer-visit.ts';
import { projected } from './geometry.ts';
import { dots, EYE, LARGE, writeLargeTour, writeLonelyTour, writePaintedTour } from './tour-bundles.ts';

const run = promisify(execFile);
const works = dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json'));
const pictures = join(root, 'artefacts/explorer');
mkdirSync(pictures, { recursive: true });

/** Presses of an arrow key that turn once around, and then some. */
const MOST_TURNS = 40;
/** How far the middle of a painted dot may be from its mark, in CSS pixels. */
const PAINTED_PX = 3;

describe.skipIf(!hasChromium)(
  `tours of others${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { timeout: PATIENCE_MS * 2 },
  () => {
    let bundles: string;
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let seen: Visit;

    beforeAll(async () => {
      bundles = await mkdtemp(join(tmpdir(), 'openhouse-bundles-'));
      const folder = (code: string) => join(bundles, code);
      await writePaintedTour(folder('painted'), `${service.demo.base_url}/files/${service.demo.team}/painted/`);
      await writeLargeTour(folder('large'));
      await writeLonelyTour(folder('lonely'));
      const real = join(works, 'real/pWLy9ndnVL73Xqja/work.json');
      const sources = [...['painted', 'large', 'lonely'].map(folder), real];
      await run(process.execPath, [openhouse, 'import', ...sources, '--team', service.demo.team], { env: service.env });
      seen = await visit(service, chromium, { viewport: { width: 1280, height: 800 } });
    }, PATIENCE_MS * 2);
    afterAll(async () => {
      if (bundles !== undefined) await rm(bundles, { recursive: true, force: true });
    });

    test('a camera that stood askew: picture, mark and computation agree on where things are', async () => {
      await seen.open('painted');
      await standingAt(seen, 0);
      const { page } = seen;
      await page.locator('[role=tab][data-kind=tag]').click();
      for (const [index, { at, colour }] of dots.entries()) {
        await page.locator(`[data-row="tag-${index}"]`).click();
        const mark = page.locator(`${STAGE} [data-thing="tag-${index}"][aria-current=true] [data-anchor]`);
        await mark.waitFor();
        const canvas = page.locator(`${STAGE} canvas`).first();
        await canvas.scrollIntoViewIfNeeded();
        const stage = await canvas.boundingBox();
        if (stage === null) throw new Error('the stage shows nothing');
        const expected = projected(EYE, await seen.pose(), stage, at);
        const anchor = await mark.boundingBox();
        if (expected === undefined || anchor === null) throw new Error(`dot ${index} is not in view`);
        const shown = { x: anchor.x + anchor.width / 2 - stage.x, y: anchor.y + anchor.height / 2 - stage.y };
        expect([index, Math.hypot(shown.x - expected.x, shown.y - expected.y) < 1]).toEqual([index, true]);
        await setOverlays('hidden');
        // The picture follows the marks by a frame, which takes long where a processor draws it.
        const offPx = async () => {
          const png = await canvas.screenshot({ path: join(pictures, `painted-${index}.png`) });
          const painted = await middleOf(png, colour);
          return Math.hypot(painted.x - expected.x, painted.y - expected.y);
        };
        await expect.poll(offPx, { message: `dot ${index}` }).toBeLessThan(PAINTED_PX);
        await setOverlays('');
      }
    });

    /** Shows or hides what lies over the picture. */
    const setOverlays = (visibility: string) =>
      seen.page.evaluate(
        `for (const one of document.querySelectorAll('${STAGE} > :not(:first-child), ${STAGE} > :first-child > :not(:first-child)')) one.style.visibility = '${visibility}'`,
      );

    /** The middle of the pixels of a colour. */
    async function middleOf(
      png: Buffer,
      colour: readonly number[],
    ): Promise<{ readonly x: number; readonly y: number }> {
      const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      let [count, sumX, sumY] = [0, 0, 0];
      for (let at = 0; at < info.width * info.height; at++) {
        const off = Math.max(...colour.map((value, channel) => Math.abs(value - (data[at * 3 + channel] ?? 0))));
        if (off > 60) continue;
        count += 1;
        sumX += at % info.width;
        sumY += Math.floor(at / info.width);
      }
      expect(count).toBeGreaterThan(50);
      return { x: sumX / count + 0.5, y: sumY / count + 0.5 };
    }

    test.each([
      ['large', LARGE],
      ['80pWLy9ndnVL73Xqja', LARGE],
    ])('%s, of %i viewpoints without pictures: graph, plan and data, and what is missing', async (code, count) => {
      const { page } = seen;
      await seen.open(code);
      await page.locator(`${STAGE}[data-state=drawn]`).waitFor();
      const openedMs = await page.evaluate<number>(
        `(() => { const data = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/operations/')).at(-1); return performance.now() - data.responseEnd; })()`,
      );
      console.info(`${code}: shown ${Math.round(openedMs)} ms after its data`);
      await page.getByText(/which this page does not call\. You can walk/).waitFor();
      const first = (await seen.pose()).index;
      const ring = page.locator('[data-look=rings] [data-anchor]').locator('visible=true').first();
      for (let turns = 0; turns < MOST_TURNS && !(await ring.isVisible()); turns += 1) {
        await page.locator(STAGE).press('ArrowRight');
      }
      await ring.waitFor();
      await page.getByRole('group', { name: 'From here to' }).getByRole('button').first().press('Enter');
      await expect.poll(async () => (await seen.pose()).index).not.toBe(first);
      await page.getByRole('button', { name: `Show all ${count}` }).click();
      await expect.poll(() => page.locator('[data-row^="viewpoint-"]').count()).toBe(count);
      await page.screenshot({ path: join(pictures, `${code}-drawn.png`) });
      for (const view of ['Doll’s house', 'Floor plan']) {
        await page.getByRole('tab', { name: view }).click();
        // As many numbers as have room; the others are specks.
        await page.locator(`${STAGE} [data-look=dots] [data-anchor]`).locator('visible=true').nth(5).waitFor();
        // The view that was left may still have its own.
        const specks = () =>
          page
            .locator(`${STAGE} .oh-specks`)
            .evaluateAll((paths) =>
              Math.max(...paths.map((path) => (path as Element).getAttribute('d')?.match(/M/g)?.length ?? 0)),
            );
        await expect.poll(specks).toBeGreaterThan(count / 2);
        await page.screenshot({ path: join(pictures, `${code}-${view === 'Floor plan' ? 'plan' : 'house'}.png`) });
      }
      await page.locator('[data-row="viewpoint-200"]').click();
      await expect.poll(() => page.locator('li[data-open] pre').textContent()).toContain('"index": 200');
    });

    test('a model only: no panorama to choose, and its house shows', async () => {
      const { page } = seen;
      await seen.open('demo-studio');
      await page.getByText('This tour has no viewpoints').waitFor();
      await page.locator(`${STAGE}[data-view=model][data-state=loaded]`).waitFor();
      await expect.poll(() => page.getByRole('tab', { name: 'Panorama' }).count()).toBe(0);
      expect(await judge(page)).toEqual([]);
    });

    test('an inactive tour, and one of a single viewpoint, say what is so', async () => {
      const { page } = seen;
      await seen.open('demo-garden');
      await page.getByText('This tour is inactive').waitFor();
      await standingAt(seen, 0);
      await seen.open('lonely');
      await page.getByText('This tour has a single viewpoint').waitFor();
      await page.getByText('One viewpoint names no pictures').waitFor();
      await page.locator(`${STAGE}[data-state=drawn]`).waitFor();
      expect(await judge(page)).toEqual([]);
    });

    test('a tour that is not there is a page that says so', async () => {
      await seen.page.goto(`${service.demo.portal_url}/dashboard/tours/no-such-tour`);
      await seen.page.getByRole('heading', { name: 'Your Team has no such tour' }).waitFor();
    });

    test('a tour opens for a Team whose only app is disabled, too', async () => {
      const { page } = seen;
      await page.goto(`${service.demo.portal_url}/dashboard/apps`);
      const disabled = await page.evaluate<number>(`(async () => {
        const { data } = await (await fetch('/api/apps')).json();
        const csrf = document.cookie.match(/csrf=([^;]*)/)?.[1] ?? '';
        const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
        for (const { appKey } of data.apps) await fetch('/api/apps/' + appKey + '/disable', { method: 'POST', headers, body: '{}' });
        return data.apps.length;
      })()`);
      expect(disabled).toBeGreaterThan(0);
      await page.goto(`${service.demo.portal_url}/dashboard/tours/demo-loft`);
      await page.locator(`${STAGE}:is([data-state=loaded],[data-state=pictures])`).waitFor();
    });

    test('nobody outside was called, and nothing complained', () => {
      const called = seen.traffic.map((exchange) => new URL(exchange.split(' ')[1] ?? ''));
      // The page's own memory is an address too.
      const outside = called.filter(({ protocol, host }) => protocol !== 'blob:' && !host.startsWith('localhost:'));
      expect(outside.map(({ href }) => href)).toEqual([]);
      expect(seen.complaints).toEqual([]);
    });
  },
);
