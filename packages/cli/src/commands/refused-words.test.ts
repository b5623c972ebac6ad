import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../run.ts';
import { keptWorld } from '../testing/world.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-words-'));
  await writeFile(join(directory, 'empty.txt'), '# none\n\n');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test.each<[string[], string]>([
  [['export', '--all', 'demo-loft'], '--all is every tour. Leave it out to export those that you name.'],
  [['export'], 'Name the resource codes of the tours, or every tour with --all.'],
  [['get', 'vr-info', 'resource_code', 'demo-loft'], '"resource_code" is not name=value'],
  [['list'], 'run this in the directory in which openhouse serve was started'],
  [['pull', '--from-file', 'empty.txt'], 'empty.txt names no tour.'],
])('%j says what is wrong, with exit code 2', async (args, sentence) => {
  const world = keptWorld({ DATA_DIR: directory }, undefined, { directory });
  expect(await run(args, world)).toBe(2);
  expect(world.written.err).toContain(sentence);
  expect(world.written.out).toBe('');
});
