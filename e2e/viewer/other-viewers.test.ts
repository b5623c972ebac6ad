import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../packages/cli/src/run.ts';
import { keptWorld } from '../../packages/cli/src/testing/world.ts';
import { hasChromium, launchChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { root as checkout } from '../service.ts';
import { type StaticHost, staticHost } from './static-host.ts';

/** How far a way may be from where our viewer shows it. */
const NEAR_PX = 3;
const SIZE = { width: 900, height: 700 } as const;
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

const page = (head: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A tour</title>
  <style>html, body, #viewer { margin: 0; width: ${SIZE.width}px; height: ${SIZE.height}px }</style>${head}</head>
  <body><div id="viewer"></div></body></html>`;

const pannellum = `
  addEventListener('load', async () => {
    const config = await (await fetch('tour.json')).json();
    const viewer = pannellum.viewer('viewer', config);
    viewer.on('load', () => (window.isThere = true));
    window.look = ({ yaw, pitch, fov }) => {
      const across = (2 * Math.atan(Math.tan((fov * Math.PI) / 360) * ${SIZE.width / SIZE.height}) * 180) / Math.PI;
      viewer.lookAt(pitch, yaw, across, false);
    };
    window.wayTo = (key) => {
      const { div } = viewer.getConfig().hotSpots.find(({ sceneId }) => sceneId === key);
      const box = div.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    window.walk = (key) => viewer.getConfig().hotSpots.find(({ sceneId }) => sceneId === key).div.click();
    window.here = () => viewer.getScene();
  });`;

const photoSphereViewer = `
  import { CubemapAdapter } from '@photo-sphere-viewer/cubemap-adapter';
  import { Viewer } from '@photo-sphere-viewer/core';
  import { MarkersPlugin } from '@photo-sphere-viewer/markers-plugin';
  import { VirtualTourPlugin } from '@photo-sphere-viewer/virtual-tour-plugin';

  const { nodes, startNodeId } = await (await fetch('tour.json')).json();
  const viewer = new Viewer({
    container: 'viewer',
    adapter: CubemapAdapter,
    plugins: [MarkersPlugin, VirtualTourPlugin.withConfig({ positionMode: 'manual', nodes, startNodeId })],
  });
  const tour = viewer.getPlugin(VirtualTourPlugin);
  viewer.addEventListener('ready', () => (window.isThere = true), { once: true });
  window.look = ({ yaw, pitch, fov }) => {
    viewer.zoom(viewer.dataHelper.fovToZoomLevel(fov));
    viewer.rotate({ yaw: (yaw * Math.PI) / 180, pitch: (pitch * Math.PI) / 180 });
  };
  window.wayTo = (key) => {
    const { position } = tour.getCurrentNode().links.find(({ nodeId }) => nodeId === key);
    return viewer.dataHelper.sphericalCoordsToViewerCoords(viewer.dataHelper.cleanPosition(position));
  };
  window.walk = (key) => tour.setCurrentNode(key);
  window.here = () => tour.getCurrentNode().id;`;

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
    let chromium: Browser;
    let site: Page;
    /** The scene that the tour starts with. */
    let scene: { northOffset: number; hotSpots: { yaw: number; pitch: number; sceneId?: string }[] };
    let observers: { index: number }[];

    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'openhouse-others-'));
      const world = keptWorld({}, undefined, { directory: root });
      for (const format of ['site', 'pannellum', 'photo-sphere-viewer']) {
        const loft = join(checkout, 'demo/tours/demo-loft');
        expect(await run(['convert', loft, format, '--out', format], world)).toBe(0);
      }
      const built = join(checkout, 'node_modules/pannellum/build');
      for (const file of ['pannellum.js', 'pannellum.css'])
        await copyFile(join(built, file), join(root, 'pannellum', file));
      await writeFile(join(root, 'pannellum/page.js'), pannellum);
      const head =
        '<link rel="stylesheet" href="pannellum.css"><script src="pannellum.js"></script><script src="page.js"></script>';
      await writeFile(join(root, 'pannellum/index.html'), page(head));
      await build({
        stdin: { contents: photoSphereViewer, resolveDir: checkout, sourcefile: 'page.js' },
        ...{ bundle: true, format: 'esm', outfile: join(root, 'photo-sphere-viewer/page.js'), target: 'es2022' },
      });
      const style = await readFile(join(checkout, 'node_modules/@photo-sphere-viewer/core/index.css'), 'utf8');
      await writeFile(join(root, 'photo-sphere-viewer/viewer.css'), style);
      const other = '<link rel="stylesheet" href="viewer.css"><script type="module" src="page.js"></script>';
      await writeFile(join(root, 'photo-sphere-viewer/index.html'), page(other));
      const { default: usual, scenes } = JSON.parse(await readFile(join(root, 'pannellum/tour.json'), 'utf8'));
      scene = scenes[usual.firstScene];
      ({ observers } = JSON.parse(await readFile(join(root, 'site/tour/vr-info.json'), 'utf8')));
      host = await staticHost(root, '/');
      chromium = await launchChromium(softwareWebGl);
      site = await open('site');
      await site.locator('openhouse-tour .oh-here').filter({ hasText: /\d/ }).waitFor();
      await site.locator('openhouse-tour [role=progressbar]').waitFor({ state: 'hidden' });
    }, PATIENCE_MS * 2);
    afterAll(async () => {
      await chromium?.close();
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
