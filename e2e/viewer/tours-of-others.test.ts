import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rotated } from '@openhouse/contract/panoramas';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { useChromium } from '../use-demo-service.ts';
import { type StaticHost, staticHost } from './static-host.ts';
import { pairs, writeToursOfOthers } from './tours-of-others.ts';

const SIZE = { width: 640, height: 480 } as const;
/** Vertical, in degrees. */
const FOV = 60;
/** Of colours, of 255: a turn by three degrees is more. */
const ALIKE = 4;
/** Degrees in the level frame: around, up and down; pictures that are parts of a sphere show them all. */
const directions = [
  [0, 0],
  [35, 25],
  [-35, 10],
  [-20, 45],
  [10, 30],
] as const;

describe.skipIf(!hasChromium)(
  `tours of other viewers${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let root: string;
    let host: StaticHost;
    const chromium = useChromium(softwareWebGl);

    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'openhouse-of-others-'));
      await writeToursOfOthers(root);
      host = await staticHost(root, '/');
    }, PATIENCE_MS);
    afterAll(async () => {
      host?.close();
      await rm(root, { recursive: true, force: true });
    });

    async function open(folder: string): Promise<Page> {
      const context = await chromium.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
      const opened = await context.newPage();
      await opened.goto(`${host.address}${folder}`);
      return opened;
    }
    const rests = (shown: Page) =>
      shown.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    /** Colours around the middle, at one focal length. */
    const middleOf = async (shown: Page, box: { x: number; y: number; width: number; height: number }) => {
      const half = Math.round(box.height * 0.12);
      const clip = {
        x: box.x + box.width / 2 - half,
        y: box.y + box.height / 2 - half,
        width: 2 * half,
        height: 2 * half,
      };
      const picture = sharp(await shown.screenshot({ clip }))
        .removeAlpha()
        .resize(12, 12, { fit: 'fill' });
      return [...(await picture.raw().toBuffer())];
    };

    test.each(pairs)('$theirs looks as it did', async ({ theirs: folder, ours: name, scenes }) => {
      const ours = await open(`ours/${name}/`);
      const { observers } = JSON.parse(await readFile(join(root, 'ours', name, 'tour/vr-info.json'), 'utf8'));
      await ours.locator('openhouse-tour .oh-here').filter({ hasText: /\w/ }).waitFor();
      const view = `document.querySelector('openhouse-tour').shadowRoot.querySelector('.oh-view').getBoundingClientRect().toJSON()`;
      const far: unknown[] = [];
      for (const [index, { key, name: shown }] of scenes.entries()) {
        // Photo Sphere Viewer keeps the correction of the last node: each is looked at by who opens it first.
        const theirs = await open(`theirs/${folder}/#${encodeURIComponent(key)}`);
        await theirs.waitForFunction('window.isShown?.()');
        await ours.evaluate(`document.querySelector('openhouse-tour').goTo(${index})`);
        await ours.locator('openhouse-tour .oh-here').filter({ hasText: shown }).waitFor();
        await ours.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
        // What is written for Photo Sphere Viewer again counts from the middle of the picture.
        const [east, , south] = rotated(observers[index].quaternion, [0, 0, -1]);
        const heading = folder.startsWith('again') ? (Math.atan2(east, -south) * 180) / Math.PI : 0;
        for (const [yaw, pitch] of directions) {
          const radians = { yaw: (yaw * Math.PI) / 180, pitch: (pitch * Math.PI) / 180, fov: FOV };
          await ours.evaluate(`document.querySelector('openhouse-tour').lookAt(${JSON.stringify(radians)})`);
          const wide = SIZE.width / SIZE.height;
          await theirs.evaluate(`look(${JSON.stringify({ yaw, pitch, fov: FOV, wide, heading })})`);
          await Promise.all([rests(ours), rests(theirs)]);
          const box = await ours.evaluate<{ x: number; y: number; width: number; height: number }>(view);
          const [a, b] = [await middleOf(ours, box), await middleOf(theirs, { x: 0, y: 0, ...SIZE })];
          const off = a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
          if (off > ALIKE) far.push([key, yaw, pitch, Math.round(off)]);
        }
        await theirs.context().close();
      }
      expect(far).toEqual([]);
    });
  },
);
