import { inflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { cubeModel } from '../explorer/cube-model.ts';
import { judge } from '../pages/judge.ts';
import { useChromium } from '../use-demo-service.ts';
import { type ElementHost, elementHost, type OpenedPage, settled } from './element-host.ts';
import { bundleOf, type Stand, type UnusualTour } from './unusual-tours.ts';

const stands: readonly Stand[] = [{ at: [0, 1.6, 0] }, { at: [2, 1.6, -1.5] }, { at: [-1.5, 1.6, -2] }];
const house: UnusualTour = {
  stands,
  rooms: ['Hall', 'Kitchen', 'Study'],
  tags: [
    { at: [0.6, 1.7, -2], title: 'A lamp' },
    { at: [0.7, 1.6, -2], title: 'A shelf of books' },
  ],
};
const hut: UnusualTour = { stands: stands.slice(0, 2), rooms: ['Porch', 'Shed'] };
const barn: UnusualTour = {
  stands: stands.slice(0, 1),
  model: { file_url: 'barn.gltf' },
  files: new Map([['barn.gltf', cubeModel({})]]),
};
const heap: UnusualTour = {
  stands,
  tags: ['A lamp', 'A bulb', 'A switch'].map((title) => ({ at: [0.6, 1.7, -2], title })),
};
/** Tags all around, high and low, with names that are short, long, and read from right to left. */
const gallery: UnusualTour = {
  stands,
  tags: Array.from({ length: 40 }, (_, at) => ({
    at: [2 * Math.sin(at * 2.4), 0.5 + (at % 8) * 0.35, -2 * Math.cos(at * 2.4)] as const,
    title: [
      '灯',
      'A lamp',
      '一盏放在窗边的老式铜制落地灯，配有手工缝制的灯罩',
      'مصباح نحاسي قديم بجانب النافذة المطلة على الحديقة',
    ][at % 4],
  })),
};
/** @returns How far apart the darkest and the lightest pixel are in the middle of a picture, where its words are: 0 to 255. */
async function contrastIn(picture: Buffer): Promise<number> {
  const { width, height } = await sharp(picture).metadata();
  const middle = {
    left: Math.round(width / 3),
    width: Math.round(width / 3),
    top: Math.round(height / 3),
    height: Math.round(height / 3),
  };
  const { channels } = await sharp(await sharp(picture).extract(middle).greyscale().png().toBuffer()).stats();
  return (channels[0]?.max ?? 0) - (channels[0]?.min ?? 0);
}
const element = (attributes: string, inside = '') =>
  `<openhouse-tour reads="vr-info hot-list model-plugin-datasets" ${attributes}>${inside}</openhouse-tour>`;
const tour = (id = 'tour') => `document.getElementById('${id}')`;

describe.skipIf(!hasChromium)(
  `the element in pages of others${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    let opened: OpenedPage | undefined;
    beforeAll(async () => {
      host = await elementHost();
      for (const [name, of] of Object.entries({ house, hut, barn }))
        for (const [path, bytes] of await bundleOf(of)) host.files.set(`/${name}/${path}`, bytes);
    }, PATIENCE_MS);
    beforeEach(async () => {
      await opened?.page.context().close();
      host.about = 'lang="en"';
      host.before = () => undefined;
    });
    afterAll(async () => {
      await host?.close();
    });

    async function open(body: string, options: Parameters<Browser['newContext']>[0] = {}) {
      host.body = body;
      opened = await host.open(chromium, options);
      return opened;
    }
    const here = (page: Page, id = 'tour') => page.locator(`#${id} .oh-here`).textContent();

    test('slots: a page has its own choice of views, buttons and progress, and its own bar while something loads', async () => {
      let letGo = () => {};
      host.before = (path) =>
        path.endsWith('hot-list.json') ? new Promise<void>((resolve) => (letGo = resolve)) : undefined;
      const { page, complaints, told } = await open(
        element(
          'id="tour" bundle="house"',
          `<div slot="modes"><button id="plan">To the plan</button></div>
           <div slot="controls"><button id="near">Nearer</button></div>
           <progress slot="progress" aria-label="Please wait"></progress>`,
        ),
      );
      await page.getByRole('progressbar', { name: 'Please wait' }).waitFor();
      expect(await page.locator('#tour .oh-bar').isVisible()).toBe(false);
      letGo();
      await settled(page);
      expect(await page.getByRole('progressbar', { name: 'Please wait' }).isVisible()).toBe(false);
      for (const name of ['Panorama', 'Doll’s house', 'Plan', 'Zoom in', 'Full screen'])
        expect([name, await page.getByRole('button', { name, exact: true }).isVisible()]).toEqual([name, false]);
      await page.evaluate(`document.getElementById('plan').addEventListener('click', () => ${tour()}.setMode('plan'));
        document.getElementById('near').addEventListener('click', () => ${tour()}.steer('closer'))`);
      const fov = () => page.evaluate<number>(`${tour()}.pose.fov`);
      const before = await fov();
      await page.getByRole('button', { name: 'Nearer' }).click();
      await expect.poll(fov).toBeLessThan(before);
      await page.getByRole('button', { name: 'To the plan' }).click();
      expect(await told('modechange')).toMatchObject([{ mode: 'plan' }]);
      expect(await judge(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test('the bar shows until the model is there, though the pictures came before', async () => {
      let letGo = () => {};
      // Made before it is asked for, which may be after it is let go.
      const held = new Promise<void>((resolve) => (letGo = resolve));
      host.before = (path) => (path.endsWith('.gltf') ? held : undefined);
      const { page } = await open(element('id="tour" bundle="barn" mode="model"'));
      const pictures = () =>
        page.evaluate<number>(
          "performance.getEntriesByType('resource').filter(({ name, responseEnd }) => /png$/.test(name) && responseEnd > 0).length",
        );
      await expect.poll(pictures).toBe(6);
      await page.evaluate('new Promise((r) => setTimeout(r, 500))');
      expect(await page.locator('#tour .oh-busy').isVisible()).toBe(true);
      letGo();
      await settled(page);
      expect(await isPainted(page)).toBe(true);
    });

    test('parts: a style sheet of the page reaches each that the guide names', async () => {
      const { page, complaints } = await open(element('id="tour" bundle="house" mode="plan"'));
      await settled(page);
      const parts = [
        'stage',
        'controls',
        'button',
        'current',
        'modes',
        'message',
        'progress',
        'plan',
        'scale',
        'foot',
        'here',
        'ways',
      ];
      // "floors" has a floor to choose only in a tour of several; "over" is a slot.
      const rules = parts.map(
        (part, at) => `openhouse-tour::part(${part}) { --seen: ${at}; outline-offset: ${at + 1}px; }`,
      );
      await page.evaluate(
        `const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(rules.join('\n'))}); document.adoptedStyleSheets = [sheet];`,
      );
      const unseen = await page.evaluate<string[]>(`${JSON.stringify(parts)}.filter((part, at) =>
        ![...${tour()}.shadowRoot.querySelectorAll('[part~="' + part + '"]')].some((one) => getComputedStyle(one).getPropertyValue('--seen').trim() !== ''))`);
      expect(unseen).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test('another tour while the first still loads: nothing of the first is told or stays', async () => {
      const waiting: (() => void)[] = [];
      host.before = (path) =>
        path === '/house/hot-list.json' ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined;
      const { page, complaints, told } = await open(element('id="tour" bundle="house"'));
      await expect.poll(() => waiting.length).toBe(1);
      await page.evaluate(`${tour()}.setAttribute('bundle', 'hut')`);
      await settled(page);
      await expect.poll(() => here(page)).toBe('Viewpoint 0 · Porch');
      for (const resolve of waiting) resolve();
      await page.evaluate('new Promise((r) => setTimeout(r, 300))');
      expect((await told('viewpointchange')).map(({ name }) => name)).toEqual(['Porch']);
      expect(await page.locator('#tour canvas').count()).toBe(1);
      expect(await page.evaluate(`${tour()}.viewpoint`)).toBe(0);
      expect(complaints.filter((text) => !/abort/i.test(text))).toEqual([]);
    });

    test('another tour, none, and the first again', async () => {
      const { page, complaints, told } = await open(element('id="tour" bundle="house"'));
      await settled(page);
      for (const name of ['hut', 'house']) {
        await page.evaluate(`${tour()}.setAttribute('bundle', '${name}')`);
        await expect.poll(() => here(page)).toBe(`Viewpoint 0 · ${name === 'hut' ? 'Porch' : 'Hall'}`);
      }
      await page.evaluate(`${tour()}.removeAttribute('bundle')`);
      await expect.poll(() => page.locator('#tour canvas').count()).toBe(0);
      await page.evaluate(`${tour()}.setAttribute('bundle', 'house')`);
      await settled(page);
      expect((await told('viewpointchange')).map(({ name }) => name)).toEqual(['Hall', 'Porch', 'Hall', 'Hall']);
      expect(await page.locator('#tour canvas').count()).toBe(1);
      expect(complaints).toEqual([]);
    });

    test('brought along by two programs of one page, it is that of the first', async () => {
      const { page, complaints } = await open(element('id="tour" bundle="house"'));
      await settled(page);
      await page.evaluate("import('/code/page.js?second')");
      expect(await here(page)).toBe('Viewpoint 0 · Hall');
      await page.evaluate(`${tour()}.setAttribute('bundle', 'hut')`);
      await expect.poll(() => here(page)).toBe('Viewpoint 0 · Porch');
      expect(complaints).toEqual([]);
    });

    test('taken out while it loads, it tells nothing; put back, it shows', async () => {
      const waiting: (() => void)[] = [];
      host.before = (path) =>
        path === '/house/hot-list.json' ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined;
      const { page, complaints, told } = await open(`<div id="home">${element('id="tour" bundle="house"')}</div>`);
      await expect.poll(() => waiting.length).toBe(1);
      await page.evaluate(`window.kept = ${tour()}; kept.remove()`);
      for (const resolve of waiting.splice(0)) resolve();
      host.before = () => undefined;
      await page.evaluate('new Promise((r) => setTimeout(r, 300))');
      expect(await page.evaluate('window.told')).toEqual([]);
      expect(await page.evaluate('kept.shadowRoot.querySelectorAll("canvas").length')).toBe(0);
      await page.evaluate("document.getElementById('home').append(kept)");
      await settled(page);
      expect((await told('viewpointchange')).map(({ name }) => name)).toEqual(['Hall']);
      expect(complaints.filter((text) => !/abort/i.test(text))).toEqual([]);
    });

    test.each([
      [
        'a frame',
        "document.body.appendChild(Object.assign(document.createElement('iframe'), { id: 'other' })).contentWindow",
      ],
      ['a window that it opens', "window.open('', 'other', 'width=800,height=500')"],
    ])('in %s of the page, and back, it looks and turns as before', async (_, other) => {
      const { page, complaints } = await open(element('id="tour" bundle="house"'));
      await settled(page);
      await addStyle(page, 'iframe { width: 700px; height: 500px }');
      const popup = page
        .context()
        .waitForEvent('page', { timeout: PATIENCE_MS })
        .catch(() => page);
      await page.evaluate(`window.tour = ${tour()}; window.other = ${other}; other.document.body.append(window.tour)`);
      const shownIn = other.startsWith('window') ? await popup : page;
      const look = () =>
        page.evaluate(`[...window.tour.shadowRoot.querySelectorAll('.oh-window, .oh-button, .oh-overlay')].map((one) => {
          const { position, display } = one.ownerDocument.defaultView.getComputedStyle(one);
          return one.className + ' ' + position + ' ' + display;
        }).sort()`);
      const yaw = () => page.evaluate<number>('window.tour.pose.yaw');
      const before = await yaw();
      expect(await page.evaluate('window.tour.getBoundingClientRect().height')).toBe(480);
      const lookThere = await look();
      await expect.poll(() => isPainted(shownIn)).toBe(true);
      const { left, top } = await page.evaluate<{ left: number; top: number }>(`(() => {
        const frame = document.getElementById('other')?.getBoundingClientRect() ?? { left: 0, top: 0 };
        return { left: frame.left, top: frame.top };
      })()`);
      await shownIn.mouse.move(left + 300, top + 250);
      await shownIn.mouse.down();
      await shownIn.mouse.move(left + 200, top + 250, { steps: 5 });
      await shownIn.mouse.up();
      await expect.poll(async () => Math.abs((await yaw()) - before) > 0.05).toBe(true);
      await page.evaluate("document.querySelector('main').append(window.tour)");
      await settled(page);
      expect(await look()).toEqual(lookThere);
      expect(complaints).toEqual([]);
    });

    test.each(['panorama', 'model'])('on paper it shows what is seen: %s', async (mode) => {
      const { page } = await open(element(`id="tour" bundle="house" mode="${mode}"`));
      await settled(page);
      await expect.poll(() => isPainted(page)).toBe(true);
      expect(await coloursOnPaper(page)).toBeGreaterThan(8);
    });

    test('two on one page keep apart: events, keys, styles and the plan', async () => {
      const { page, complaints, told } = await open(
        `<div>${element('id="tour" bundle="house"')}${element('id="other" bundle="hut"')}</div>`,
      );
      await settled(page, '#tour');
      await settled(page, '#other');
      await page.evaluate(`${tour('other')}.goTo(1)`);
      await expect.poll(() => here(page, 'other')).toBe('Viewpoint 1 · Shed');
      expect(await here(page)).toBe('Viewpoint 0 · Hall');
      await page.locator('#tour .oh-window').press('+');
      await expect.poll(() => page.evaluate(`${tour()}.pose.fov < ${tour('other')}.pose.fov`)).toBe(true);
      for (const id of ['tour', 'other']) await page.evaluate(`${tour(id)}.setMode('plan')`);
      await settled(page, '#tour');
      await settled(page, '#other');
      expect(new Set((await told('viewpointchange')).map(({ id, name }) => `${id} ${name}`))).toEqual(
        new Set(['tour Hall', 'other Porch', 'other Shed']),
      );
      await page.evaluate(`${tour('other')}.remove()`);
      await page.evaluate(`${tour()}.setMode('panorama')`);
      await settled(page, '#tour');
      expect(await isPainted(page)).toBe(true);
      expect(complaints).toEqual([]);
    });

    test('in a shadow tree of the page’s own it speaks the language of the page around that', async () => {
      host.about = 'lang="zh-CN"';
      const { page, complaints } = await open('<div id="box"></div>', { locale: 'en-GB' });
      await page.evaluate(`const root = document.getElementById('box').attachShadow({ mode: 'open' });
        root.innerHTML = ${JSON.stringify(element('id="inner" bundle="house"'))};
        root.querySelector('openhouse-tour').style.height = '600px'`);
      await settled(page, '#inner');
      await page.getByRole('button', { name: '平面图', exact: true }).click();
      expect(await page.locator('#inner .oh-here').textContent()).toBe('点位 0 · Hall');
      expect(await isPainted(page)).toBe(true);
      expect(complaints).toEqual([]);
    });

    test.each(['panorama', 'model', 'plan'])('hidden while it opens, then shown: %s', async (mode) => {
      const { page, complaints } = await open(
        `<div id="tab" hidden>${element(`id="tour" bundle="house" mode="${mode}"`)}</div>`,
        { viewport: { width: 390, height: 640 } },
      );
      await page.locator('#tour .oh-here').waitFor({ state: 'attached' });
      await page.evaluate(`${tour()}.goTo(1)`);
      await page.evaluate('new Promise((r) => setTimeout(r, 600))');
      await page.evaluate("document.getElementById('tab').hidden = false");
      await settled(page);
      await expect.poll(() => isPainted(page)).toBe(true);
      await expect.poll(() => marksOutside(page)).toEqual([]);
      await expect.poll(() => wordsOverEachOther(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test.each([
      ['ltr', { width: 390, height: 600 }],
      ['rtl', { width: 320, height: 400 }],
    ])('read %s, no words of what is in view are cut off, pointed at or not', async (dir, viewport) => {
      for (const [path, bytes] of await bundleOf(gallery)) host.files.set(`/gallery/${path}`, bytes);
      host.about = `lang="en" dir="${dir}"`;
      const { page } = await open(element('id="tour" bundle="gallery"'), { viewport });
      await settled(page);
      for (let yaw = 0; yaw < 2 * Math.PI; yaw += 0.3) {
        await page.evaluate(`${tour()}.lookAt({ yaw: ${yaw}, pitch: ${Math.sin(yaw * 5) * 0.6} })`);
        await settled(page);
        expect([yaw, await wordsCutOff(page)]).toEqual([yaw, []]);
      }
      const ways = await page.evaluate<number>(`${tour()}.shadowRoot.querySelectorAll('[data-look=rings]').length`);
      expect(ways).toBeGreaterThan(0);
    });

    test('of words that are too long the end is left out, also of those that are read from right to left', async () => {
      for (const [path, bytes] of await bundleOf(gallery)) host.files.set(`/gallery/${path}`, bytes);
      const { page } = await open(element('id="tour" bundle="gallery"'));
      await settled(page);
      const directions = await page.evaluate<string[]>(
        `[...${tour()}.shadowRoot.querySelectorAll('.oh-mark[data-kind=tag] .oh-words')].map((one) => /\\p{Script=Arabic}/u.test(one.textContent) + ' ' + getComputedStyle(one).direction)`,
      );
      expect(new Set(directions)).toEqual(new Set(['true rtl', 'false ltr']));
    });

    test('in colours that a visitor forces one sees and can read what is pressed and what is selected, and sees every dot', async () => {
      for (const [path, bytes] of await bundleOf(gallery)) host.files.set(`/gallery/${path}`, bytes);
      const { page } = await open(element('id="tour" bundle="gallery"'), { forcedColors: 'active' });
      await settled(page);
      await page.locator('#tour .oh-mark[data-kind=tag]:not([data-many], [hidden])').first().press('Enter');
      await settled(page);
      /** Without how far it can be seen through, which is kept of colours that are not. */
      const colorsOf = (selector: string, property = 'backgroundColor') =>
        page.evaluate<string[]>(
          `[...new Set([...${tour()}.shadowRoot.querySelectorAll(${JSON.stringify(selector)})].map((one) => getComputedStyle(one).${property}.match(/[\\d.]+/g).slice(0, 3).join(' ')))]`,
        );
      const [pressed, others] = [
        await colorsOf('.oh-modes [aria-pressed=true]'),
        await colorsOf('.oh-modes [aria-pressed=false]'),
      ];
      expect([pressed.length, others.length, pressed[0] === others[0]]).toEqual([1, 1, false]);
      const [selected, beside] = [
        await colorsOf('.oh-mark[data-kind=tag][aria-current] .oh-words'),
        await colorsOf('.oh-mark[data-kind=tag]:not([aria-current]) .oh-words'),
      ];
      expect([selected.length, beside.length, selected[0] === beside[0]]).toEqual([1, 1, false]);
      for (const words of ['.oh-modes [aria-pressed=true]', '.oh-mark[data-kind=tag][aria-current] .oh-words'])
        expect([words, await contrastIn(await page.locator(`#tour ${words}`).first().screenshot())]).toEqual([
          words,
          expect.toSatisfy((difference: number) => difference > 100),
        ]);
      expect(await colorsOf('.oh-mark[data-kind=tag]:not([aria-current]) .oh-anchor', 'borderTopColor')).toEqual([
        '47 125 87',
      ]);
    });

    test('words keep apart after a walk in another view', async () => {
      const { page } = await open(element('id="tour" bundle="house" mode="plan"'));
      await settled(page);
      await page.evaluate(`${tour()}.goTo(1); ${tour()}.goTo(0)`);
      await settled(page);
      await page.evaluate(`${tour()}.setMode('panorama'); ${tour()}.lookAt({ yaw: 0.3, pitch: 0 })`);
      await settled(page);
      expect(await page.locator('#tour .oh-mark[data-open]:not([hidden])').count()).toBeGreaterThan(0);
      expect(await wordsOverEachOther(page)).toEqual([]);
    });

    test('turned from wide to narrow, the doll’s house still has all in view', async () => {
      const { page } = await open(element('id="tour" bundle="house" mode="model"'), {
        viewport: { width: 900, height: 500 },
      });
      await settled(page);
      await expect.poll(() => marksOutside(page)).toEqual([]);
      await page.setViewportSize({ width: 300, height: 700 });
      await expect.poll(() => marksOutside(page)).toEqual([]);
    });

    test.each([
      ['read from right to left', '<div dir="rtl">', 1],
      ['zoomed to 150%', '<div class="zoomed">', 1.5],
      ['zoomed to 300%', '<div class="zoomed">', 3],
      ['scaled to 150%', '<div class="scaled">', 1.5],
    ] as const)('%s: marks are where the pictures have them, and a drag follows the hand', async (_, around, scale) => {
      const { page, complaints } = await open(`${around}${element('id="tour" bundle="house"')}</div>`, {
        viewport: { width: 1000, height: 2000 },
      });
      const sheet = `.zoomed { zoom: ${scale} } .scaled { transform: scale(${scale}); transform-origin: 0 0 } #tour { height: 600px; width: 300px }`;
      await page.evaluate(
        `const sheet = new CSSStyleSheet(); sheet.replaceSync('${sheet}'); document.adoptedStyleSheets = [sheet]`,
      );
      await settled(page);
      await page.evaluate(`${tour()}.lookAt({ yaw: 0, pitch: 0, fov: 60 })`);
      await settled(page);
      const tag = await middleOf(page, '#tour .oh-mark[data-kind=tag] .oh-anchor');
      const view = await page.locator('#tour .oh-window').boundingBox();
      const { x = 0, y = 0, width = 0, height = 0 } = view ?? {};
      // The lamp is at 0.6 and 0.1 of 2 m ahead.
      const perTangent = height / 2 / Math.tan(Math.PI / 6);
      expect(
        Math.hypot(tag.x - (x + width / 2 + 0.3 * perTangent), tag.y - (y + height / 2 - 0.05 * perTangent)),
      ).toBeLessThan(3);
      const by = 60;
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 - by, y + height / 2, { steps: 6 });
      await page.evaluate('new Promise((r) => setTimeout(r, 120))');
      await page.mouse.up();
      await settled(page);
      const yaw = await page.evaluate<number>(`${tour()}.pose.yaw`);
      expect(Math.abs(yaw - by / perTangent)).toBeLessThan(0.03);
      expect(complaints).toEqual([]);
    });

    test.each([
      ['unsets everything', 'openhouse-tour, main, h1 { all: unset }'],
      [
        'leaves nothing but what a browser shows by itself',
        ':where(openhouse-tour, main, h1) { all: unset } openhouse-tour, main, h1 { display: revert; height: revert }',
      ],
      ['gives no height', 'openhouse-tour { height: auto }'],
      [
        'sets text like a poster',
        `main { writing-mode: vertical-rl; text-transform: uppercase; letter-spacing: 1em; text-shadow: 0 0 2em; word-break: break-all;
           -webkit-text-fill-color: transparent; text-align: center; font: italic 40px / 3 serif }
         openhouse-tour { width: 100vw }`,
      ],
    ])('a style sheet of the page that %s leaves the tour to be seen', async (_, sheet) => {
      const { page, complaints } = await open(element('id="tour" bundle="house"'));
      await addStyle(page, sheet);
      await settled(page);
      for (const mode of ['panorama', 'model', 'plan']) {
        await page.evaluate(`${tour()}.setMode('${mode}')`);
        await settled(page);
        const { width = 0, height = 0 } = (await page.locator('#tour .oh-window').boundingBox()) ?? {};
        expect([mode, width > 800, height > 400]).toEqual([mode, true, true]);
        expect([mode, await buttonsOutside(page)]).toEqual([mode, []]);
        await expect.poll(() => isPainted(page)).toBe(true);
        await expect.poll(() => marksOutside(page)).toEqual([]);
      }
      const told = await page.evaluate<string[]>(`['.oh-button', '.oh-here'].map((one) => {
        const { textTransform, letterSpacing, textShadow, writingMode, fontStyle, color, webkitTextFillColor } =
          getComputedStyle(${tour()}.shadowRoot.querySelector(one));
        return [textTransform, letterSpacing, textShadow, writingMode, fontStyle, webkitTextFillColor === color].join(' ');
      })`);
      expect(new Set(told)).toEqual(new Set(['none normal none horizontal-tb normal true']));
      expect(complaints).toEqual([]);
    });

    test.each(['ltr', 'rtl'])('in a low view that is read %s all buttons are in it', async (dir) => {
      host.about = `lang="en" dir="${dir}"`;
      const { page } = await open(element('id="tour" bundle="house"'), { viewport: { width: 390, height: 200 } });
      await settled(page);
      expect(await buttonsOutside(page)).toEqual([]);
    });

    test('in a dialog that opens later; Escape closes a list in it before it closes the dialog', async () => {
      for (const [path, bytes] of await bundleOf(heap)) host.files.set(`/heap/${path}`, bytes);
      const { page, complaints } = await open(`<dialog id="dialog">${element('id="tour" bundle="heap"')}</dialog>`);
      await addStyle(page, '#tour { width: 600px; height: 400px }');
      await page.evaluate("document.getElementById('dialog').showModal()");
      await settled(page);
      await expect.poll(() => isPainted(page)).toBe(true);
      const isOpen = () => page.evaluate("document.getElementById('dialog').open");
      await page.locator('#tour .oh-mark[data-many]').press('Enter');
      await page.locator('#tour .oh-crowd').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('#tour .oh-crowd').waitFor({ state: 'detached' });
      expect(await isOpen()).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(isOpen).toBe(false);
      await page.evaluate("document.getElementById('dialog').showModal()");
      await expect.poll(() => isPainted(page)).toBe(true);
      expect(complaints).toEqual([]);
    });

    test.each(['panorama', 'model', 'plan'])(
      'made nothing and large again, hidden and shown again: %s',
      async (mode) => {
        const { page, complaints } = await open(
          `<div id="tab">${element(`id="tour" bundle="house" mode="${mode}"`)}</div>`,
        );
        await settled(page);
        await page.evaluate(`${tour()}.goTo(1)`);
        await settled(page);
        const state = () => page.evaluate<string>(`${tour()}.state`);
        const before = await state();
        for (const [element, style] of [
          ['tour', 'height: 0'],
          ['tour', 'width: 0; overflow: hidden'],
          ['tab', 'display: none'],
          ['tab', 'content-visibility: hidden'],
        ]) {
          await addStyle(page, `#${element} { ${style} }`);
          await page.evaluate('new Promise((r) => setTimeout(r, 200))');
          await page.evaluate('document.adoptedStyleSheets = []');
          await settled(page);
          await expect.poll(() => isPainted(page)).toBe(true);
          await expect.poll(() => marksOutside(page)).toEqual([]);
          await expect.poll(() => wordsOverEachOther(page)).toEqual([]);
          expect([style, await state()]).toEqual([style, before]);
        }
        expect(complaints).toEqual([]);
      },
    );

    test.each(['panorama', 'model', 'plan'])(
      'moved to another place of the page it goes on, and put back later too: %s',
      async (mode) => {
        const { page, complaints, told } = await open(
          `<div id="one">${element('id="tour" bundle="house"')}</div><div id="other"></div>`,
        );
        await settled(page);
        await page.evaluate(`${tour()}.setMode('${mode}'); ${tour()}.goTo(1); ${tour()}.steer('closer')`);
        await settled(page);
        const state = () => page.evaluate<string>(`${tour()}.state`);
        const before = await state();
        const asked = () => page.evaluate<number>("performance.getEntriesByType('resource').length");
        const count = await asked();
        await page.evaluate(`window.kept = ${tour()}; document.getElementById('other').append(kept)`);
        await settled(page);
        expect([await state(), await asked()]).toEqual([before, count]);
        await expect.poll(() => isPainted(page)).toBe(true);
        expect((await told('viewpointchange')).map(({ name }) => name)).toEqual(['Hall', 'Kitchen']);
        await page.evaluate('kept.remove()');
        await page.evaluate('new Promise((r) => setTimeout(r, 100))');
        expect(await page.evaluate('kept.shadowRoot.querySelectorAll("canvas").length')).toBe(0);
        await page.evaluate("document.getElementById('one').append(kept)");
        await settled(page);
        await expect.poll(state).toBe(before);
        await expect.poll(() => isPainted(page)).toBe(true);
        await page.evaluate(
          "kept.remove(); kept.setAttribute('bundle', 'hut'); document.getElementById('one').append(kept)",
        );
        await settled(page);
        await expect.poll(() => here(page)).toBe('Viewpoint 0 · Porch');
        expect(complaints).toEqual([]);
      },
    );

    test('taken out again and again, opened or not: no WebGL context is left behind', async () => {
      const contexts = `window.contexts = []; const getContext = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (...all) {
          const context = getContext.apply(this, all);
          if (/webgl/.test(all[0])) contexts.push(context);
          return context;
        };`;
      const { page, complaints } = await open(element('id="tour" bundle="house"'));
      await settled(page);
      await page.evaluate(contexts);
      for (const mode of ['panorama', 'model', 'plan']) {
        for (const waitMs of [0, 1, 5, 20, 60, 150, 400, undefined]) {
          await page.evaluate(`(async () => {
            const one = document.createElement('openhouse-tour');
            for (const [name, value] of Object.entries({ id: 'brief', bundle: 'barn', mode: '${mode}', reads: 'vr-info' })) one.setAttribute(name, value);
            document.querySelector('main').append(one);
            ${waitMs === undefined ? "await new Promise((r) => one.addEventListener('viewpointchange', r))" : ''};
            await new Promise((r) => setTimeout(r, ${waitMs ?? 1500}));
            one.remove();
          })()`);
        }
      }
      await page.evaluate('new Promise((r) => setTimeout(r, 1000))');
      const kept = await page.evaluate<number[]>(
        '[contexts.length, new Set(contexts.filter((one) => !one.isContextLost())).size]',
      );
      expect([(kept[0] ?? 0) > 3, kept[1]]).toEqual([true, 0]);
      expect(await isPainted(page)).toBe(true);
      expect(complaints.filter((text) => !/abort/i.test(text))).toEqual([]);
    });

    test('a connection that is lost when a view first opens is said of that view only, and it may be tried again', async () => {
      const { page, told } = await open(element('id="tour" bundle="barn"'));
      await settled(page);
      const views = ['model', 'plan', 'panorama'] as const;
      const show = (mode: string) => page.evaluate(`${tour()}.setMode('${mode}')`).then(() => settled(page));
      const said = () => page.locator('#tour .oh-message').textContent();
      await page.context().setOffline(true);
      const lost: unknown[] = [];
      for (const mode of views) {
        await show(mode);
        lost.push([await page.evaluate(`${tour()}.mode`), await said()]);
      }
      const sentence = 'This tour cannot be shown at the moment.Try again';
      expect(lost).toEqual([
        ['model', sentence],
        ['plan', sentence],
        ['panorama', ''],
      ]);
      expect((await told('error')).map(({ what }) => what)).toEqual(['model', 'model']);
      await page.evaluate(`${tour()}.setMode('model')`);
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      for (const mode of views) {
        await show(mode);
        await expect.poll(said).toBe('');
        await expect.poll(() => isPainted(page)).toBe(true);
      }
    });

    test('a model that did not arrive may be asked for again, and shows in both views', async () => {
      const model = host.files.get('/barn/assets/barn.gltf') ?? '';
      host.files.delete('/barn/assets/barn.gltf');
      const { page, told } = await open(element('id="tour" bundle="barn" mode="plan"'));
      const said = () => page.locator('#tour .oh-message').textContent();
      await expect.poll(said).toMatch(/^The model could not be loaded\..*Try again$/);
      await page.evaluate(`${tour()}.setMode('model')`);
      await settled(page);
      const without = await page.screenshot();
      host.files.set('/barn/assets/barn.gltf', model);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(said).toBe('');
      await settled(page);
      await expect.poll(async () => (await page.screenshot()).equals(without)).toBe(false);
      await page.evaluate(`${tour()}.setMode('plan')`);
      await expect.poll(() => page.locator('#tour .oh-plan path').count()).toBeGreaterThan(0);
      expect(await told('error')).toHaveLength(1);
    });

    test('keys that are typed into a text of the page’s own do not steer', async () => {
      const { page } = await open(
        element('id="tour" bundle="house"', '<p slot="over" id="note" contenteditable="true"></p>'),
      );
      await settled(page);
      const state = () => page.evaluate<string>(`${tour()}.state`);
      const before = await state();
      await page.locator('#note').focus();
      await page.keyboard.type('+a-m');
      await page.keyboard.press('ArrowLeft');
      await settled(page);
      expect([await page.locator('#note').textContent(), await state()]).toEqual(['+a-m', before]);
    });

    test.each(['panorama', 'model'])('a view is as fine as the screen, also after it changed: %s', async (mode) => {
      const { page } = await open(element(`id="tour" bundle="house" mode="${mode}"`));
      await settled(page);
      const ratio = () =>
        page.evaluate<number>(
          `(() => { const { width, clientWidth } = ${tour()}.shadowRoot.querySelector('.oh-view:not([hidden]) canvas'); return width / clientWidth; })()`,
        );
      await page.evaluate(`Object.assign(${tour()}.style, { width: '500px', height: '400px' })`);
      await expect.poll(ratio).toBe(1);
      const devTools = await page.context().newCDPSession(page);
      // To a denser screen, back and there again: the box itself stays as large as it was.
      for (const [width, deviceScaleFactor] of [
        [901, 2],
        [900, 1],
        [901, 2],
      ] as const) {
        const screen = { width, height: 600, deviceScaleFactor, mobile: false };
        await devTools.send('Emulation.setDeviceMetricsOverride', screen);
        await expect.poll(ratio).toBe(deviceScaleFactor);
      }
    });

    test('a view that is none is refused, and what shows stays', async () => {
      const { page } = await open(element('id="tour" bundle="house"'));
      await settled(page);
      await expect(page.evaluate(`${tour()}.setMode('attic')`)).rejects.toThrow(/no view "attic"/);
      await page.evaluate(`${tour()}.setAttribute('mode', 'attic')`);
      await settled(page);
      expect(await page.evaluate(`${tour()}.mode`)).toBe('panorama');
      expect(await isPainted(page)).toBe(true);
    });
  },
);

describe.skipIf(!hasChromium)(
  `the element without WebGL in a page of somebody's own${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium({ args: ['--disable-3d-apis'] });
    beforeAll(async () => {
      host = await elementHost();
    }, PATIENCE_MS);
    afterAll(async () => {
      await host?.close();
    });

    test.each([
      ['with pictures', house, ['webgl'], /^This browser cannot draw in three dimensions/],
      [
        'with pictures that are gone',
        { ...house, gone: ['front'] as const },
        ['webgl', 'pictures'],
        /^The pictures of this viewpoint are out of reach\.$/,
      ],
      [
        'without pictures',
        { ...house, isBlind: true },
        ['webgl', 'pictures'],
        /^The pictures of this viewpoint are out of reach\.$/,
      ],
    ] as const)('%s: what stands in is said, and the plan shows', async (_, of, errors, said) => {
      host.files.clear();
      for (const [path, bytes] of await bundleOf(of)) host.files.set(`/house/${path}`, bytes);
      host.body = element('id="tour" bundle="house"');
      const { page, told } = await host.open(chromium);
      await settled(page);
      await expect.poll(async () => (await told('error')).map(({ what }) => what)).toEqual(errors);
      expect(await page.locator('#tour .oh-message').textContent()).toMatch(said);
      expect(await page.locator('#tour .oh-busy').isVisible()).toBe(false);
      expect(await page.getByRole('button', { name: 'Doll’s house' }).count()).toBe(0);
      // Of the buttons over a still picture none turns or zooms it.
      expect(await buttonsOf(page)).toEqual(['Full screen']);
      await page.getByRole('button', { name: 'Plan', exact: true }).click();
      await settled(page);
      expect(await isPainted(page)).toBe(true);
      expect(await buttonsOf(page)).toEqual(['Zoom in', 'Zoom out', 'Reset the view', 'Full screen']);
      await page.locator('#tour [data-look=dots]').nth(1).press('Enter');
      await expect.poll(() => page.locator('#tour .oh-here').textContent()).toMatch(/Viewpoint [12]/);
      expect(await judge(page)).toEqual([]);
      await page.context().close();
    });
  },
);

/** The page's own style: its policy refuses it in the markup. */
const addStyle = (page: Page, sheet: string) =>
  page.evaluate(
    `const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(sheet)}); document.adoptedStyleSheets.push(sheet)`,
  );

/** How many values the pixels have in the one of the printed pictures that has the most. */
async function coloursOnPaper(page: Page): Promise<number> {
  const pdf = await page.pdf({ printBackground: true });
  const pictures = pdf
    .toString('latin1')
    .matchAll(/\/ColorSpace (?!\/DeviceGray)[^>]*?\/FlateDecode\s\/Length (\d+)[^>]*?>>\s*stream\r?\n/g);
  const counts = [...pictures].map(({ 0: head, 1: bytes, index }) => {
    const start = index + head.length;
    return new Set(inflateSync(pdf.subarray(start, start + Number(bytes)))).size;
  });
  return Math.max(0, ...counts);
}

/** Buttons that reach out of the view. */
const buttonsOutside = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const root = ${tour()}.shadowRoot;
    const frame = root.querySelector('.oh-window').getBoundingClientRect();
    return [...root.querySelectorAll('.oh-window .oh-button:not([hidden])')].filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return right > left && (left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom);
    }).map((one) => one.ariaLabel ?? one.textContent);
  })()`);

/** What the buttons over the view are called. */
const buttonsOf = (page: Page) =>
  page.evaluate<string[]>(
    `[...${tour()}.shadowRoot.querySelectorAll('.oh-buttons button:not([hidden])')].map((one) => one.ariaLabel)`,
  );

/** Whether the middle of the page shows more than one colour, or marks. */
async function isPainted(page: Page): Promise<boolean> {
  const { channels } = await sharp(await page.screenshot()).stats();
  return channels.some(({ stdev }) => stdev > 6);
}

const marks = `[...document.querySelector('openhouse-tour').shadowRoot.querySelectorAll('.oh-view:not([hidden]) .oh-mark:not([hidden])')]`;

/** Viewpoints whose dots are not in view, of the doll's house and the plan, which have all of them in view. */
const marksOutside = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const tour = document.querySelector('openhouse-tour');
    if (tour.mode === 'panorama') return [];
    const frame = tour.shadowRoot.querySelector('.oh-window').getBoundingClientRect();
    const seen = ${marks}.filter((mark) => {
      const { x, y, width, height } = mark.querySelector('.oh-anchor').getBoundingClientRect();
      return x >= frame.x && x + width <= frame.right && y >= frame.y && y + height <= frame.bottom;
    });
    const ids = new Set(seen.map((mark) => mark.dataset.thing));
    return ['viewpoint-0', 'viewpoint-1', 'viewpoint-2'].filter((id) => !ids.has(id));
  })()`);

/** Words that lie over other words. */
/** Words that reach over an edge of the view though their place is in it: of each mark, as it shows and while it is pointed at. */
const wordsCutOff = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const root = ${tour()}.shadowRoot;
    const view = root.querySelector('.oh-window').getBoundingClientRect();
    const cutOff = [];
    for (const mark of root.querySelectorAll('.oh-view:not([hidden]) .oh-mark:not([hidden])')) {
      const place = mark.getBoundingClientRect();
      const words = mark.querySelector('.oh-words');
      if (!words || place.left < view.left || place.right > view.right || place.top < view.top || place.bottom > view.bottom) continue;
      mark.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      const box = words.getBoundingClientRect();
      if (box.left < view.left - 1 || box.right > view.right + 1 || box.top < view.top - 1 || box.bottom > view.bottom + 1)
        cutOff.push((mark.dataset.open ?? 'pointed at') + ': ' + words.textContent);
    }
    return cutOff;
  })()`);

const wordsOverEachOther = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const boxes = ${marks}.filter((mark) => mark.dataset.open).map((mark) => mark.querySelector('.oh-words')).filter(Boolean)
      .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }));
    return boxes.flatMap(({ text, box: a }, at) => boxes.slice(at + 1)
      .filter(({ box: b }) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
      .map((other) => text + ' over ' + other.text));
  })()`);

async function middleOf(page: Page, selector: string): Promise<{ readonly x: number; readonly y: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(selector).first().boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}
