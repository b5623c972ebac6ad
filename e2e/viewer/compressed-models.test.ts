import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { compressedModel, compressions, texturedModel, textureFormats } from '../explorer/compressed-models.ts';
import { tileColors, tilesetFiles } from '../explorer/tileset-files.ts';
import { root } from '../service.ts';

/** How much the same pixel of two pictures may differ on average, of 255: compression rounds places and colours. */
const ALIKE = 3;

/** A bundle whose model is asked for below `/tour/assets/`. */
const info = {
  ...{ resource_code: 'tour', name: 'A tour', is_active: true, base_url: '' },
};
const program = `
  import '@openhouse/viewer/element';
  window.told = [];
  document.querySelector('openhouse-tour').addEventListener('error', ({ detail }) => window.told.push(detail));`;
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A tour</title>
  <link rel="stylesheet" href="/style.css"><script type="module" src="/code/page.js"></script></head>
  <body><openhouse-tour bundle="tour"></openhouse-tour></body></html>`;
const style = 'html, body { margin: 0; height: 100%; } openhouse-tour { display: block; height: 100vh; }';

describe.skipIf(!hasChromium)(
  `the doll's house of a compressed model, under a strict policy${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let code: string;
    let server: Server;
    let chromium: Browser;
    let origin = '';
    /** Below `assets/`. */
    let files: ReadonlyMap<string, Buffer> = new Map();
    let named: object;
    let tiles: ReadonlyMap<string, Buffer>;
    const below = (folder: string) => new Map([...tiles].map(([path, bytes]) => [`${folder}/${path}`, bytes]));
    /** What scripts may do besides coming from the page's own host. */
    let allowance = '';

    beforeAll(async () => {
      tiles = await tilesetFiles();
      code = await mkdtemp(join(tmpdir(), 'openhouse-compressed-'));
      await build({
        stdin: { contents: program, resolveDir: root, sourcefile: 'page.js' },
        bundle: true,
        splitting: true,
        minify: true,
        format: 'esm',
        outdir: code,
        entryNames: 'page',
        conditions: ['openhouse:source'],
        // The package says which of its built files have side effects.
        ignoreAnnotations: true,
      });
      server = createServer(async (request, response) => {
        const path = decodeURIComponent(request.url ?? '/');
        const policy = `default-src 'none'; script-src 'self'${allowance}; style-src 'self'; connect-src 'self' blob:; img-src 'self' blob:`;
        const [, name] = /^\/code\/([\w.-]+\.js)$/.exec(path) ?? [];
        const type = name ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : path === '/' ? 'text/html' : 'x/x';
        const known = {
          '/favicon.ico': '',
          '/': html,
          '/style.css': style,
          '/tour/hot-list.json': '{}',
          '/tour/vr-info.json': JSON.stringify({ ...info, model: named }),
        }[path];
        const body =
          name !== undefined
            ? await readFile(join(code, name))
            : (files.get(path.slice('/tour/assets/'.length)) ?? known);
        response.writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'content-security-policy': policy });
        response.end(body);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      chromium = await launchChromium(softwareWebGl);
    }, PATIENCE_MS);
    afterAll(async () => {
      await chromium?.close();
      server?.close();
      await rm(code, { recursive: true, force: true });
    });

    /** Opens a model, and tells what shows, what the element said and how much script came. */
    async function shown(file: Buffer, allowed = '') {
      return shownTour({ file_url: 'model.glb' }, new Map([['model.glb', file]]), allowed);
    }
    async function shownTour(
      model: object,
      assets: ReadonlyMap<string, Buffer>,
      allowed = '',
      settled = async (_: Page) => {},
    ) {
      [named, files, allowance] = [model, assets, allowed];
      const page = await chromium.newPage({ viewport: { width: 640, height: 480 } });
      const complaints: string[] = [];
      const scripts: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()));
      await page.goto(origin);
      await page.locator('openhouse-tour .oh-busy').waitFor({ state: 'hidden' });
      await settled(page);
      // Two frames: what was added is drawn in the next.
      await page.evaluate('new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))');
      const message = await page.locator('openhouse-tour .oh-message').textContent();
      const told = await page.evaluate<{ what: string; message: string }[]>('window.told');
      const picture = await page.screenshot();
      await page.close();
      return { picture, message, told, complaints, scripts };
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

    test('a tileset of two levels: each fine tile where it belongs, and a missing one is told', async () => {
      const seen = await shownTour(
        { layers: [{ tileset_url: 'tiles/tileset.json' }] },
        below('tiles'),
        '',
        async (page) => {
          // Each tile is asked for, and then drawn in place of the coarse one.
          await expect.poll(() => page.evaluate('window.told.length')).toBeGreaterThan(0);
          const isFine = async () => {
            const picture = await page.screenshot();
            const fine = (['left', 'right', 'top'] as const).map((name) => placeOf(picture, tileColors[name]));
            const { count: coarse } = await placeOf(picture, tileColors.coarse);
            return coarse < 50 && (await Promise.all(fine)).every(({ count }) => count > 500);
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
      // Edges that are smoothed have some grey.
      expect((await placeOf(seen.picture, tileColors.coarse)).count).toBeLessThan(50);
    });

    test('a tileset that is not there is said to be missing', async () => {
      const { message, told } = await shownTour({ layers: [{ tileset_url: 'tiles/none.json' }] }, below('tiles'));
      expect(message).toMatch(/^The model could not be loaded/);
      expect(told).toMatchObject([{ what: 'model' }]);
    });
  },
);

/** How many pixels have a colour, and where their middle is. */
async function placeOf(picture: Buffer, color: readonly number[]) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [count, x, y] = [0, 0, 0];
  for (let at = 0; at < info.width * info.height; at++) {
    if (color.some((value, channel) => Math.abs(value - (data[at * 3 + channel] ?? 0)) > 8)) continue;
    [count, x, y] = [count + 1, x + (at % info.width), y + Math.floor(at / info.width)];
  }
  return { count, x: x / count, y: y / count };
}
