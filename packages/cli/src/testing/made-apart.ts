import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

const BIN = path.join(import.meta.dirname, '..', 'bin.ts');

/** Starts `make-tour` in a process of its own, of the pictures in the folder's `in`. @param out Of the folder, too. */
export const startMaking = (folder: string, out: string): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--conditions=openhouse:source',
      '--import',
      'tsx',
      BIN,
      'make-tour',
      path.join(folder, 'in'),
      '--code',
      'rooms',
      '--out',
      path.join(folder, out),
    ],
    { cwd: import.meta.dirname, stdio: 'ignore' },
  );

/** Pictures of a tour in the making that are done. */
const doneOf = (folder: string, out: string) =>
  readdir(path.join(folder, `.${out}.making`, 'assets', 'panorama')).then(
    (names) => names.filter((name) => !name.endsWith('.part')).length,
    () => 0,
  );

/**
 * Kills a run as soon as so many more pictures are done, when others are in the middle, again and again; then lets one come to its
 * end, and another tour be made undisturbed. Both have to be the same.
 */
export async function madeAmongKills(folder: string, times: number, pictures: number): Promise<void> {
  let before = 0;
  for (let kills = 0; kills < times; kills += 1) {
    const run = startMaking(folder, 'killed');
    const ended = once(run, 'exit');
    while ((await doneOf(folder, 'killed')) < before + pictures && run.exitCode === null) await sleep(20);
    run.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect((await readdir(folder)).sort()).toEqual(['.killed.making', 'in']);
    before = await doneOf(folder, 'killed');
  }
  expect(await once(startMaking(folder, 'killed'), 'exit')).toEqual([0, null]);
  expect(await once(startMaking(folder, 'whole'), 'exit')).toEqual([0, null]);
  expect((await readdir(folder)).sort()).toEqual(['in', 'killed', 'whole']);
  expect(await contentOf(path.join(folder, 'killed'))).toEqual(await contentOf(path.join(folder, 'whole')));
}

/** Every file below a folder, by name. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = async (file: string) => [path.relative(folder, file), await readFile(file, 'base64')] as const;
  return Object.fromEntries((await Promise.all(files.map(read))).sort());
}
