import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paintedSphere, psnr, referenceFace } from '../../packages/cli/src/testing/painted-sphere.ts';
import { hasChromium, softwareWebGl } from '../browser.ts';
import { newMachine } from '../command-line/openhouse.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { dropFiles, dropPaths } from './drop-files.ts';
import { judge } from './judge.ts';

const WIDTH = 1024;
const EDGE = 256;
const FACES = ['front', 'right', 'back', 'left', 'up', 'down'] as const;

/** It puts the attic first, and gives it a floor and a height. */
const TABLE = 'name,x,y,z,heading,floor\n阁楼,4.125,2.8,-1,35.5,1\n01_hall.jpg,0,0,0.5,,0\n';

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

    /** A face of the world, as a renderer writes it. */
    async function facePicture(name: string, face: (typeof FACES)[number]) {
      const pixels = Uint8Array.from(referenceFace(face, EDGE), Math.round);
      const raw = { width: EDGE, height: EDGE, channels: 3 } as const;
      return { name, bytes: await sharp(pixels, { raw }).png().toBuffer() };
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
      // What the browser kept of it goes meanwhile.
      await page.getByRole('heading', { name: 'One room' }).first().waitFor();
    });

    test('is made of six faces and a table, whatever does not fit being said', async () => {
      await page.goto(`${service.demo.portal_url}/dashboard/make-tour`);
      await page.getByRole('heading', { level: 1, name: 'Make a tour of panoramas' }).waitFor();
      const faces = await Promise.all(FACES.map((face) => facePicture(`02_阁楼_${face}.png`, face)));
      const pictures = [...faces, await picture('01_hall.jpg', 300)];
      await dropFiles(page, faces.slice(0, 5));
      const refused = page.getByRole('alert').filter({ hasText: 'Not taken' });
      await refused.getByText('02_阁楼 It lacks down: a set has six pictures.').waitFor();
      expect(await judge(page)).toEqual([]);
      const table = 'name,x,y,z,heading,floor\n阁楼,4.125,2.8,-1,35.5,1\ncellar,1,0,1,,\n';
      await dropFiles(page, [...faces.slice(5), { name: 'places.csv', bytes: Buffer.from(table) }]);
      await page.getByText('1 picture · kept in this browser').waitFor();
      expect(await refused.count()).toBe(0);
      await page.getByText('02_阁楼 · 6 faces of 256 × 256').waitFor();
      await page.getByText('The table names "cellar", and no picture is called so.').waitFor();
      await dropFiles(page, [{ name: 'odd.csv', bytes: Buffer.from('name,x,z\nhall,1,\n') }]);
      await refused.getByText('odd.csv Line 2 has only one of x and z.').waitFor();
      await page.getByRole('button', { name: 'Dismiss: odd.csv' }).click();
      await dropFiles(page, pictures.slice(6));
      await page.getByText('01_hall.jpg is not in the table: add a row, or remove the picture.').waitFor();
      expect(await judge(page)).toEqual([]);
      await dropFiles(page, [{ name: 'places.csv', bytes: Buffer.from(TABLE) }]);
      await page.getByText('places.csv · rows for 2 of 2 viewpoints').waitFor();
      await page.getByRole('button', { name: '阁楼, 4.125 m east, -1 m south' }).waitFor();
      // The table is a step like any other.
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('01_hall.jpg is not in the table').waitFor();
      await page.getByRole('button', { name: 'Redo' }).click();
      await page.getByText('2 pictures · kept in this browser').waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Continue where you left off' }).click();
      await page.getByText('places.csv · rows for 2 of 2 viewpoints').waitFor();
      await page.getByText('Preparing the view').waitFor({ state: 'hidden' });
      await page.getByRole('textbox', { name: 'Name of the tour' }).fill('Two floors');
      expect(await judge(page)).toEqual([]);
      await page.getByRole('button', { name: 'Make the tour' }).click();
      await page.waitForURL('**/dashboard/tours/two-floors*');
      await mkdir(join(folder, 'faces'));
      for (const { name, bytes } of pictures) await writeFile(join(folder, 'faces', name), bytes);
      await writeFile(join(folder, 'places.csv'), TABLE);
      expect(complaints).toEqual([]);
    });

    test('is made of a folder, dropped or chosen, as the command reads it', async () => {
      const inside = join(folder, 'house');
      await mkdir(join(inside, 'rooms'), { recursive: true });
      await mkdir(join(inside, '__MACOSX'));
      const face = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a86' } })
        .png()
        .toBuffer();
      const sphere = await sharp(face).resize(64, 32, { fit: 'fill' }).png().toBuffer();
      // More than a browser hands over at once.
      const rooms = Array.from({ length: 18 }, (_, at) => `room ${at + 1}`);
      for (const name of rooms)
        for (const one of FACES) await writeFile(join(inside, 'rooms', `${name}_${one}.png`), face);
      for (const name of ['hall.png', '.hidden.png', '__MACOSX/front.png']) await writeFile(join(inside, name), sphere);
      await writeFile(join(inside, 'Thumbs.db'), 'x');
      await mkdir(join(inside, 'more'));
      await writeFile(join(inside, 'more/loose.png'), sphere);
      await writeFile(join(inside, 'places.csv'), 'name,x,z\nhall,1,2\n');
      const names = () =>
        page
          .getByRole('textbox', { name: /^Name of (hall|house|room)/ })
          .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value));
      const said = page.getByRole('alert').filter({ hasText: 'Not taken' });
      for (const give of [
        () => dropPaths(page, [inside]),
        () => page.getByLabel('Choose a folder').locator('visible=false').setInputFiles(inside),
      ]) {
        await page.goto(`${service.demo.portal_url}/dashboard/make-tour`);
        await page.getByRole('heading', { level: 1, name: 'Make a tour of panoramas' }).waitFor();
        await give();
        await page.getByText(`${rooms.length + 1} pictures`).waitFor();
        await page.getByText('places.csv · rows for 1 of 19 viewpoints').waitFor();
        expect(await names()).toEqual(['hall', ...rooms]);
        expect((await said.innerText()).replaceAll(/\s+/g, ' ')).toBe(
          'Not taken more/ Of a folder in a folder, only sets of six square faces are taken, named front, right, back, left, up and down. For its other pictures, drop it by itself.',
        );
        expect(await judge(page)).toEqual([]);
      }
      // The command takes the same, and names what it does not take; it has the table named.
      const machine = await newMachine(folder, 'reader', service.env);
      const made = join(folder, 'made-house');
      const { exitCode, err } = await machine.run('make-tour', inside, '--out', made);
      expect([exitCode, err.includes('more/ is not taken')]).toEqual([0, true]);
      const { list } = JSON.parse(await readFile(join(made, 'observer-guide-list.json'), 'utf8'));
      expect(list.map(({ name }: { name: string }) => name)).toEqual(['hall', ...rooms]);
      expect(complaints).toEqual([]);
    });

    test('is the tour that the command makes of the same pictures', async () => {
      await service.stop();
      const machine = await newMachine(folder, 'machine', service.env);
      const exported = join(folder, 'exported');
      const pixels = (...names: string[]) =>
        sharp(join(...names))
          .raw()
          .toBuffer();
      for (const [code, name, ...order] of [
        ['lake-house', 'Lake House', join(folder, 'in')],
        ['two-floors', 'Two floors', join(folder, 'faces'), '--places', join(folder, 'places.csv')],
      ] as const) {
        const made = join(folder, `made-${code}`);
        expect(await machine.run('make-tour', ...order, '--name', name, '--out', made)).toMatchObject({
          exitCode: 0,
          err: '',
        });
        expect(await machine.run('export', code, '--to', exported)).toMatchObject({ exitCode: 0 });
        for (const file of ['vr-info.json', 'observer-guide-list.json', 'model-plugin-datasets.json']) {
          // Without the spaces, which the portal leaves out, the same bytes.
          const bytes = JSON.stringify(JSON.parse(await readFile(join(made, file), 'utf8')));
          expect((await readFile(join(exported, code, file), 'utf8')).trim()).toBe(bytes);
        }
        for (const cube of JSON.parse(await readFile(join(made, 'vr-info.json'), 'utf8')).panorama.list) {
          for (const picture of [...FACES.map((face) => cube[face]), cube.preview]) {
            const own = await pixels(exported, code, 'assets', picture);
            const least = picture === cube.preview ? 30 : 38;
            expect(psnr(own, await pixels(made, 'assets', picture)), picture).toBeGreaterThan(least);
          }
        }
      }
    });
  },
);
