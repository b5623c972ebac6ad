import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { cubeModel } from '../explorer/cube-model.ts';
import { judge } from '../pages/judge.ts';
import { useChromium } from '../use-demo-service.ts';
import { type ElementHost, elementHost, settled } from './element-host.ts';
import { bundleOf, pictureFormats, type Stand, sideColors, type UnusualTour } from './unusual-tours.ts';

const two: readonly Stand[] = [{ at: [0, 1.6, 0] }, { at: [2, 1.6, -1.5] }];
const ring = (count: number, radius: number): readonly Stand[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    return { at: [Math.cos(angle) * radius, 1.6, Math.sin(angle) * radius] };
  });
/** As surveyors count: thousands of kilometres from where x and z are 0. */
const surveyed = (x: number, z: number): Stand => ({ at: [1_000_000 + x, 50, 5_000_000 + z] });
const names = [
  'A very long name of a room '.repeat(3),
  '客厅与餐厅之间的走廊'.repeat(8),
  'غرفة المعيشة الكبيرة',
  '👩‍👩‍👧 🛋️',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'Unbreakable'.repeat(8),
];
const lamps = {
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ extensions: { KHR_lights_punctual: { light: 0 } } }],
  extensionsUsed: ['KHR_lights_punctual'],
  extensions: { KHR_lights_punctual: { lights: [{ type: 'point' }] } },
};
const ofModel = (text: string): Pick<UnusualTour, 'model' | 'files'> => ({
  model: { file_url: 'house.gltf' },
  files: new Map([['house.gltf', text]]),
});

const noPictures = /^The pictures of this viewpoint are out of reach. Lines on the floor are a metre apart./;
const noModel = 'The model could not be loaded. Viewpoints and the ways between them are drawn instead.';
const empty = 'This tour has no viewpoints, and no model that can be shown.';

interface Row {
  readonly name: string;
  readonly tour: UnusualTour;
  /** What the panorama says; nothing by default. */
  readonly inside?: RegExp;
  /** What the doll's house and the plan say. */
  readonly outside?: string;
  /** What `error` tells of. */
  readonly errors?: readonly string[];
  readonly more?: (page: Page) => Promise<void>;
}

const rows: readonly Row[] = [
  ...pictureFormats.map((format) => ({
    name: `pictures in ${format}`,
    tour: { stands: two, format },
    more: seesFront,
  })),
  {
    name: 'one of six pictures missing',
    tour: { stands: two, gone: ['left'] },
    inside: /^Some pictures of this viewpoint are out of reach\./,
    errors: ['pictures'],
    more: seesFront,
  },
  { name: 'no picture of what is above and below', tour: { stands: two, unnamed: ['up', 'down'] }, more: seesFront },
  { name: 'no pictures', tour: { stands: two, isBlind: true }, inside: noPictures, errors: ['pictures'] },
  { name: 'one viewpoint', tour: { stands: two.slice(0, 1) } },
  { name: 'nothing at all', tour: {}, outside: empty },
  {
    name: 'a model of lamps alone',
    tour: { stands: two, ...ofModel(JSON.stringify(lamps)) },
    outside: noModel,
    errors: ['model'],
    more: linesReachDots,
  },
  {
    name: 'a model of lamps and nothing else',
    tour: ofModel(JSON.stringify(lamps)),
    outside: 'The model could not be loaded.',
    errors: ['model'],
  },
  { name: 'a model alone', tour: ofModel(cubeModel({})), more: hasWalls },
  { name: 'a town alone', tour: ofModel(cubeModel({ edgeM: 4000, at: [9000, 300, -2000] })), more: hasWalls },
  { name: 'names of any length and script', tour: { stands: ring(6, 4), rooms: names, tags: names.map(tagOf) } },
  {
    name: 'forty ways on',
    tour: { stands: ring(40, 8), rooms: ring(40, 8).map((_, index) => `Room number ${index}`) },
  },
  {
    name: 'floors with gaps',
    tour: {
      stands: [
        { at: [0, -1.4, 0], floor: -1 },
        { at: [2, 1.6, 0], floor: 0 },
        { at: [0, 13.6, 1], floor: 4 },
      ],
    },
  },
  {
    name: 'far from where x and z are 0',
    tour: { stands: [surveyed(0, 0), surveyed(3, 0), surveyed(3, 2.5), surveyed(0.5, 2)] },
    more: linesReachDots,
  },
  {
    name: 'a model far from where x and z are 0',
    tour: {
      stands: [surveyed(0, 0), surveyed(3, 0), surveyed(3, 2.5), surveyed(0.5, 2)],
      ...ofModel(cubeModel({ edgeM: 6, at: [1_000_002, 50, 5_000_001], rotation: [0, 0.2588, 0, 0.9659] })),
    },
    more: hasStraightWalls,
  },
  {
    name: 'a town',
    tour: {
      stands: [{ at: [0, 1.6, 0] }, { at: [6000, 1.6, 0] }, { at: [3000, 1.6, 4000] }],
      ...ofModel(cubeModel({ edgeM: 5000, at: [3000, 0, 2000] })),
    },
    more: hasReadableScale,
  },
  {
    name: 'something of millimetres',
    tour: {
      stands: [{ at: [0, 0.0016, 0] }, { at: [0.003, 0.0016, 0.002] }],
      ...ofModel(cubeModel({ edgeM: 0.006 })),
    },
    more: hasReadableScale,
  },
  {
    name: 'tags without words',
    tour: { stands: two, tags: [null, '', 7, undefined, '  '].map(tagOf) },
    more: async (page) => expect(await page.locator('.oh-mark[data-kind=tag] .oh-words').count()).toBe(0),
  },
  {
    name: 'ways to viewpoints that are not there',
    tour: {
      stands: [
        { at: [0, 1.6, 0], ways: [1, 99, -3] },
        { at: [1, 1.6, 1], ways: [] },
      ],
    },
    more: async (page) => expect(await page.locator('.oh-ways button').count()).toBe(1),
  },
];

