import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../packages/cli/src/run.ts';
import { writeSphere } from '../../packages/cli/src/testing/painted-sphere.ts';
import { keptWorld } from '../../packages/cli/src/testing/world.ts';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { root as checkout } from '../service.ts';
import { useChromium } from '../use-demo-service.ts';
import { staticHost } from './static-host.ts';
import { SIZE, viewers, writeViewers } from './three-viewers.ts';

/** Rounds of all viewers one after the other, so that what else the machine does meets them alike. */
const ROUNDS = Number(process.env.VIEWER_ROUNDS ?? 7);
/** Of the tours those that `VIEWER_TOURS=loft,fine` names; all by default. */
const NAMED = (process.env.VIEWER_TOURS ?? '').split(',').filter(Boolean);
/** A link of 10 Mbit/s and 40 ms. */
const LINK = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 } as const;
/** How much a frame's middle may differ from what shows in the end, of 255, to be the picture: it may be less sharp. */
const ALIKE = 8;
/** How long nothing comes any more before what shows is the end. */
const REST_MS = 1500;

interface Opened {
  readonly milliseconds: number;
  readonly kilobytes: number;
  readonly scriptKilobytes: number;
}

describe.skipIf(!hasChromium)(
  `beside other viewers, with the same pictures${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { timeout: PATIENCE_MS * 10 },
  () => {
    let root: string;
    const chromium = useChromium(softwareWebGl);
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'openhouse-beside-'));
    });
    afterAll(() => rm(root, { recursive: true, force: true }));

    test.each(Object.entries(tours).filter(([name]) => NAMED.length === 0 || NAMED.includes(name)))(
      '%s: time and bytes to the first picture, on a link of 10 Mbit/s and 40 ms',
      async (name, write) => {
        const folder = join(root, name);
        await mkdir(folder);
        await writeViewers(folder, await write(folder));
        const host = await staticHost(folder, '/');
        const rounds = new Map<string, Opened[]>(viewers.map((viewer) => [viewer, []]));
        for (let round = 0; round < ROUNDS; round++) {
          for (const viewer of viewers) rounds.get(viewer)?.push(await opened(chromium, `${host.address}${viewer}/`));
        }
        host.close();
        const middle = (viewer: string, of: keyof Opened) => {
          const values = (rounds.get(viewer) ?? []).map((one) => one[of]).sort((a, b) => a - b);
          return values[Math.floor(values.length / 2)] ?? Number.NaN;
        };
        const rows = viewers.map(
          (viewer) =>
            `| ${viewer} | ${middle(viewer, 'milliseconds').toFixed(0)} | ${middle(viewer, 'kilobytes').toFixed(0)} | ${middle(viewer, 'scriptKilobytes').toFixed(0)} |`,
        );
        const head = '| viewer | first picture, ms | KB until then | of them scripts |\n|---|---|---|---|';
        console.log(`${name}, medians of ${ROUNDS} rounds:\n${head}\n${rows.join('\n')}`);
        // Times are for people to read: a busy machine is no defect. Bytes are the same on any machine.
        for (const other of viewers.slice(1))
          expect(middle('site', 'kilobytes'), other).toBeLessThan(1.1 * middle(other, 'kilobytes'));
      },
    );
  },
);

/** Bundles of tours that differ in how many pictures they have, and how large. @returns Their paths. */
const tours: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  loft: async () => join(checkout, 'demo/tours/demo-loft'),
  garden: async () => join(checkout, 'demo/tours/demo-garden'),
  one: (folder) => madeTour(folder, 1, 4096),
  twelve: (folder) => madeTour(folder, 12, 1024),
  fine: (folder) => madeTour(folder, 2, 8192),
};

/** Makes a tour of painted spheres. */
async function madeTour(folder: string, count: number, width: number): Promise<string> {
  const pictures = join(folder, 'pictures');
  await mkdir(pictures);
  await writeSphere(join(pictures, '1.jpg'), width);
  for (let index = 2; index <= count; index++) await copyFile(join(pictures, '1.jpg'), join(pictures, `${index}.jpg`));
  const world = keptWorld({}, undefined, { directory: folder });
  if ((await run(['make-tour', pictures, '--out', 'bundle'], world)) !== 0) throw new Error(world.written.err);
  return join(folder, 'bundle');
}

interface Frame {
  readonly atMs: number;
  readonly bytes: number;
  readonly scriptBytes: number;
  /** Colours of its middle, few. */
  readonly colours: readonly number[];
}

/** Opens a page with an empty cache, and finds the first frame that looks as the page does in the end. */
async function opened(chromium: Pick<Browser, 'newContext'>, address: string): Promise<Opened> {
  const context = await chromium.newContext({ viewport: SIZE, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINK);
  let [bytes, scriptBytes] = [0, 0];
  const scripts = new Set<string>();
  const frames: Promise<Frame>[] = [];
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    const frame = { atMs: (metadata.timestamp ?? 0) * 1000, bytes, scriptBytes };
    frames.push(coloursOf(Buffer.from(data, 'base64')).then((colours) => ({ ...frame, colours })));
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 });
  const begunMs = Date.now();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(REST_MS);
  await context.close();
  const seen = await Promise.all(frames);
  const last = seen.at(-1)?.colours ?? [];
  const first = seen.find(({ colours }) => difference(colours, last) < ALIKE);
  if (first === undefined) throw new Error(`${address} drew nothing.`);
  return {
    milliseconds: first.atMs - begunMs,
    kilobytes: first.bytes / 1024,
    scriptKilobytes: first.scriptBytes / 1024,
  };
}

async function coloursOf(frame: Buffer): Promise<readonly number[]> {
  const { width = 0, height = 0 } = await sharp(frame).metadata();
  const middle = { left: width >> 2, top: height >> 2, width: width >> 1, height: height >> 1 };
  return [...(await sharp(frame).extract(middle).resize(16, 16, { fit: 'fill' }).raw().toBuffer())];
}

const difference = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
