import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tryLock } from './directory-lock.ts';
import { lifeOf, ownIdentity, type ProcessIdentity, startOf } from './process-identity.ts';

let directory = '';
let lock = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-lock-'));
  lock = join(directory, 'database.lock');
});
afterEach(() => rm(directory, { recursive: true }));

const own = ownIdentity();

async function pidOfTheDead(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}

async function claim(identity: ProcessIdentity): Promise<string> {
  const released = await tryLock(lock);
  if ('release' in released) await released.release();
  const file = join(lock, 'other.json');
  await writeFile(file, JSON.stringify(identity));
  return file;
}

describe('lifeOf', () => {
  const cases: [string, Partial<ProcessIdentity>, string][] = [
    ['this process', {}, 'alive'],
    ['a pid that was given to another process', { started: '1' }, 'dead'],
    ['a process from before the machine was started again', { boot: 'earlier' }, 'dead'],
    ['a process of another machine', { boot: 'other', host: 'other.example' }, 'unknown'],
    ['a process of another container', { pidNamespace: 'pid:[1]', host: 'other.example' }, 'unknown'],
  ];
  test.each(cases)('%s', (_name, differs, life) => {
    expect(lifeOf({ ...own, ...differs }, own)).toBe(life);
  });

  test('a process that has ended', async () => {
    expect(lifeOf({ ...own, pid: await pidOfTheDead() }, own)).toBe('dead');
  });

  test('the start of a running process is known, that of no process is not', async () => {
    expect(startOf(process.pid)).toMatch(/\d/);
    expect(startOf(await pidOfTheDead())).toBeNull();
  });
});

describe('tryLock', () => {
  test('gives a free lock, and again after it was released', async () => {
    for (let round = 0; round < 2; round++) {
      const attempt = await tryLock(lock);
      if (!('release' in attempt)) throw new Error('refused');
      await attempt.release();
    }
  });

  test('refuses a lock that a live process holds, and names its pid and file', async () => {
    const first = await tryLock(lock);
    const second = await tryLock(lock);
    expect(second).toMatchObject({ heldBy: { life: 'alive', identity: { pid: process.pid } } });
    if ('release' in first) await first.release();
    expect(await tryLock(lock)).toHaveProperty('release');
  });

  test.each([
    ['a dead process', async () => ({ ...own, pid: await pidOfTheDead() })],
    ['a process whose pid another one has now', async () => ({ ...own, started: '1' })],
  ])('takes over from %s', async (_name, identity) => {
    const file = await claim(await identity());
    expect(await tryLock(lock)).toHaveProperty('release');
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test('never takes over from a process that cannot be seen', async () => {
    const file = await claim({ ...own, host: 'other.example', boot: 'other' });
    expect(await tryLock(lock)).toMatchObject({ heldBy: { life: 'unknown', file } });
    expect(await readdir(lock)).toEqual(['other.json']);
  });

  test('says what to do about a claim that cannot be read', async () => {
    const file = await claim(own);
    await writeFile(file, '');
    await expect(tryLock(lock)).rejects.toThrow(`${file} cannot be read`);
  });

  test('never gives two at once, however many ask', { tags: 'slow' }, async () => {
    for (let round = 0; round < 5; round++) {
      await claim({ ...own, pid: await pidOfTheDead() });
      const attempts = await Promise.all(Array.from({ length: 20 }, () => tryLock(lock)));
      const held = attempts.flatMap((attempt) => ('release' in attempt ? [attempt] : []));
      expect(held.length).toBeLessThanOrEqual(1);
      await Promise.all(held.map(({ release }) => release()));
    }
  });

  test('is closed to other users', async () => {
    await tryLock(lock);
    expect((await stat(lock)).mode & 0o777).toBe(0o700);
  });
});
