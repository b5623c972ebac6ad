import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSphere } from '../testing/painted-sphere.ts';

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'openhouse-killed-'));
  await mkdir(at('in'));
  for (const [index, width] of [1024, 1536, 1280, 2048, 1792].entries())
    await writeSphere(at('in', `room ${index}.png`), width);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const BIN = path.join(import.meta.dirname, '..', 'bin.ts');
const start = (out: string): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--conditions=openhouse:source',
      '--import',
      'tsx',
      BIN,
      'make-tour',
      at('in'),
      '--code',
      'rooms',
      '--out',
      at(out),
    ],
    { cwd: import.meta.dirname, stdio: 'ignore' },
  );

/** Every file below a folder, by name. */
async function content(...names: string[]): Promise<Record<string, string>> {
  const entries = await readdir(at(...names), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = async (file: string) => [path.relative(at(...names), file), await readFile(file, 'base64')] as const;
  return Object.fromEntries((await Promise.all(files.map(read))).sort());
}

const done = (out: string) =>
  readdir(at(`.${out}.making`, 'assets', 'panorama')).then(
    (names) => names.filter((name) => !name.endsWith('.part')).length,
    () => 0,
  );

test('killed again and again, a tour is made in the end, and is the one that an undisturbed run makes', {
  tags: ['slow', 'long'],
}, async () => {
  let before = 0;
  for (let kills = 0; kills < 2; kills += 1) {
    const run = start('killed');
    const ended = once(run, 'exit');
    // As soon as one more picture is done: others are in the middle then.
    while ((await done('killed')) <= before && run.exitCode === null) await sleep(20);
    run.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect((await readdir(folder)).sort()).toEqual(['.killed.making', 'in']);
    before = await done('killed');
  }
  expect(await once(start('killed'), 'exit')).toEqual([0, null]);
  expect(await once(start('whole'), 'exit')).toEqual([0, null]);
  expect((await readdir(folder)).sort()).toEqual(['in', 'killed', 'whole']);
  expect(await content('killed')).toEqual(await content('whole'));
});
