import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTours } from '@openhouse/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UsageError } from '../command.ts';
import { remotePortal } from '../portal/remote-portal.ts';
import { tourUploads } from './uploads.ts';

const server = createServer((request, response) => {
  request.on('error', () => undefined).resume();
  request.on('end', () => response.end('{}'));
});
let directory: string;
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
  return rm(directory, { recursive: true });
});
beforeEach(async () => {
  if (directory !== undefined) await rm(directory, { recursive: true });
  directory = await mkdtemp(join(tmpdir(), 'openhouse-uploads-'));
  await mkdir(join(directory, 'loft', 'pictures'), { recursive: true });
  await writeFile(join(directory, 'loft', 'work.json'), '{}');
  await writeFile(join(directory, 'loft', 'pictures', 'hall.jpg'), Buffer.alloc(1000));
  await writeFile(join(directory, 'attic.zip'), Buffer.alloc(1000));
});

/** Sends what a path names, after something has happened to its files. */
async function sentAfter(named: string, happens: () => Promise<unknown>): Promise<unknown> {
  const { uploads } = await tourUploads([named], directory, 1_000_000);
  await happens();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const portal = remotePortal({ url, baseUrl: '', token: 's', team: undefined, userAgent: 'test' });
  const [upload] = uploads;
  if (upload === undefined) throw new Error('nothing to send');
  const sending = portal.upload(importTours, { query: { name: upload.name } }, upload.open(), () => {});
  return sending.catch((error: unknown) => error);
}

const path = (...names: string[]) => join(directory, ...names);
const replaced = async (file: string) => {
  await rm(file);
  await mkdir(file);
};
const hall = join('loft', 'pictures', 'hall.jpg');

test.each<[string, string, () => Promise<unknown>, string]>([
  ['a file of a directory is gone', 'loft', () => rm(path(hall)), `${hall} cannot be read: there is no such file`],
  ['a file of a directory is a folder', 'loft', () => replaced(path(hall)), `${hall} cannot be read: it is a folder`],
  ['an archive is gone', 'attic.zip', () => rm(path('attic.zip')), 'attic.zip cannot be read: there is no such file'],
  [
    'an archive is a folder',
    'attic.zip',
    () => replaced(path('attic.zip')),
    'attic.zip cannot be read: it is a folder',
  ],
])('%s: the file is named, and not the portal', async (_, named, happens, sentence) => {
  const error = await sentAfter(named, happens);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(sentence);
  expect(String(error)).not.toContain('portal');
});

test('a work.json is sent under the name of its directory, which gives it a code', async () => {
  await writeFile(path('other.json'), '{}');
  const named = ['loft/work.json', 'other.json', 'loft', 'attic.zip'];
  const { uploads } = await tourUploads(named, directory, 1_000_000);
  expect(uploads.map(({ label, name }) => [label, name])).toEqual([
    ['loft/work.json', 'loft.json'],
    ['other.json', 'other.json'],
    ['loft', 'loft.zip'],
    ['attic.zip', 'attic.zip'],
  ]);
});

test('what is named is refused for what it is', async () => {
  await symlink(path('loop'), path('loop'));
  for (const [named, sentence] of [
    ['nowhere', 'No such file or directory: nowhere'],
    ['attic.zip/inside', 'attic.zip/inside cannot be read: a part of the path is a file (ENOTDIR).'],
    ['loop', 'loop cannot be read: its links lead in a circle (ELOOP).'],
    ['/dev/null', '/dev/null is neither a file nor a directory.'],
  ] as const) {
    await expect(tourUploads([named], directory, 1000)).rejects.toThrow(sentence);
  }
});
