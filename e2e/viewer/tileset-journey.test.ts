import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipArchive } from '../../packages/server/src/tours/import/testing/zip-archive.ts';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { visit } from '../explorer/explorer-visit.ts';
import { earthTilesetFiles, implicitTilesetFiles, tileColors, tilesetFiles } from '../explorer/tileset-files.ts';
import { openhouse } from '../service.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { placeOf } from './color-in-picture.ts';
import { type StaticHost, staticHost } from './static-host.ts';

const run = promisify(execFile);
const fine = ['left', 'right', 'top'] as const;
const packed = (files: ReadonlyMap<string, Buffer>) =>
  new Map([...files].map(([path, bytes]) => [path, gzipSync(bytes)] as const));
/** A tour of each kind of tileset, by its code. */
const kinds = {
  'tiles-nested': tilesetFiles,
  'tiles-packed': async () => packed(await tilesetFiles()),
  'tiles-counted': implicitTilesetFiles,
  'tiles-on-earth': () => earthTilesetFiles('whole'),
} as const;
const codes = Object.keys(kinds) as (keyof typeof kinds)[];

describe.skipIf(!hasChromium)(
  `a tileset from an upload to the explorer, a pull and a site${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS * 2 },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let root: string;
    const hosts: StaticHost[] = [];
    const files = new Map<string, ReadonlyMap<string, Buffer>>();
    const archives: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[] = [];

    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'openhouse-tiles-'));
      for (const code of codes) {
        const tiles = await kinds[code]();
        files.set(code, tiles);
        const layers = [{ tileset_url: 'tiles/tileset.json' }];
        const base_url = `${service.demo.base_url}/files/${service.demo.team}/${code}/`;
        const info = { resource_code: code, name: code, is_active: true, base_url, model: { layers } };
        const bundle = new Map<string, Buffer | string>([
          ['vr-info.json', JSON.stringify(info)],
          ['hot-list.json', '{"tagList":[]}'],
          ...[...tiles].map(([path, bytes]) => [`assets/tiles/${path}`, bytes] as const),
        ]);
        for (const [path, bytes] of bundle) {
          await mkdir(dirname(join(root, code, path)), { recursive: true });
          await writeFile(join(root, code, path), bytes);
        }
        archives.push({
          name: `${code}.zip`,
          mimeType: 'application/zip',
          buffer: zipArchive([...bundle].map(([path, content]) => ({ name: `${code}/${path}`, content }))),
        });
      }
      await upload();
    }, PATIENCE_MS * 2);
    afterAll(async () => {
      for (const host of hosts) host.close();
      if (root !== undefined) await rm(root, { recursive: true, force: true });
    });

    /** As somebody who drops them on the page of the Team's tours. */
    async function upload(): Promise<void> {
      const { page, context } = await visit(service, chromium);
      await page.goto(`${service.demo.portal_url}/dashboard/tours`);
      await page.locator('input[type=file]').setInputFiles(archives);
      for (const code of codes) await page.locator(`a[href="/dashboard/tours/${code}"]`).first().waitFor();
      await context.close();
    }

    const tilesBelow = async (...names: string[]) => {
      const folder = join(root, ...names);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return paths.map((path) => path.slice(folder.length + 1)).sort();
    };
    const showsAllTiles = (page: Page) =>
      expect
        .poll(async () => {
          const picture = await page.screenshot();
          const seen = await Promise.all(fine.map(async (name) => (await placeOf(picture, tileColors[name])).count));
          return seen.every((count) => count > 200);
        })
        .toBe(true);

    test.each(codes)('%s: the explorer shows every tile', async (code) => {
      const { page, context } = await visit(service, chromium, { viewport: { width: 1280, height: 720 } });
      await page.goto(`${service.demo.portal_url}/dashboard/tours/${code}#view=model`);
      await showsAllTiles(page);
      await context.close();
    });

    test.each(codes)('%s: a site on a plain host shows every tile, under its own policy', async (code) => {
      await run(process.execPath, [
        openhouse,
        'convert',
        join(root, code),
        'site',
        '--out',
        join(root, `${code}-site`),
      ]);
      expect(await tilesBelow(`${code}-site`, 'tour', 'assets', 'tiles')).toEqual(
        [...(files.get(code)?.keys() ?? [])].sort(),
      );
      const host = await staticHost(join(root, `${code}-site`), '/some/where/');
      hosts.push(host);
      const context = await chromium.newContext({ viewport: { width: 900, height: 700 } });
      const page = await context.newPage();
      const refused: string[] = [];
      page.on('console', (message) => /policy/i.test(message.text()) && refused.push(message.text()));
      await page.goto(host.address);
      await showsAllTiles(page);
      expect(refused).toEqual([]);
      await context.close();
    });

    test.each(codes)('%s: a pull brings every tile, byte for byte', async (code) => {
      const args = ['pull', code, '--to', join(root, 'pulled'), '--json'];
      const env = {
        ...service.env,
        OPENHOUSE_BASE_URL: service.demo.base_url,
        OPENHOUSE_APP_KEY: service.demo.app_key,
        OPENHOUSE_APP_SECRET: service.demo.app_secret,
      };
      const { stdout } = await run(process.execPath, [openhouse, ...args], { env }).catch((error) => error);
      const pulled = await tilesBelow('pulled', code, 'assets', 'tiles');
      const all = [...(files.get(code)?.keys() ?? [])].sort();
      expect(pulled, stdout).toEqual(all);
      for (const path of all) {
        const bytes = await readFile(join(root, 'pulled', code, 'assets/tiles', path));
        expect([path, bytes.equals(files.get(code)?.get(path) ?? Buffer.of())]).toEqual([path, true]);
      }
    });
  },
);
