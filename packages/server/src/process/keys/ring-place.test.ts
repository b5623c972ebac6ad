import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { keyOrRing } from '../../config/variables.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { placeOfRing, writeRing } from './ring-place.ts';
import { ringText, withNewKey } from './rules.ts';

const ring: KeyRing = [{ id: 1, key: randomBytes(32) }];
const { ring: longer } = withNewKey('LINK_KEYS', ring, randomBytes(32));
let folder = '';
let path = '';
const place = () => ({ kind: 'file', path }) as const;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhouse-ring-'));
  path = join(folder, 'link-keys');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a ring comes from its file, from the environment, or from keys.json', () => {
  const inEnvironment = { DATA_DIR: folder, LINK_KEYS: ringText(ring) };
  expect(placeOfRing(inEnvironment, parseConfig(inEnvironment), 'LINK_KEYS')).toEqual({ kind: 'environment' });
  const generated = { DATA_DIR: folder };
  const kept = { kind: 'generated', path: join(folder, 'keys.json') };
  expect(placeOfRing(generated, parseConfig(generated), 'LINK_KEYS')).toEqual(kept);
  const config = parseConfig(inEnvironment);
  for (const end of ['', ' ', '\r'])
    expect(placeOfRing({ DATA_DIR: folder, LINK_KEYS_FILE: `${path}${end}` }, config, 'LINK_KEYS')).toEqual(place());
});

test.each([0o600, 0o640])('a file keeps its mode %o, and nothing else is left in its folder', async (mode) => {
  await writeFile(path, `${ringText(ring)}\n`);
  await chmod(path, mode);
  await writeRing(place(), 'LINK_KEYS', ring, longer);
  expect(await readFile(path, 'utf8')).toBe(`${ringText(longer)}\n`);
  expect([(await stat(path)).mode & 0o777, await readdir(folder)]).toEqual([mode, ['link-keys']]);
});

test('a pepper without a number gets its number when it becomes a ring', async () => {
  await writeFile(path, ring[0]?.key.toString('base64url') ?? '');
  const read = keyOrRing.read(await readFile(path, 'utf8')) ?? [];
  await writeRing(place(), 'APP_SECRET_PEPPER', read, longer);
  expect(keyOrRing.read((await readFile(path, 'utf8')).trim())).toEqual(longer);
});

test('a link is followed: the file that it leads to is replaced, and the link stays', async () => {
  await writeFile(join(folder, 'data'), ringText(ring));
  await symlink('data', path);
  await writeRing(place(), 'LINK_KEYS', ring, longer);
  expect(await readFile(join(folder, 'data'), 'utf8')).toBe(`${ringText(longer)}\n`);
  expect((await readdir(folder)).toSorted()).toEqual(['data', 'link-keys']);
});

test('keys.json that another command has changed meanwhile is left as it is', async () => {
  path = join(folder, 'keys.json');
  const text = JSON.stringify({ LINK_KEYS: ringText(longer) });
  await writeFile(path, text);
  const { ring: other } = withNewKey('LINK_KEYS', ring, randomBytes(32));
  const refused = writeRing({ kind: 'generated', path }, 'LINK_KEYS', ring, other);
  await expect(refused).rejects.toThrow('has changed meanwhile. Run the command again.');
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('what a process that was killed left beside the file is removed: it holds keys', async () => {
  await writeFile(path, `${ringText(ring)}\n`);
  await writeFile(join(folder, '.link-keys.part'), ringText(longer), { mode: 0o644 });
  await writeRing(place(), 'LINK_KEYS', ring, longer);
  expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['link-keys'], `${ringText(longer)}\n`]);
});

test('keys.json keeps its other rings', async () => {
  path = join(folder, 'keys.json');
  await writeFile(path, JSON.stringify({ LINK_KEYS: ringText(ring), COOKIE_SECRETS: 'as it was' }));
  await writeRing({ kind: 'generated', path }, 'LINK_KEYS', ring, longer);
  const kept = JSON.parse(await readFile(path, 'utf8'));
  expect(kept).toEqual({ LINK_KEYS: ringText(longer), COOKIE_SECRETS: 'as it was' });
});

test('what somebody else has written meanwhile is not written over', async () => {
  await writeFile(path, ringText(longer));
  await expect(writeRing(place(), 'LINK_KEYS', ring, longer.slice(1))).rejects.toThrow('has changed meanwhile');
  expect(await readFile(path, 'utf8')).toBe(ringText(longer));
});

test('a file that refers to KEY_COMMAND gets no ring written into it', async () => {
  await writeFile(path, 'command:prod/link-keys');
  await expect(writeRing(place(), 'LINK_KEYS', ring, longer)).rejects.toThrow('LINK_KEYS comes from KEY_COMMAND');
  expect(await readFile(path, 'utf8')).toBe('command:prod/link-keys');
});

test('a place that cannot be written is named, with what to do and without a key', async () => {
  const refusalOf = async (run: Promise<void>) => {
    const error = (await run.catch((reason: unknown) => reason)) as Error;
    for (const { key } of longer) expect(error.message).not.toContain(key.toString('base64url'));
    return error.message;
  };
  const environment = await refusalOf(writeRing({ kind: 'environment' }, 'LINK_KEYS', ring, longer));
  expect(environment).toContain('--print');
  expect(environment).toContain('LINK_KEYS_FILE');
  expect(await refusalOf(writeRing(place(), 'LINK_KEYS', ring, longer))).toContain(
    `${path} cannot be written (ENOENT)`,
  );
  path = folder;
  expect(await refusalOf(writeRing(place(), 'LINK_KEYS', ring, longer))).toContain('cannot be written (EISDIR)');
});
