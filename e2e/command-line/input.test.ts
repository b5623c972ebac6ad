import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slowAfter } from '../../packages/server/src/testing/slow-after.ts';
import { type Machine, newMachine } from './openhouse.ts';

let folder: string;
let machine: Machine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhouse-input-'));
  machine = await newMachine(folder, 'machine');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// As a file of a secret or printf has it, and the ends of lines of three systems.
slowAfter(1, ['\r\n', '', '\n'])('what comes on standard input is read where it ends with %j', async (end) => {
  const add = ['profiles', 'add', 'nightly', '--portal', 'http://127.0.0.1:1', '--json'];
  const { exitCode, err } = await machine.tell(`ohm_${'A'.repeat(49)}${end}`, ...add);
  // It was taken for a credential, and its portal asked.
  expect([exitCode, err]).toEqual([4, expect.stringContaining('http://127.0.0.1:1')]);
});

test('nothing on standard input is no credential', { tags: 'slow' }, async () => {
  const { exitCode, err } = await machine.tell('', 'profiles', 'add', 'nightly', '--portal', 'http://127.0.0.1:1');
  expect([exitCode, err]).toEqual([2, expect.stringContaining('That is no credential of a Team')]);
});
