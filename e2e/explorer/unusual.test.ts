import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { openhouse, root } from '../service.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { bundleOf, type UnusualName, type UnusualTour, unusualTours } from '../viewer/unusual-tours.ts';
import { STAGE, visit } from './explorer-visit.ts';

const run = promisify(execFile);
const pictures = join(root, 'artefacts/explorer/unusual');
mkdirSync(pictures, { recursive: true });
const rows = Object.entries(unusualTours) as [UnusualName, UnusualTour][];
const codeOf = (name: UnusualName) => `unusual-${rows.findIndex(([one]) => one === name)}`;

const NOT_LOADED = 'The model could not be loaded. Viewpoints and the ways between them are drawn instead.';
const NO_PLAN = 'No plan can be drawn of this model.';

interface Said {
  readonly inside?: string;
  readonly outside?: string;
  readonly inModel?: string;
  readonly inPlan?: string;
}

/** What a view says of a tour; of the others nothing, or that there is no model. */
const said: Readonly<Partial<Record<UnusualName, Said>>> = {
  'a model whose pictures are not there': { inModel: 'Some files of the model are out of reach.' },
  'two tilesets, one of which is not there': { inModel: 'Some files of the model are out of reach.' },
  'one of six pictures missing': { inside: 'Some pictures of this viewpoint are out of reach.' },
  'no pictures': { inside: 'The pictures of this viewpoint are out of reach. Lines on the floor are a metre apart.' },
  'nothing at all': { outside: 'This tour has no viewpoints, and no model that can be shown.' },
  'a model of lamps alone': { outside: NOT_LOADED },
  'a model of lamps and nothing else': { outside: 'The model could not be loaded.' },
  'a model of lines and nothing else': { inPlan: NO_PLAN },
  'a model of black lines and nothing else': { inPlan: NO_PLAN },
  'a model of points and nothing else': { inPlan: NO_PLAN },
  'a tileset of points and nothing else': { inPlan: NO_PLAN },
  'a model without a corner': { outside: NOT_LOADED },
  'a model of numbers that are none': { outside: NOT_LOADED },
};
const NO_MODEL = 'There is no model here to draw: these are the viewpoints and the ways between them.';
/** What another try may help for. */
const RETRIED = /of this viewpoint are out of reach|could not be loaded/;

describe.skipIf(!hasChromium)(
  `unusual tours in the explorer${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS * 2 },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'openhouse-unusual-'));
      for (const [name, tour] of rows) {
        const code = codeOf(name);
        const base_url = `${service.demo.base_url}/files/${service.demo.team}/${code}/`;
        for (const [path, bytes] of await bundleOf(tour, { resource_code: code, base_url })) {
          await mkdir(dirname(join(folder, code, path)), { recursive: true });
          await writeFile(join(folder, code, path), bytes);
        }
      }
      const bundles = rows.map(([name]) => join(folder, codeOf(name)));
      await run(process.execPath, [openhouse, 'import', ...bundles, '--team', service.demo.team], { env: service.env });
    }, PATIENCE_MS * 2);
    afterAll(async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });

    test.each(rows)('%s: no void, no heap, each lack is said, and every view has an address', async (name, tour) => {
      const code = codeOf(name);
      const hasInside = (tour.stands ?? []).length > 0;
      const views = hasInside ? (['panorama', 'model', 'plan'] as const) : (['model', 'plan'] as const);
      const seen = await visit(service, chromium, { viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
      const { page, complaints } = seen;
      await seen.open(code);
      for (const view of views) {
        await page.locator(`[role=tab][data-view=${view}]`).click();
        await page.locator(`${STAGE}[data-view=${view}]`).waitFor();
        await page.locator(`${STAGE} [role=progressbar]`).waitFor({ state: 'detached' });
        const text = (await page.locator(`${STAGE} [role=status]`).allTextContents()).join('');
        const outside = said[name]?.outside ?? (tour.model === undefined ? NO_MODEL : '');
        const expected = {
          panorama: said[name]?.inside ?? '',
          model: said[name]?.inModel ?? outside,
          plan: said[name]?.inPlan ?? outside,
        };
        expect([view, text]).toEqual([view, expected[view]]);
        const canRetry = RETRIED.test(text) && tour.isBlind !== true;
        expect([view, await page.getByRole('button', { name: 'Try again' }).count()]).toEqual([view, Number(canRetry)]);
        // What has arrived is drawn a moment later.
        if (text === '') await expect.poll(async () => [view, await isVoid(page)]).toEqual([view, false]);
        expect([view, await tooWide(page)]).toEqual([view, []]);
        await page.screenshot({ path: join(pictures, `${code}-${view}.png`) });
      }
      // Every view was a step: back leads through them again.
      for (const view of [...views].reverse().slice(1)) {
        await page.goBack();
        await page.locator(`${STAGE}[data-view=${view}]`).waitFor();
      }
      await page.goForward();
      await page.locator(`${STAGE}[data-view=${views[1]}]`).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await tooWide(page)).toEqual([]);
      await page.screenshot({ path: join(pictures, `${code}-narrow.png`), fullPage: true });
      expect(await judge(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  },
);

/** Whether nothing shows but a background: no mark, and no difference in the stage's middle. */
async function isVoid(page: Page): Promise<boolean> {
  if ((await page.locator(`${STAGE} > :not([hidden]) .oh-mark:not([hidden])`).count()) > 0) return false;
  const box = (await page.locator(STAGE).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { x, y, width, height } = box;
  const clip = { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  return channels.every(({ stdev }) => stdev < 1);
}

/** What reaches out of the page at its right. */
const tooWide = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return scrollWidth > clientWidth ? ['page: ' + scrollWidth + ' of ' + clientWidth] : [];
  })()`);
