import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../packages/cli/src/run.ts';
import { writeSphere } from '../../packages/cli/src/testing/painted-sphere.ts';
import { keptWorld } from '../../packages/cli/src/testing/world.ts';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { compressedModel, compressions, texturedModel, textureFormats } from '../explorer/compressed-models.ts';
import { judge } from '../pages/judge.ts';
import { root as checkout } from '../service.ts';
import { useChromium } from '../use-demo-service.ts';
import { type StaticHost, staticHost } from './static-host.ts';

const loftModel = join(checkout, 'demo/tours/demo-loft/assets/model/loft.glb');

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'openhouse-site-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function openhouse(...args: string[]) {
  const world = keptWorld({}, undefined, { directory: root });
  return { exitCode: await run(args, world), ...world.written };
}

const filesBelow = async (...names: string[]) =>
  (await readdir(join(root, ...names), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, ...names).length + 1))
    .sort();

describe('a tour as a site', { tags: ['slow', 'long'] }, () => {
  const bundle = (name: string, files: Record<string, unknown>) =>
    Promise.all(
      Object.entries(files).map(async ([file, content]) => {
        await mkdir(join(root, name, file, '..'), { recursive: true });
        await writeFile(join(root, name, file), typeof content === 'string' ? content : JSON.stringify(content));
      }),
    );
  const info = (code: string, more: object) => ({
    ...{ resource_code: code, name: `<b>${code}</b> & "more"`, is_active: true, model: { file_url: 'm/house.gltf' } },
    ...more,
  });

  test('has what the viewer shows and the files that this names; all else stays behind and is listed', async () => {
    await bundle('hut', {
      'vr-info.json': info('hut', {
        base_url: 'https://gateway.example.com/files/acme/hut/',
        picture_url: 'gone.jpg',
        title_picture_url: 'https://cdn.example.com/cover.jpg',
        panorama: { list: [{ index: 0, front: 'private/front.jpg', up: '客厅/100% up.jpg' }] },
      }),
      'hot-list.json': { tagList: [] },
      'contact-detail.json': { phone: '555-0100' },
      'assets/private/front.jpg': 'secret',
      'assets/客厅/100% up.jpg': 'up',
      'assets/unnamed.jpg': 'unnamed',
      'assets/m/house.gltf': { buffers: [{ uri: 'walls%20of.bin' }] },
      'assets/m/walls of.bin': 'walls',
    });
    const written = await openhouse('convert', 'hut', 'site');
    expect([written.exitCode, written.out]).toEqual([0, 'written  hut  hut-site\n']);
    expect(written.err.trim().split('\n')).toEqual([
      'notice: not carried over: contact-detail: the viewer does not show them.',
      'notice: not carried over: 1 file below private/: nobody is let in on a static host.',
      'notice: not carried over: 1 file that the bundle lacks, such as gone.jpg.',
      expect.stringMatching(/^notice: not carried over: 1 file at cdn\.example\.com: bring them with/),
    ]);
    expect((await filesBelow('hut-site', 'tour')).sort()).toEqual(
      [
        'assets/m/house.gltf',
        'assets/m/walls of.bin',
        'assets/客厅/100% up.jpg',
        'hot-list.json',
        'vr-info.json',
      ].sort(),
    );
    const page = await readFile(join(root, 'hut-site/index.html'), 'utf8');
    expect(page).toContain('<title>&lt;b&gt;hut&lt;/b&gt; &amp; &quot;more&quot;</title>');
    expect(page).toContain('reads="vr-info hot-list"');
    for (const name of ['vr-info', 'hot-list'])
      expect(page).toContain(`<link rel="preload" href="tour/${name}.json" as="fetch" crossorigin />`);
    expect(page).toMatch(/content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/);
    expect(page).not.toMatch(/__\w+__|<script>|<style|https?:|="\//);
    expect(await readFile(join(root, 'hut-site/viewer/licences.md'), 'utf8')).toMatch(/three[\s\S]*MIT/);
  });

  test('carries the tiles of a tileset, and the tilesets and files that these name', async () => {
    await bundle('tiled', {
      'vr-info.json': {
        resource_code: 'tiled',
        name: 'Tiled',
        is_active: true,
        model: { layers: [{ tileset_url: 't/tileset.json' }] },
      },
      'assets/t/tileset.json': { root: { children: [{ content: { uri: 'more/tiles.json' } }] } },
      'assets/t/more/tiles.json': {
        root: { content: { uri: '1.gltf' }, children: [{ content: { uri: 'gone.glb' } }] },
      },
      'assets/t/more/1.gltf': { buffers: [{ uri: 'walls.bin' }] },
      'assets/t/more/walls.bin': 'walls',
      'assets/t/unnamed.glb': 'unnamed',
    });
    const written = await openhouse('convert', 'tiled', 'site');
    expect(written.err).toContain('1 file that the bundle lacks, such as t/more/gone.glb');
    expect((await filesBelow('tiled-site', 'tour', 'assets')).sort()).toEqual(
      ['t/more/1.gltf', 't/more/tiles.json', 't/more/walls.bin', 't/tileset.json'].sort(),
    );
  });

  test.each([
    ['ahead', { longitude: 0, latitude: 0 }, ['客厅/small.jpg', '客厅/front.jpg']],
    [
      'to the right, between two pictures',
      { longitude: -Math.PI / 4, latitude: 0 },
      ['客厅/small.jpg', '客厅/front.jpg', 'right.jpg'],
    ],
    ['up', { longitude: 0, latitude: 1 }, ['客厅/small.jpg', '客厅/front.jpg', '100% up.jpg']],
    ['at what is not public', { longitude: Math.PI, latitude: 0 }, ['客厅/small.jpg']],
  ] as const)('asks ahead for the pictures that it opens with, which looks %s', async (way, gaze, expected) => {
    const name = `gaze-${way.replaceAll(/\W+/g, '-')}`;
    const pictures = {
      ...{ front: '客厅/front.jpg', right: 'right.jpg', up: '100% up.jpg', back: 'private/back.jpg' },
      ...{ left: 'left.jpg', down: 'down.jpg', preview: '客厅/small.jpg' },
    };
    const observers = [{ index: 0, position: [0, 1.5, 0], quaternion: { w: 1, x: 0, y: 0, z: 0 } }];
    const initial = { pano_index: 0, fov: 75, ...gaze };
    await bundle(name, {
      'vr-info.json': info(name, { observers, initial, panorama: { list: [{ index: 0, ...pictures }] } }),
      ...Object.fromEntries(Object.values(pictures).map((path) => [`assets/${path}`, 'picture'])),
    });
    expect(await openhouse('convert', name, 'site')).toMatchObject({ exitCode: 0 });
    const page = await readFile(join(root, `${name}-site/index.html`), 'utf8');
    const ahead = [...page.matchAll(/<link rel="preload" href="tour\/assets\/([^"]+)" as="image" crossorigin \/>/g)];
    expect(ahead.map(([, path = '']) => decodeURIComponent(path)).sort()).toEqual([...expected].sort());
    // Few ways lead to a host: the code that draws comes first.
    expect(page.indexOf('rel="preload"')).toBeGreaterThan(page.indexOf('<script type="module"'));
  });

  test('is not written over something, nor half', async () => {
    await bundle('shed', { 'vr-info.json': info('shed', {}), 'shed-site/kept.txt': 'kept' });
    await mkdir(join(root, 'there'));
    const there = await openhouse('convert', 'shed', 'site', '--out', 'there');
    expect([there.exitCode, there.err]).toEqual([2, expect.stringContaining('there is there already: remove it')]);
    for (const [args, why] of [
      [['nowhere', 'site'], 'No such file or directory'],
      [['shed/shed-site', 'site'], 'holds no tour: name a bundle'],
      [['shed', 'panorama'], '"panorama" is no format: a tour becomes site'],
    ] as const) {
      const refused = await openhouse('convert', ...args);
      expect([args, refused.out, refused.err]).toEqual([args, '', expect.stringContaining(why)]);
      expect(refused.exitCode).toBeGreaterThan(0);
    }
    expect((await readdir(root)).filter((name) => name.startsWith('.') || name.startsWith('shed-'))).toEqual([]);
  });
});

describe.skipIf(!hasChromium)(
  `a site on a plain host, below an address of its own${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const chromium = useChromium(softwareWebGl);
    const hosts: StaticHost[] = [];
    afterAll(async () => {
      for (const host of hosts) host.close();
    });

    async function open(site: string, hash = '') {
      const host = await staticHost(join(root, site), '/some/where/');
      hosts.push(host);
      const context = await chromium.newContext({
        reducedMotion: 'reduce',
        viewport: { width: 900, height: 700 },
        locale: 'en-GB',
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      const asked: string[] = [];
      /** Address and mode of each picture of a viewpoint that is asked for. */
      const pictures: Promise<readonly [string, string | null]>[] = [];
      page.on('request', (request) => {
        asked.push(request.url());
        if (!request.url().includes('/panorama/')) return;
        pictures.push(request.headerValue('sec-fetch-mode').then((mode) => [request.url(), mode] as const));
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto(`${host.address}${hash}`);
      const elsewhere = () => asked.filter((url) => !url.startsWith(host.address) && !url.startsWith('blob:'));
      const data = () =>
        asked.map((url) => /\/tour\/([\w-]+\.json)$/.exec(url)?.[1]).filter((name) => name !== undefined);
      return { context, page, complaints, elsewhere, data, pictures };
    }
    /** Its pictures are drawn. */
    const standing = async (page: Page) => {
      await page.locator('openhouse-tour .oh-here').filter({ hasText: /\d/ }).waitFor();
      await page.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
    };
    const here = (page: Page) => page.locator('openhouse-tour .oh-here').textContent();
    /** How bright what shows is, and how much it differs, over its middle. */
    async function seen(page: Page) {
      const picture = sharp(await page.screenshot({ clip: { x: 200, y: 150, width: 500, height: 350 } }));
      const { channels } = await picture.stats();
      const [mean, deviation] = [channels.map(({ mean }) => mean), channels.map(({ stdev }) => stdev)];
      return { mean: Math.max(...mean), deviation: Math.max(...deviation) };
    }

    test('the demo’s tour: pictures, a walk there and back, the model, and no other host', async () => {
      await openhouse('convert', join(checkout, 'demo/tours/demo-loft'), 'site', '--out', 'loft');
      const { context, page, complaints, elsewhere, data, pictures } = await open('loft');
      await standing(page);
      // The page asks for them ahead of the viewer, which takes what has come.
      expect(data().sort()).toEqual([...new Set(data())].sort());
      expect(data()).toContain('vr-info.json');
      const first = (await Promise.all(pictures)).map(([url]) => url);
      expect(first.length).toBeGreaterThanOrEqual(6);
      expect(first.sort()).toEqual([...new Set(first)].sort());
      const { mean, deviation } = await seen(page);
      expect([mean > 40, deviation > 15]).toEqual([true, true]);
      expect(await here(page)).toMatch(/^Viewpoint 6 · \S/);
      expect(await page.title()).toBe('Loft by the park · 公园旁的复式');
      await page.getByRole('button', { name: 'Walk to viewpoint 7' }).last().press('Enter');
      await expect.poll(() => new URL(page.url()).hash).toMatch(/^#view=panorama&at=7&/);
      // Those of the next viewpoints, too, are asked for as WebGL takes them: a cache would keep them without their host's leave.
      expect([...new Set((await Promise.all(pictures)).map(([, mode]) => mode))]).toEqual(['cors']);
      await page.goBack();
      await expect.poll(() => here(page)).toMatch(/Viewpoint 6/);
      expect(await judge(page)).toEqual([]);
      await page.getByRole('button', { name: 'Doll’s house' }).click();
      await page.locator('openhouse-tour [data-look=dots]').first().waitFor({ state: 'attached' });
      await page.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
      expect((await seen(page)).deviation).toBeGreaterThan(15);
      expect(complaints).toEqual([]);
      expect(elsewhere()).toEqual([]);
      await context.close();
    });

    test('a tour that was made from panoramas, opened where a link says', async () => {
      await mkdir(join(root, 'pictures'));
      await writeSphere(join(root, 'pictures/1_大厅.png'), 512);
      await writeSphere(join(root, 'pictures/2_attic.png'), 512);
      expect(await openhouse('make-tour', 'pictures', '--code', 'lake', '--out', 'lake.zip')).toMatchObject({
        exitCode: 0,
      });
      expect(await openhouse('convert', 'lake.zip', 'site')).toMatchObject({ exitCode: 0 });
      const { context, page, complaints, elsewhere } = await open('lake-site', '#view=panorama&at=1&look=90,0,75');
      await standing(page);
      expect(await here(page)).toBe('Viewpoint 1 · attic');
      // In the east the painted world has this colour.
      const picture = sharp(await page.screenshot({ clip: { x: 440, y: 300, width: 20, height: 20 } }));
      const [red = 0, green = 0, blue = 0] = (await picture.stats()).channels.map(({ mean }) => mean);
      expect(Math.hypot(red - 195, green - 151, blue - 117)).toBeLessThan(20);
      await page.getByRole('button', { name: 'Walk to viewpoint 0, 大厅' }).last().press('Enter');
      await expect.poll(() => here(page)).toBe('Viewpoint 0 · 大厅');
      expect(complaints).toEqual([]);
      expect(elsewhere()).toEqual([]);
      await context.close();
    });

    test.each([
      ...compressions.map((compression) => [compression, () => compressedModel(loftModel, compression)] as const),
      ...textureFormats.map((format) => [`KTX2 of ${format}`, () => texturedModel(format)] as const),
    ])('a model compressed with %s: its decoder lies beside the page', async (name, write) => {
      const code = `packed-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;
      await mkdir(join(root, code, 'assets'), { recursive: true });
      await writeFile(join(root, code, 'assets/house.glb'), await write());
      const model = { file_url: 'house.glb' };
      const info = { resource_code: code, name: code, is_active: true, base_url: '', model };
      await writeFile(join(root, code, 'vr-info.json'), JSON.stringify(info));
      expect(await openhouse('convert', code, 'site')).toMatchObject({ exitCode: 0, err: '' });
      const { context, page, complaints, elsewhere } = await open(`${code}-site`, '#view=model');
      await page.locator('openhouse-tour canvas').first().waitFor();
      await page.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
      await expect.poll(async () => (await seen(page)).deviation).toBeGreaterThan(15);
      expect(await page.locator('openhouse-tour .oh-message').textContent()).toBe('');
      expect([complaints, elsewhere()]).toEqual([[], []]);
      await context.close();
    });

    test('pictures at another host are not asked for, and are said to be missing', async () => {
      const info = {
        ...{ resource_code: 'far', name: 'Far', is_active: true, model: { file_url: '' } },
        base_url: 'https://cdn.example.com/far/',
        observers: [{ index: 0, position: [0, 1.6, 0], quaternion: { w: 1, x: 0, y: 0, z: 0 } }],
        panorama: {
          list: [
            {
              index: 0,
              ...Object.fromEntries(['front', 'right', 'back', 'left', 'up', 'down'].map((f) => [f, `${f}.jpg`])),
            },
          ],
        },
      };
      await mkdir(join(root, 'far'));
      await writeFile(join(root, 'far/vr-info.json'), JSON.stringify(info));
      const { err } = await openhouse('convert', 'far', 'site');
      expect(err).toMatch(/^notice: not carried over: 6 files at cdn\.example\.com: bring them with/);
      const { context, page, complaints, elsewhere } = await open('far-site');
      await page.getByText('The pictures').waitFor();
      expect(complaints).toEqual([]);
      expect(elsewhere()).toEqual([]);
      await context.close();
    });
  },
);
