import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { compressedModel, compressions, texturedModel, textureFormats } from '../explorer/compressed-models.ts';
import { earthTilesetFiles, implicitTilesetFiles, tileColors, tilesetFiles } from '../explorer/tileset-files.ts';
import { root } from '../service.ts';
import { useChromium } from '../use-demo-service.ts';
import { placeOf } from './color-in-picture.ts';
import { type ElementHost, elementHost, settled } from './element-host.ts';

/** How much the same pixel of two pictures may differ on average, of 255: compression rounds places and colours. */
const ALIKE = 3;

/** So many pixels of smoothed edges may be as grey as the coarse tile, which has thousands. */
const EDGES = 200;

/** A bundle whose model is asked for below `/tour/assets/`. */
const info = {
  ...{ resource_code: 'tour', name: 'A tour', is_active: true, base_url: '' },
};

describe.skipIf(!hasChromium)(
  `the doll's house of a compressed model, under a strict policy${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    let tiles: ReadonlyMap<string, Buffer>;
    const below = (folder: string, files = tiles) =>
      new Map([...files].map(([path, bytes]) => [`${folder}/${path}`, bytes]));

    beforeAll(async () => {
      tiles = await tilesetFiles();
      host = await elementHost();
    }, PATIENCE_MS);
    afterAll(async () => {
      await host?.close();
    });

    /** Opens a model, and tells what shows, what the element said and how much script came. */
    async function shown(file: Buffer, allowed = '') {
      return shownTour({ file_url: 'model.glb' }, new Map([['model.glb', file]]), allowed);
    }
    async function shownTour(
      model: object,
      assets: ReadonlyMap<string, Buffer>,
      allowed = '',
      until = async (_: Page) => {},
    ) {
      host.allowance = allowed;
      host.files.clear();
      host.files.set('/tour/hot-list.json', '{}').set('/tour/vr-info.json', JSON.stringify({ ...info, model }));
      for (const [path, bytes] of assets) host.files.set(`/tour/assets/${path}`, bytes);
      const { page, complaints, told, scripts } = await host.open(chromium, { viewport: { width: 640, height: 480 } });
      await settled(page);
      await until(page);
      await settled(page);
      const message = await page.locator('openhouse-tour .oh-message').textContent();
      const picture = await page.screenshot();
      const errors = await told('error');
      await page.context().close();
      return { picture, message, told: errors, complaints, scripts };
    }
    const pixels = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer();
    async function difference(one: Buffer, other: Buffer): Promise<number> {
      const [a, b] = [await pixels(one), await pixels(other)];
      return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
    }
    const wasm = " 'wasm-unsafe-eval'";
    const loft = join(root, 'demo/tours/demo-loft/assets/model/loft.glb');

    test.each(compressions)('%s: it looks as it does uncompressed', async (compression) => {
      await looksAlike(await compressedModel(loft, undefined), await compressedModel(loft, compression));
    });

    test.each(textureFormats)('textures in KTX2 of %s: each side has its colours', async (format) => {
      await looksAlike(await texturedModel(undefined), await texturedModel(format));
    });

    async function looksAlike(plainFile: Buffer, compressedFile: Buffer): Promise<void> {
      const plain = await shown(plainFile);
      expect([plain.told, plain.complaints]).toEqual([[], []]);
      const seen = await shown(compressedFile, wasm);
      expect([seen.told, seen.complaints, seen.message]).toEqual([[], [], '']);
      expect(await difference(plain.picture, seen.picture)).toBeLessThan(ALIKE);
      // Without its model the picture is another one, and a plain model loads no decoder.
      const none = await shown(Buffer.from('no model'));
      expect(none.message).toMatch(/^The model could not be loaded/);
      expect(await difference(plain.picture, none.picture)).toBeGreaterThan(2 * ALIKE);
      expect(seen.scripts.length).toBeGreaterThan(plain.scripts.length);
    }

    test('without WebAssembly a model for Draco shows; others are said to be missing', async () => {
      const draco = await shown(await compressedModel(loft, 'draco'));
      expect([draco.told, draco.complaints]).toEqual([[], []]);
      for (const file of [await compressedModel(loft, 'meshopt'), await texturedModel('ETC1S')]) {
        const { message, told } = await shown(file);
        expect(message).toMatch(/^The model could not be loaded/);
        expect(told).toMatchObject([{ what: 'model', message: expect.stringContaining('WebAssembly') }]);
      }
    });

    test.each([
      ['a tileset of two levels', () => tiles],
      ['one whose files are packed', () => new Map([...tiles].map(([path, bytes]) => [path, gzipSync(bytes)]))],
      ['one whose tiles are counted', implicitTilesetFiles],
      ['one that is set on the globe', () => earthTilesetFiles('whole')],
      ['one with tiles that are', () => earthTilesetFiles('below')],
    ] as const)('%s: each fine tile where it belongs, and a missing one is told', async (_, files) => {
      const seen = await shownTour(
        { layers: [{ tileset_url: 'tiles/tileset.json' }] },
        below('tiles', await files()),
        '',
        async (page) => {
          // Each tile is asked for, and then drawn in place of the coarse one.
          await expect.poll(() => page.evaluate("window.told.some(({ type }) => type === 'error')")).toBe(true);
          const isFine = async () => {
            const picture = await page.screenshot();
            const fine = (['left', 'right', 'top'] as const).map((name) => placeOf(picture, tileColors[name]));
            const { count: coarse } = await placeOf(picture, tileColors.coarse);
            return coarse < EDGES && (await Promise.all(fine)).every(({ count }) => count > 500);
          };
          await expect.poll(isFine).toBe(true);
        },
      );
      expect(seen.told).toMatchObject([{ what: 'model', message: expect.stringContaining('404') }]);
      expect(seen.message).toBe('');
      const [left, right, top] = await Promise.all(
        (['left', 'right', 'top'] as const).map((name) => placeOf(seen.picture, tileColors[name])),
      );
      expect([left?.count, right?.count, top?.count].every((count) => Number(count) > 500)).toBe(true);
      expect(left?.x).toBeLessThan(right?.x ?? 0);
      expect(top?.y).toBeLessThan(Math.min(left?.y ?? 0, right?.y ?? 0));
      expect((await placeOf(seen.picture, tileColors.coarse)).count).toBeLessThan(EDGES);
    });

    test('the page of the guide, without a bundler: a model for Draco and a tileset, as its server hands modules out', async () => {
      const guide = await readFile(join(root, 'docs/guides/viewer-on-your-site.md'), 'utf8');
      const [, page = ''] = /```html file=index\.html\n(.*?)```/s.exec(guide) ?? [];
      const [, pattern = ''] = /const modules = \/(.*)\/;/.exec(guide) ?? [];
      host.page = page.replace('src="/api/tours" code="demo-loft"', 'bundle="tour" mode="model"');
      host.elsewhere = (path) => {
        const [, module] = new RegExp(pattern).exec(path) ?? [];
        return module === undefined ? undefined : readFile(join(root, 'node_modules', module));
      };
      const noTold = async (page: Page) => {
        await page.evaluate('window.told ??= []');
      };
      const inline = " 'unsafe-inline'";
      for (const [model, assets] of [
        [{ file_url: 'model.glb' }, new Map([['model.glb', await compressedModel(loft, 'draco')]])],
        [{ layers: [{ tileset_url: 'tiles/tileset.json' }] }, below('tiles')],
      ] as const) {
        const { message, picture } = await shownTour(model, assets, inline, noTold);
        expect(message).toBe('');
        const { channels } = await sharp(picture).stats();
        expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
      }
      host.page = undefined;
    });

    test('a tileset that is not there is said to be missing', async () => {
      const { message, told } = await shownTour({ layers: [{ tileset_url: 'tiles/none.json' }] }, below('tiles'));
      expect(message).toMatch(/^The model could not be loaded/);
      expect(told).toMatchObject([{ what: 'model' }]);
    });
  },
);
