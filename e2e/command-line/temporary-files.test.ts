import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMachine } from './openhouse.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhouse-temporary-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('make-tour where the directory for temporary files takes nothing: it is named with the remedy, not the picture, and the next run goes on', {
  tags: ['slow', 'long'],
}, async () => {
  const gone = join(folder, 'gone');
  const [starved, machine] = [
    await newMachine(folder, 'machine', { TMPDIR: gone }),
    await newMachine(folder, 'machine'),
  ];
  const rooms = join(machine.directory, 'rooms');
  await mkdir(rooms);
  // Large enough to be unpacked to a file.
  const large = sharp({ create: { width: 8400, height: 4200, channels: 3, background: '#468' } });
  await large.webp({ effort: 0 }).toFile(join(rooms, 'large.webp'));
  const make = ['make-tour', 'rooms', '--out', 'tour', '--face-size'];
  expect(await starved.run(...make, '2048')).toEqual({
    exitCode: 1,
    out: '',
    err: `openhouse: ${gone} cannot be written: No such file or directory. Large pictures are unpacked there: make room in it, or name another directory in TMPDIR. What is done is kept in .tour.making: repeat the command.\n`,
  });
  expect((await machine.run(...make, '256')).exitCode).toBe(0);
  expect((await readdir(machine.directory)).sort()).toEqual(['rooms', 'tour']);
});