function tagOf(title: unknown, index: number) {
  return { at: [index - 2, 1.2, -2] as const, title };
}

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

    test.each(rows.map((row) => [row.name, row] as const))(
      '%s: no void, no heap, and each lack is said',
      async (_, row) => {
        host.files.clear();
        for (const [path, bytes] of await bundleOf(row.tour)) host.files.set(`/tour/${path}`, bytes);
        host.body = '<openhouse-tour bundle="tour" reads="vr-info hot-list model-plugin-datasets"></openhouse-tour>';
        const { page, complaints, told } = await host.open(chromium, { viewport: { width: 390, height: 640 } });
        let dialogs = 0;
        page.on('dialog', (dialog) => {
          dialogs += 1;
          void dialog.dismiss();
        });
        await settled(page);
        const hasInside = (row.tour.stands ?? []).length > 0;
        for (const mode of hasInside ? (['panorama', 'model', 'plan'] as const) : (['model', 'plan'] as const)) {
          await page.evaluate(`document.querySelector('openhouse-tour').setMode('${mode}')`);
          await settled(page);
          const message = (await page.locator('.oh-message').textContent()) ?? '';
          if (mode === 'panorama') expect([mode, message]).toEqual([mode, expect.stringMatching(row.inside ?? /^$/)]);
          else expect([mode, message]).toEqual([mode, row.outside ?? '']);
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
        expect(complaints.filter((text) => !/404/.test(text))).toEqual([]);
        expect(dialogs).toBe(0);
        await page.context().close();
      },
    );
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

/** Texts that are cut off in height or reach out of the element, and a view that has less than half of it. */
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
    const view = host.shadowRoot.querySelector('.oh-window').getBoundingClientRect();
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
  const places = await boxOf(dots);
  await page.evaluate(
    "document.querySelector('openhouse-tour').shadowRoot.querySelectorAll('.oh-overlay, .oh-modes, .oh-buttons, .oh-message').forEach((one) => { one.style.display = 'none'; })",
  );
  const { data, info } = await sharp(await page.screenshot({ clip: await viewOf(page) }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [background = 0] = data;
  const drawn = Array.from(data.keys()).filter((at) => Math.abs((data[at] ?? 0) - background) > 12);
  const [columns, lines] = [drawn.map((at) => at % info.width), drawn.map((at) => Math.floor(at / info.width))];
  near(places, [least(columns), most(columns), least(lines), most(lines)]);
  await page.evaluate(
    "document.querySelector('openhouse-tour').shadowRoot.querySelectorAll('.oh-overlay, .oh-modes, .oh-buttons, .oh-message').forEach((one) => { one.style.display = ''; })",
  );
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
