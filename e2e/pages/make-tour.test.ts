import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paintedSphere, psnr } from '../../packages/cli/src/testing/painted-sphere.ts';
import { hasChromium, softwareWebGl } from '../browser.ts';
import { newMachine } from '../command-line/openhouse.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { dropFiles } from './drop-files.ts';
import { judge } from './judge.ts';

const WIDTH = 1024;
const FACES = ['front', 'right', 'back', 'left', 'up', 'down'] as const;

describe.skipIf(!hasChromium)(
  `a tour made in the portal${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'] },
  () => {
    let folder: string;
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'make-tour-'));
      await mkdir(join(folder, 'in'));
      page = await (await chromium.newContext({ locale: 'en-GB', acceptDownloads: true })).newPage();
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (/refused to|violates|security policy/i.test(message.text())) complaints.push(message.text());
      });
      await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/make-tour' });
    });
    afterAll(async () => {
      await rm(folder, { recursive: true, force: true });
    });

    /** The painted world, turned by some columns, with what a camera tells of it. */
    async function picture(
      name: string,
      turned: number,
      gps?: number,
      wide = WIDTH,
      isPart = false,
    ): Promise<{ name: string; bytes: Buffer }> {
      const { width, height, pixels } = paintedSphere(wide);
      const moved = new Uint8Array(pixels.length);
      for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
          const from = (row * width + ((column + turned) % width)) * 3;
          moved.set(pixels.subarray(from, from + 3), (row * width + column) * 3);
        }
      }
      const raw = sharp(moved, { raw: { width, height, channels: 3 } });
      if (gps !== undefined) {
        const north = { GPSLatitudeRef: 'N', GPSLatitude: '48/1 0/1 0/1' };
        raw.withExif({ IFD3: { ...north, GPSLongitudeRef: 'E', GPSLongitude: `11/1 0/1 ${gps}/100` } });
      }
      if (isPart) {
        const [left, top, across, down] = [width / 8, height / 4, width / 2, height / 4];
        raw.extract({ left, top, width: across, height: down });
        const told = {
          ...{ ProjectionType: 'equirectangular', FullPanoWidthPixels: width, FullPanoHeightPixels: height },
          ...{ CroppedAreaImageWidthPixels: across, CroppedAreaImageHeightPixels: down },
          ...{ CroppedAreaLeftPixels: left, CroppedAreaTopPixels: top },
        };
        const facts = Object.entries(told).map(([fact, value]) => `GPano:${fact}="${value}"`);
        raw.withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description ${facts.join(' ')}/></x:xmpmeta>`);
      }
      return { name, bytes: await raw.jpeg({ quality: 96, chromaSubsampling: '4:4:4' }).toBuffer() };
    }

    test('refuses by file what is no panorama, each with a word on what to do', async () => {
      await page.getByRole('heading', { level: 1, name: 'Make a tour of panoramas' }).waitFor();
      expect(await judge(page)).toEqual([]);
      const flat = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer();
      await dropFiles(page, [
        { name: 'flat.jpg', bytes: flat },
        { name: 'both-eyes.jpg', bytes: await sharp(flat).resize(60, 60, { fit: 'fill' }).jpeg().toBuffer() },
        { name: 'notes.txt', bytes: Buffer.from('x') },
        { name: 'film.insv', bytes: Buffer.from('x') },
        { name: 'text.jpg', bytes: Buffer.from('no picture at all') },
        {
          name: 'half.png',
          bytes: (await sharp(flat).resize(64, 32, { fit: 'fill' }).png().toBuffer()).subarray(0, 60),
        },
      ]);
      const said = page.getByRole('alert');
      await said.getByText('half.png').waitFor();
      const words = (await said.innerText()).replaceAll(/\s+/g, ' ');
      for (const expected of [
        'flat.jpg 60 × 40 pixels: a full sphere is twice as wide as high',
        'both-eyes.jpg 60 × 60 pixels, as wide as high: of a picture for two eyes',
        'notes.txt It is not a picture.',
        'film.insv A pair of fisheye pictures',
        'text.jpg It is neither JPEG, PNG, WebP nor AVIF inside',
        'half.png The browser cannot decode it',
      ]) {
        expect(words).toContain(expected);
      }
      expect(await judge(page)).toEqual([]);
      for (const name of ['flat.jpg', 'both-eyes.jpg', 'notes.txt', 'film.insv', 'text.jpg', 'half.png']) {
        await page.getByRole('button', { name: `Dismiss: ${name}` }).click();
      }
      await expect.poll(() => said.count()).toBe(0);
    });

    test('is made of pictures that are named and put in order, and opens', async () => {
      const pictures = [
        await picture('02_hall.jpg', 0, 40),
        await picture('01-客厅.jpg', 200, 0),
        // A part of a sphere: what lies around it is alike, too.
        await picture('10_attic.jpg', 500, 20, WIDTH, true),
      ];
      await dropFiles(page, pictures);
      await page.getByText('3 pictures').waitFor();
      const names = () =>
        page
          .getByRole('textbox', { name: /^Name of .*jpg$/ })
          .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value));
      expect(await names()).toEqual(['客厅', 'hall', 'attic']);
      // Order, names and removal are undone.
      await page.getByRole('button', { name: 'Move attic up' }).click();
      expect(await names()).toEqual(['客厅', 'attic', 'hall']);
      await page.getByRole('button', { name: 'Remove hall' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      expect(await names()).toEqual(['客厅', 'hall', 'attic']);
      // Places and links by hand, undone again.
      await page.getByRole('button', { name: /^hall, 8\.267 m east/ }).press('ArrowDown');
      await page.getByRole('button', { name: 'hall, 8.27 m east, 0.5 m south' }).waitFor();
      await page.getByRole('checkbox', { name: 'attic' }).uncheck();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: /^hall, 8\.267 m east/ }).waitFor();
      await page.getByRole('textbox', { name: 'Name of the tour' }).fill('Lake House');
      await page.getByText('Resource code: lake-house').waitFor();
      expect(await judge(page)).toEqual([]);
      await page.getByRole('button', { name: 'Make the tour' }).click();
      await page.waitForURL('**/dashboard/tours/lake-house*');
      await page.getByRole('heading', { name: 'Lake House' }).first().waitFor();

      for (const { name, bytes } of pictures) await writeFile(join(folder, 'in', name), bytes);
      expect(complaints).toEqual([]);
    });

    test('asks before it replaces a tour, and goes on after a stop', async () => {
      await page.goto(`${service.demo.portal_url}/dashboard/make-tour`);
      await page.getByRole('heading', { level: 1, name: 'Make a tour of panoramas' }).waitFor();
      await dropFiles(page, [await picture('only.jpg', 0, undefined, 4 * WIDTH)]);
      await page.getByText('1 picture · kept in this browser').waitFor();
      await page.getByRole('textbox', { name: 'Name of the tour' }).fill('Lake House');
      await page.getByRole('button', { name: 'Make the tour' }).click();
      await page.getByRole('dialog').getByText('resource code lake-house already').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('textbox', { name: 'Name of the tour' }).fill('One room');
      await page.getByRole('button', { name: 'Make the tour' }).click();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Stopped. Finished faces are kept').waitFor();
      expect(await judge(page)).toEqual([]);
      await page.getByRole('button', { name: 'Make the tour' }).click();
      await page.waitForURL('**/dashboard/tours/one-room*');
    });

    test('is the tour that the command makes of the same pictures', async () => {
      await service.stop();
      const machine = await newMachine(folder, 'machine', service.env);
      const [made, exported] = [join(folder, 'made'), join(folder, 'exported')];
      expect(await machine.run('make-tour', join(folder, 'in'), '--name', 'Lake House', '--out', made)).toMatchObject({
        exitCode: 0,
        err: '',
      });
      expect(await machine.run('export', 'lake-house', '--to', exported)).toMatchObject({ exitCode: 0 });
      const read = async (...names: string[]) => JSON.parse(await readFile(join(...names), 'utf8'));
      for (const name of ['vr-info.json', 'observer-guide-list.json', 'model-plugin-datasets.json']) {
        expect(await read(exported, 'lake-house', name)).toEqual(await read(made, name));
      }
      const pixels = (...names: string[]) =>
        sharp(join(...names))
          .raw()
          .toBuffer();
      for (const cube of (await read(made, 'vr-info.json')).panorama.list) {
        for (const file of [...FACES.map((face) => cube[face]), cube.preview]) {
          const own = await pixels(exported, 'lake-house', 'assets', file);
          expect(psnr(own, await pixels(made, 'assets', file)), file).toBeGreaterThan(file === cube.preview ? 30 : 38);
        }
      }
    });
  },
);
