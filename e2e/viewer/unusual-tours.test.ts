import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { root } from '../service.ts';
import { useChromium } from '../use-demo-service.ts';
import { type ElementHost, elementHost, settled } from './element-host.ts';
import { bundleOf, sideColors, type UnusualName, type UnusualTour, unusualTours } from './unusual-tours.ts';

const noPictures = /^The pictures of this viewpoint are out of reach. Lines on the floor are a metre apart./;
const noModel = 'The model could not be loaded. Viewpoints and the ways between them are drawn instead.Try again';
const noPlan = 'No plan can be drawn of this model.';
const empty = 'This tour has no viewpoints, and no model that can be shown.';

interface Facts {
  /** What the panorama says; nothing by default. */
  readonly inside?: RegExp;
  /** What the doll's house and the plan say. */
  readonly outside?: string;
  /** What the doll's house alone says, and the plan alone. */
  readonly inModel?: string;
  readonly inPlan?: string;
  /** What `error` tells of. */
  readonly errors?: readonly string[];
  readonly more?: (page: Page) => Promise<void>;
}

const pictures = join(root, 'artefacts/viewer/unusual');
mkdirSync(pictures, { recursive: true });

/** What is said of a tour and seen in it; nothing of what is not listed. */
const facts: Readonly<Partial<Record<UnusualName, Facts>>> = {
  'pictures in jpeg': { more: seesFront },
  'pictures in png': { more: seesFront },
  'pictures in webp': { more: seesFront },
  'pictures in avif': { more: seesFront },
  'one of six pictures missing': {
    inside: /^Some pictures of this viewpoint are out of reach\./,
    errors: ['pictures'],
    more: seesFront,
  },
  'no picture of what is above and below': { more: seesFront },
  'no pictures': { inside: noPictures, errors: ['pictures'] },
  'nothing at all': { outside: empty },
  'a model of lamps alone': { outside: noModel, errors: ['model'], more: linesReachDots },
  'a model of lamps and nothing else': { outside: 'The model could not be loaded.Try again', errors: ['model'] },
  'a model of lines': { more: seesModel },
  'a model of lines and nothing else': { inPlan: noPlan, more: seesModel },
  'a model of black lines and nothing else': { inPlan: noPlan, more: seesModel },
  'a model of points': { more: seesModel },
  'a model of points and nothing else': { inPlan: noPlan, more: seesModel },
  'a tileset of lines': { more: seesModel },
  'two tilesets, one of which is not there': {
    inModel: 'Some files of the model are out of reach.',
    errors: ['model'],
    more: seesModel,
  },
  'a tileset of points and nothing else': { inPlan: noPlan, more: seesModel },
  'a model without a corner': { outside: noModel, errors: ['model'], more: linesReachDots },
  'a model of numbers that are none': { outside: noModel, errors: ['model'], more: linesReachDots },
  'a model ten kilometres off': { more: seesModel },
  'a model of a millimetre': { more: seesModel },
  'a model of a millimetre and nothing else': { more: hasWalls },
  'a model alone': { more: hasWalls },
  'a model whose pictures are not there': {
    inModel: 'Some files of the model are out of reach.',
    errors: ['model'],
  },
  'a town alone': { more: hasWalls },
  'far from where x and z are 0': { more: linesReachDots },
  'a model far from where x and z are 0': { more: hasStraightWalls },
  'a town': { more: hasReadableScale },
  'something of millimetres': { more: hasReadableScale },
  'tags without words': {
    more: async (page) => expect(await page.locator('.oh-mark[data-kind=tag] .oh-words').count()).toBe(0),
  },
  'ways to viewpoints that are not there': {
    more: async (page) => expect(await page.locator('.oh-ways button').count()).toBe(1),
  },
};
const rows = Object.entries(unusualTours) as [UnusualName, UnusualTour][];

