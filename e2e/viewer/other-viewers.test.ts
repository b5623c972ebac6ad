import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { useChromium } from '../use-demo-service.ts';
import { type StaticHost, staticHost } from './static-host.ts';
import { SIZE, writeViewers } from './three-viewers.ts';

/** How far a way may be from where our viewer shows it. */
const NEAR_PX = 3;
/** Vertical, in degrees. */
const FOV = 75;

/** Directions in the first picture, in degrees: around, up and down. */
const directions = [
  [0, 0],
  [90, 0],
  [180, 20],
  [0, 70],
  [0, -70],
] as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

describe.skipIf(!hasChromium)(
  `a tour in the viewers of others${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let root: string;
    let host: StaticHost;
    const chromium = useChromium(softwareWebGl);
    let site: Page;
    /** The scene that the tour starts with. */
    let scene: { northOffset: number; hotSpots: { yaw: number; pitch: number; sceneId?: string }[] };
    let observers: { index: number }[];

    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'openhouse-others-'));
      await writeViewers(root);
      const { default: usual, scenes } = JSON.parse(await readFile(join(root, 'pannellum/tour.json'), 'utf8'));
      scene = scenes[usual.firstScene];
      ({ observers } = JSON.parse(await readFile(join(root, 'site/tour/vr-info.json'), 'utf8')));
      host = await staticHost(root, '/');
      site = await open('site');
      await site.locator('openhouse-tour .oh-here').filter({ hasText: /\d/ }).waitFor();
      await site.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
    }, PATIENCE_MS * 2);
    afterAll(async () => {
      host?.close();
      await rm(root, { recursive: true, force: true });
    });

    async function open(folder: string): Promise<Page> {
      const context = await chromium.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
      const opened = await context.newPage();
      await opened.goto(`${host.address}${folder}/`);
      return opened;
    }
    /** Nothing moves by itself: what was asked for is drawn after two frames. */
    const rests = (shown: Page) =>
      shown.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const lookOurs = async (yaw: number, pitch: number) => {
      const radians = { yaw: ((yaw + scene.northOffset) * Math.PI) / 180, pitch: (pitch * Math.PI) / 180 };
      await site.evaluate(
        `document.querySelector('openhouse-tour').lookAt(${JSON.stringify({ ...radians, fov: FOV })})`,
      );
      await rests(site);
    };
    /** From the middle of the view, at the scale of one that has the whole height. */
    const ringOf = (key: string) => {
      const at = observers.findIndex(({ index }) => `viewpoint-${index}` === key);
      return site.evaluate<Point | undefined>(`(() => {
        const root = document.querySelector('openhouse-tour').shadowRoot;
        const view = root.querySelector('.oh-view').getBoundingClientRect();
        const marks = [...root.querySelectorAll('.oh-view:not([hidden]) .oh-mark:not([hidden])')];
        const mark = marks.find(({ dataset }) => dataset.thing === 'viewpoint-${at}');
        const box = mark?.querySelector('[data-anchor]').getBoundingClientRect();
        const scale = ${SIZE.height} / view.height;
        return box && {
          x: (box.x + box.width / 2 - view.x - view.width / 2) * scale,
          y: (box.y + box.height / 2 - view.y - view.height / 2) * scale,
        };
      })()`);
    };
    /** Colours of the middle, at one focal length. */
    const middleOf = async (shown: Page, height: number) => {
      const half = Math.round((height / SIZE.height) * 120);
      const clip = { x: SIZE.width / 2 - half, y: height / 2 - half, width: 2 * half, height: 2 * half };
      const picture = sharp(await shown.screenshot({ clip }))
        .removeAlpha()
        .resize(12, 12, { fit: 'fill' });
      return [...(await picture.raw().toBuffer())];
    };

    test.each(['pannellum', 'photo-sphere-viewer'])(
      '%s has each way where ours has it, the same pictures, and walks',
      async (folder) => {
        const theirs = await open(folder);
        await theirs.waitForFunction('window.isThere');
        const look = (yaw: number, pitch: number) =>
          theirs.evaluate(`look(${JSON.stringify({ yaw, pitch, fov: FOV })})`).then(() => rests(theirs));
        const ways = scene.hotSpots.filter(({ sceneId }) => sceneId !== undefined);
        let seen = 0;
        for (const { yaw, pitch, sceneId = '' } of ways) {
          const aside = [yaw - 12, pitch + 10] as const;
          await lookOurs(...aside);
          const ring = await ringOf(sceneId);
          if (ring === undefined) continue;
          await look(...aside);
          const way = await theirs.evaluate<Point>(`wayTo('${sceneId}')`);
          const away = Math.hypot(way.x - SIZE.width / 2 - ring.x, way.y - SIZE.height / 2 - ring.y);
          expect(away, sceneId).toBeLessThan(NEAR_PX);
          seen += 1;
        }
        expect(seen).toBe(ways.length);

        const ourHeight = await site.evaluate<number>(
          "document.querySelector('openhouse-tour').shadowRoot.querySelector('.oh-view').getBoundingClientRect().height",
        );
        for (const [yaw, pitch] of directions) {
          await lookOurs(yaw, pitch);
          await look(yaw, pitch);
          const [ours, other] = [await middleOf(site, ourHeight), await middleOf(theirs, SIZE.height)];
          const off = ours.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / ours.length;
          expect(off, `at ${yaw}, ${pitch}`).toBeLessThan(12);
        }

        const [first] = ways;
        await theirs.evaluate(`walk('${first?.sceneId}')`);
        await expect.poll(() => theirs.evaluate('here()')).toBe(first?.sceneId);
      },
    );
  },
);
