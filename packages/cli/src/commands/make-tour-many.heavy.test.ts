import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { madeAmongKills, startMaking } from '../testing/made-apart.ts';
import { writeSphere } from '../testing/painted-sphere.ts';

const PICTURES = [3, 30, 300];
const KILLS = 20;
const WIDTH_PX = 2048;
/** A picture is decoded, projected and forgotten: a hundred times as many take hardly more memory. */
const GROWTH_MAX = 1.5;
const PATIENCE_MS = 1_200_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'openhouse-many-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function writePictures(count: number): Promise<void> {
  const pictures = path.join(folder, 'in');
  await mkdir(pictures, { recursive: true });
  await writeSphere(path.join(folder, 'one.jpg'), WIDTH_PX);
  const bytes = await readFile(path.join(folder, 'one.jpg'));
  await rm(path.join(folder, 'one.jpg'));
  for (let index = 0; index < count; index++) {
    // What stands behind the end of a JPEG is no picture, but makes it another file.
    await writeFile(path.join(pictures, `room ${index}.jpg`), Buffer.concat([bytes, Buffer.from(String(index))]));
  }
}

/** @returns The most memory that the process had, in MiB, as Linux counts it. */
async function peakOf(pid: number, isOver: () => boolean): Promise<number> {
  let peak = 0;
  while (!isOver()) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    await sleep(50);
  }
  return peak;
}

describe.skipIf(process.platform !== 'linux')('tours of very many panoramas', { timeout: PATIENCE_MS }, () => {
  test('of 3, 30 and 300 pictures: the memory hardly grows', async () => {
    const rows: { readonly count: number; readonly seconds: number; readonly peak: number }[] = [];
    for (const count of PICTURES) {
      await writePictures(count);
      const begun = performance.now();
      const run = startMaking(folder, `made-${count}`);
      const ended = once(run, 'exit');
      const peak = await peakOf(run.pid ?? 0, () => run.exitCode !== null);
      expect(await ended).toEqual([0, null]);
      rows.push({ count, seconds: (performance.now() - begun) / 1000, peak });
      const made = path.join(folder, `made-${count}`, 'assets', 'panorama');
      expect(await readdir(made)).toHaveLength(count);
      await rm(path.join(folder, `made-${count}`), { recursive: true });
    }
    const lines = rows.map(({ count, seconds, peak }) => `| ${count} | ${seconds.toFixed(1)} | ${peak.toFixed(0)} |`);
    console.log(`| pictures of ${WIDTH_PX} px | s | MiB at most |\n|---|---|---|\n${lines.join('\n')}`);
    const [first, , last] = rows.map(({ peak }) => peak);
    expect(last).toBeLessThan(GROWTH_MAX * (first ?? 0));
  });

  test(`killed ${KILLS} times, 300 pictures become the tour that an undisturbed run makes`, async () => {
    await writePictures(300);
    await madeAmongKills(folder, KILLS, 5);
  });
});
