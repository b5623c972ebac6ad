import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { openhouse, root } from '../service.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, type Visit, visit } from './explorer-visit.ts';
import { areOver, covered, shownOn } from './shown-marks.ts';
import { CROWD, HEAP, LARGE, writeCrowdedTour, writeLargeTour } from './tour-bundles.ts';

const run = promisify(execFile);
const pictures = join(root, 'artefacts/explorer');
mkdirSync(pictures, { recursive: true });

describe.skipIf(!hasChromium)(
  `tours of very many things${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS * 2 },
  () => {
    let bundles: string;
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let seen: Visit;
    let page: Page;

    beforeAll(async () => {
      bundles = await mkdtemp(join(tmpdir(), 'openhouse-bundles-'));
      const [crowded, large] = [join(bundles, 'crowded'), join(bundles, 'large')];
      await writeCrowdedTour(crowded, `${service.demo.base_url}/files/${service.demo.team}/crowded/`);
      await writeLargeTour(large);
      await run(process.execPath, [openhouse, 'import', crowded, large, '--team', service.demo.team], {
        env: service.env,
      });
      seen = await visit(service, chromium, { viewport: { width: 1280, height: 720 } });
      page = seen.page;
    }, PATIENCE_MS * 3);
    afterAll(async () => {
      if (bundles !== undefined) await rm(bundles, { recursive: true, force: true });
    });

    const openAt = async (code: string, view: string) => {
      await page.goto('about:blank');
      await page.goto(`${service.demo.portal_url}/dashboard/tours/${code}#view=${view}`);
      await page.locator(`${STAGE}[data-view=${view}]`).waitFor();
      await page.locator(`${STAGE} [role=progressbar]`).waitFor({ state: 'detached' });
      await page.locator(`${STAGE} .oh-mark:not([hidden])`).first().waitFor({ state: 'attached' });
    };

    test.each(['model', 'plan', 'panorama'])(
      '4,000 tags are counted where they are a heap, and nothing covers words: %s',
      async (view) => {
        await openAt('crowded', view);
        await expect
          .poll(async () => (await shownOn(page)).filter(({ kind }) => kind === 'tag').length)
          .toBeGreaterThan(5);
        const shown = await shownOn(page);
        expect(covered(shown)).toEqual([]);
        if (view === 'model')
          expect(
            shown.reduce((sum, { kind, count }) => sum + (kind === 'viewpoint' ? 0 : count), 0),
          ).toBeGreaterThanOrEqual(CROWD);
        await page.locator(STAGE).screenshot({ path: join(pictures, `crowded-${view}.png`) });
      },
    );

    test('a count is pressed, lists what it stands for, and one of them is picked with the keys', async () => {
      await openAt('crowded', 'plan');
      const heap = page.locator(`${STAGE} .oh-mark[data-thing="tag-0"]`);
      await heap.waitFor({ state: 'attached' });
      const count = Number((await heap.locator('.oh-count').getAttribute('data-count')) ?? '0');
      expect(count).toBeGreaterThanOrEqual(HEAP);
      expect(await heap.getAttribute('aria-label')).toBe(`${count} things here: Tag: Thing 0 …`);
      await heap.press('Enter');
      const list = page.getByRole('group', { name: `${count} things here` });
      expect(await list.getByRole('button').count()).toBe(count);
      expect(await judge(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('[data-row="tag-2"][aria-pressed=true]').waitFor();
      await page
        .locator(`${STAGE} .oh-mark[data-thing="tag-2"][aria-current=true][data-open]:not([hidden])`)
        .waitFor({ state: 'attached' });
      // Where one stands shows all the same.
      const here = page.locator(`${STAGE} [data-plan] .oh-mark[aria-current=location]:not([hidden])`);
      expect(await here.evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-kind')))).toEqual([
        'viewpoint',
      ]);
    });

    test('a plan of hundreds of viewpoints is thinned, and closer up they have their numbers', async () => {
      await openAt('large', 'plan');
      const numbers = async () => (await shownOn(page)).filter(({ kind }) => kind === 'viewpoint');
      const specks = async () =>
        ((await page.locator(`${STAGE} > :not([hidden]) .oh-specks`).getAttribute('d')) ?? '').split('M').length - 1;
      await expect.poll(specks).toBeGreaterThan(20);
      const far = await numbers();
      expect(far.length + (await specks())).toBeLessThanOrEqual(LARGE);
      for (const [at, { id, dot }] of far.entries()) {
        const over = far.slice(at + 1).filter((other) => areOver(dot, other.dot));
        expect([id, over.map((other) => other.id)]).toEqual([id, []]);
      }
      await page.locator(STAGE).screenshot({ path: join(pictures, 'large-plan.png') });
      for (let presses = 0; presses < 12 && (await specks()) > 0; presses++) await page.locator(STAGE).press('+');
      await expect.poll(specks).toBe(0);
      expect((await numbers()).length).toBeGreaterThan(1);
      await openAt('large', 'model');
      await expect.poll(specks).toBeGreaterThan(20);
      await page.locator(STAGE).screenshot({ path: join(pictures, 'large-house.png') });
    });

    test('turning 4,000 tags: how many pictures a second, for the record', async () => {
      await openAt('crowded', 'model');
      await page.locator(STAGE).evaluate((stage) => {
        Object.assign((stage as unknown as { style: object }).style, {
          position: 'fixed',
          inset: '0',
          zIndex: '99',
          width: '1280px',
          height: '720px',
        });
      });
      const canvas = page.locator(`${STAGE} > :not([hidden]) canvas`);
      await expect.poll(async () => (await canvas.boundingBox())?.height).toBe(720);
      await page.evaluate(
        `window.frames_ = []; (function tick(now) { window.frames_.push(now); requestAnimationFrame(tick); })(performance.now())`,
      );
      await page.mouse.move(640, 620);
      await page.mouse.down();
      const before = (await shownOn(page)).map(({ dot }) => dot.left);
      await page.evaluate('window.frames_.length = 0');
      for (let step = 0; step < 150; step++) await page.mouse.move(640 + step * 3, 620 - (step % 40));
      const times = await page.evaluate<readonly number[]>('window.frames_.slice(1)');
      await page.mouse.up();
      const rate = ((times.length - 1) * 1000) / ((times.at(-1) ?? 0) - (times[0] ?? 0));
      console.info(`${CROWD} tags at 1280 × 720: ${rate.toFixed(1)} pictures a second while turning`);
      expect((await shownOn(page)).map(({ dot }) => dot.left)).not.toEqual(before);
      expect(covered(await shownOn(page))).toEqual([]);
    });
  },
);