describe.skipIf(!hasChromium)(
  `unusual tours in the element${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    beforeAll(async () => {
      host = await elementHost();
    }, PATIENCE_MS);
    afterAll(async () => {
      await host?.close();
    });

    test.each(rows)('%s: no void, no heap, and each lack is said', async (name, tour) => {
      const row = facts[name] ?? {};
      host.files.clear();
      for (const [path, bytes] of await bundleOf(tour)) host.files.set(`/tour/${path}`, bytes);
      host.body = '<openhouse-tour bundle="tour" reads="vr-info hot-list model-plugin-datasets"></openhouse-tour>';
      const { page, complaints, told } = await host.open(chromium, { viewport: { width: 390, height: 640 } });
      let dialogs = 0;
      page.on('dialog', (dialog) => {
        dialogs += 1;
        void dialog.dismiss();
      });
      await settled(page);
      const hasInside = (tour.stands ?? []).length > 0;
      for (const mode of hasInside ? (['panorama', 'model', 'plan'] as const) : (['model', 'plan'] as const)) {
        await page.evaluate(`document.querySelector('openhouse-tour').setMode('${mode}')`);
        await settled(page);
        const message = (await page.locator('.oh-message').textContent()) ?? '';
        if (mode === 'panorama') expect([mode, message]).toEqual([mode, expect.stringMatching(row.inside ?? /^$/)]);
        else
          expect([mode, message]).toEqual([mode, (mode === 'model' ? row.inModel : row.inPlan) ?? row.outside ?? '']);
        expect([mode, message === '' && (await isVoid(page))]).toEqual([mode, false]);
        expect([mode, await outOfPlace(page)]).toEqual([mode, []]);
      }
      await row.more?.(page);
      // What a view said it says again.
      if (hasInside) {
        await page.evaluate("document.querySelector('openhouse-tour').setMode('panorama')");
        expect(await page.locator('.oh-message').textContent()).toMatch(row.inside ?? /^$/);
      }
      expect(await judge(page)).toEqual([]);
      expect((await told('error')).map(({ what }) => what)).toEqual(row.errors ?? []);
      const usual = name === 'a model of numbers that are none' ? /404|load texture|NaN/ : /404|load texture/;
      expect(complaints.filter((text) => !usual.test(text))).toEqual([]);
      expect(dialogs).toBe(0);
      await page.context().close();
    });

    test.each([
      [320, 568],
      [360, 740],
      [768, 1024],
      [1024, 768],
      [844, 390],
    ])('names of any length and script, at %i × %i: all have their room', async (width, height) => {
      host.files.clear();
      for (const [path, bytes] of await bundleOf(unusualTours['names of any length and script']))
        host.files.set(`/tour/${path}`, bytes);
      for (const lang of ['en', 'zh-CN']) {
        host.body = `<openhouse-tour bundle="tour" reads="vr-info hot-list model-plugin-datasets" lang="${lang}"></openhouse-tour>`;
        const { page, complaints } = await host.open(chromium, { viewport: { width, height } });
        for (const mode of ['panorama', 'model', 'plan']) {
          await settled(page);
          await page.evaluate(`document.querySelector('openhouse-tour').setMode('${mode}')`);
          await settled(page);
          await page.screenshot({ path: join(pictures, `names-${width}-${lang}-${mode}.png`) });
          expect([lang, mode, await outOfPlace(page)]).toEqual([lang, mode, []]);
        }
        expect(complaints).toEqual([]);
        await page.context().close();
      }
    });
  },
);

/** Nothing but the page's own background is as bright. */
const PAPER = 232;

/** Whether nothing shows but the background and a grid, in the part of the view where no button is. */
async function isVoid(page: Page): Promise<boolean> {
  const marks = await page.locator('.oh-view:not([hidden]) .oh-mark:not([hidden])').count();
  if (marks > 0) return false;
  const { channels } = await sharp(await page.screenshot({ clip: { x: 40, y: 120, width: 280, height: 240 } })).stats();
  return channels.every(({ stdev, mean }) => stdev < 1 && mean > PAPER);
}

/** Texts that are cut off or reach out of the element, and a view that has less than half of it. */
const outOfPlace = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const host = document.querySelector('openhouse-tour');
    const frame = host.getBoundingClientRect();
    const found = [];
    for (const one of host.shadowRoot.querySelectorAll('.oh-button, .oh-here, .oh-message')) {
      const box = one.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.left < frame.left - 1 || box.right > frame.right + 1) found.push('wide: ' + one.textContent);
      if (one.scrollHeight > one.clientHeight + 1) found.push('high: ' + one.textContent);
    }
    const over = [...host.shadowRoot.querySelectorAll('.oh-window > :is(.oh-modes, .oh-buttons, .oh-message) .oh-button')]
      .map((one) => one.getBoundingClientRect());
    for (const words of host.shadowRoot.querySelectorAll('.oh-view:not([hidden]) .oh-mark[data-open]:not([hidden], [aria-current]) .oh-words')) {
      const box = words.getBoundingClientRect();
      if (over.some((one) => box.left < one.right && one.left < box.right && box.top < one.bottom && one.top < box.bottom))
        found.push('below a button: ' + words.textContent);
    }
    const view = host.shadowRoot.querySelector('.oh-window').getBoundingClientRect();
    for (const mark of host.shadowRoot.querySelectorAll('.oh-view:not([hidden]) .oh-mark[data-open]:not([hidden])')) {
      const place = mark.getBoundingClientRect();
      const words = mark.querySelector('.oh-words')?.getBoundingClientRect();
      if (!words || place.left < view.left || place.right > view.right) continue;
      if (words.left < view.left - 1 || words.right > view.right + 1) found.push('cut off: ' + mark.textContent);
    }
    if (view.height < frame.height / 2) found.push('view: ' + view.height);
    return found;
  })()`);

