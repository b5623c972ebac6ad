import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { madeAmongKills } from '../testing/made-apart.ts';
import { writeSphere } from '../testing/painted-sphere.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'openhouse-killed-'));
  await mkdir(path.join(folder, 'in'));
  for (const [index, width] of [1024, 1536, 1280, 2048, 1792].entries())
    await writeSphere(path.join(folder, 'in', `room ${index}.png`), width);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test(
  'killed again and again, a tour is made in the end, and is the one that an undisturbed run makes',
  {
    tags: ['slow', 'long'],
  },
  () => madeAmongKills(folder, 2, 1),
);
