import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, test } from 'vitest';
import { ownIdentity } from '../kernel/database/embedded/process-identity.ts';
import { useFolder } from '../testing/folder.ts';
import { parseConfig, requiredKeys } from './config.ts';
import { loadSecrets, ringsOf } from './secrets.ts';

const folder = useFolder();
let file = '';
let settings: Record<string, string> = {};
let made = 0;
beforeEach(() => {
  made += 1;
  const DATABASE_URL = 'postgres://openhouse@db/openhouse';
  settings = { DATA_DIR: join(folder, `data-${made}`), DATABASE_URL, DATABASE_GATEWAY_URL: DATABASE_URL };
  file = join(settings.DATA_DIR ?? '', 'keys.json');
});

const load = async (part = 'all') => ringsOf(await loadSecrets(parseConfig({ ...settings, SERVE_ONLY: part })));
const kept = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;

describe('keys that the data directory keeps', () => {
  test('are the same for all that start at once, each of which needs others', async () => {
    const parts = ['gateway', 'portal', 'all', 'operator-jobs', 'gateway', 'portal', 'all', 'operator-jobs'];
    const rings = await Promise.all(parts.map(load));
    expect(Object.keys(await kept()).sort()).toEqual([...requiredKeys].sort());
    const last = await load();
    for (const one of rings) expect(last).toMatchObject(one);
    expect((await readdir(join(file, '..'))).sort()).toEqual(['keys.json', 'keys.lock']);
    expect([(await stat(file)).mode & 0o777, await readdir(join(file, '../keys.lock'))]).toEqual([0o600, []]);
  });

  test('stay while others join them: at no moment is the file away, or a part of one', { tags: ['slow'] }, async () => {
    await load('operator-jobs');
    const before = await readFile(file, 'utf8');
    const done = new Int32Array(new SharedArrayBuffer(4));
    const looker = new Worker(LOOK, { eval: true, workerData: { file, done } });
    const said = () => new Promise((resolve) => looker.once('message', resolve));
    await said();
    for (let time = 0; time < 50; time += 1) {
      await writeFile(`${file}.before`, before, { mode: 0o600 });
      await rename(`${file}.before`, file);
      expect(await load()).toMatchObject(await load('operator-jobs'));
    }
    const seen = said();
    Atomics.store(done, 0, 1);
    expect(await seen).toEqual(['object']);
  });

  test('wait for no process that has ended, and name one that may still run', { tags: ['slow'] }, async () => {
    const lock = join(file, '../keys.lock');
    await mkdir(lock, { recursive: true, mode: 0o700 });
    await writeFile(join(lock, 'dead.json'), JSON.stringify({ ...ownIdentity(), started: '1' }));
    await load();
    expect(await readdir(lock)).toEqual([]);
    await rm(file);
    const elsewhere = { ...ownIdentity(), host: 'another', boot: 'another' };
    await writeFile(join(lock, 'other.json'), JSON.stringify(elsewhere));
    await expect(load()).rejects.toThrow(
      `of another has been making keys for too long: stop it, or delete ${join(lock, 'other.json')}`,
    );
  });
});

/** Reads a file as often as it can, and tells what it saw. */
const LOOK = `
  const { readFileSync } = require('node:fs');
  const { parentPort, workerData: { file, done } } = require('node:worker_threads');
  const seen = new Set();
  parentPort.postMessage('looks');
  while (Atomics.load(done, 0) === 0) {
    try {
      seen.add(typeof JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      seen.add(error.message);
    }
  }
  parentPort.postMessage([...seen]);`;