async function seesFront(page: Page): Promise<void> {
  const tour = "document.querySelector('openhouse-tour')";
  await page.evaluate(`${tour}.setMode('panorama'); ${tour}.lookAt({ yaw: 0, pitch: 0, fov: 75 })`);
  await settled(page);
  const { width, height } = { width: 12, height: 12 };
  const middle = sharp(await page.screenshot({ clip: { x: 190, y: 300, width, height } }));
  const seen = (await middle.stats()).channels.slice(0, 3).map(({ mean }) => mean);
  sideColors.front.forEach((value, channel) => {
    expect(Math.abs((seen[channel] ?? 0) - value)).toBeLessThan(8);
  });
}

/** The ways are drawn from viewpoint to viewpoint: what they take up is what the dots do. */
async function linesReachDots(page: Page): Promise<void> {
  const boxOf = (selector: string) =>
    page.evaluate<number[]>(`(() => {
      const boxes = [...document.querySelector('openhouse-tour').shadowRoot.querySelectorAll(${JSON.stringify(selector)})]
        .map((one) => one.getBoundingClientRect()).filter(({ x }) => x !== 0);
      const middles = boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
      const [box] = boxes;
      if (boxes.length === 1) return [box.left, box.right, box.top, box.bottom];
      return [0, 1].flatMap((axis) => [Math.min, Math.max].map((of) => of(...middles.map((one) => one[axis]))));
    })()`);
  const near = (one: readonly number[], other: readonly number[]) =>
    one.forEach((value, at) => {
      expect(Math.abs(value - (other[at] ?? Number.NaN)), `${one} ${other}`).toBeLessThan(3);
    });
  const dots = '.oh-view:not([hidden]) [data-look=dots] .oh-anchor';
  near(await boxOf(dots), await boxOf('.oh-plan-ways'));
  await page.evaluate("document.querySelector('openhouse-tour').setMode('model')");
  await settled(page);
  near(await boxOf(dots), await drawnBox(page));
}

/** The model is what the doll's house shows, in the middle and not as a speck. */
async function seesModel(page: Page): Promise<void> {
  await page.evaluate("document.querySelector('openhouse-tour').setMode('model')");
  await settled(page);
  const { width, height } = await viewOf(page);
  const [left, right, top, bottom] = await drawnBox(page);
  expect(Math.max((right - left) / width, (bottom - top) / height)).toBeGreaterThan(0.4);
  expect(Math.abs((left + right) / 2 / width - 0.5)).toBeLessThan(0.2);
  expect(Math.abs((top + bottom) / 2 / height - 0.5)).toBeLessThan(0.2);
}

/** What is drawn of a doll's house takes up: its left, right, upper and lower edge. */
async function drawnBox(page: Page): Promise<readonly [number, number, number, number]> {
  const over = (display: string) =>
    page.evaluate(
      `document.querySelector('openhouse-tour').shadowRoot.querySelectorAll('.oh-overlay, .oh-modes, .oh-buttons, .oh-message').forEach((one) => { one.style.display = '${display}'; })`,
    );
  await over('none');
  const { data, info } = await sharp(await page.screenshot({ clip: await viewOf(page) }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await over('');
  const [background = 0] = data;
  const drawn = Array.from(data.keys()).filter((at) => Math.abs((data[at] ?? 0) - background) > 12);
  const [columns, lines] = [drawn.map((at) => at % info.width), drawn.map((at) => Math.floor(at / info.width))];
  return [least(columns), most(columns), least(lines), most(lines)];
}

const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity);
const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity);
const viewOf = async (page: Page) =>
  (await page.locator('.oh-window').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

async function hasWalls(page: Page): Promise<void> {
  expect(await page.locator('.oh-plan-walls').getAttribute('d')).toMatch(/^M/);
  const { width = 0 } = (await page.locator('.oh-plan-walls').boundingBox()) ?? {};
  expect(width).toBeGreaterThan(100);
}

/** A cube is cut to four lines of one length each, however many triangles its sides have. */
async function hasStraightWalls(page: Page): Promise<void> {
  const d = (await page.locator('.oh-plan-walls').getAttribute('d')) ?? '';
  const ends = [...d.matchAll(/[^M]+/g)].map(([line]) => line.split(/[ L]/).map(Number));
  const length = ends.reduce((sum, [x = 0, z = 0, u = 0, w = 0]) => sum + Math.hypot(u - x, w - z), 0);
  expect(Math.abs(length - 4 * 6)).toBeLessThan(0.01);
}

async function hasReadableScale(page: Page): Promise<void> {
  const scale = page.locator('.oh-plan-scale');
  const { width = 0, height = 0 } = (await scale.boundingBox()) ?? {};
  expect([width > 40, width <= 110, height < 30]).toEqual([true, true, true]);
  expect(await scale.textContent()).toMatch(/^(1|2|5)0* (m|km)$|^0\.0*[125] m$/);
  const squares = await page.evaluate<number>(`(() => {
    const svg = document.querySelector('openhouse-tour').shadowRoot.querySelector('.oh-plan-picture');
    const pixels = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    return svg.querySelector('pattern').width.baseVal.value * pixels;
  })()`);
  expect(squares).toBeGreaterThan(4);
}
