import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Config, parseConfig } from '../../config/config.ts';
import { useStore } from '../../testing/database.ts';
import { mayMount, smallDisk } from '../../testing/small-disk.ts';
import { claimAssetPlace } from '../../tours/files/asset-place.ts';
import { openAssetStore } from '../open-asset-store.ts';
import { examineAssets } from './assets.ts';

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'somebody', AWS_SECRET_ACCESS_KEY: 'something' };
const store = useStore();
const saved = Object.keys(CREDENTIALS).map((name) => [name, process.env[name]] as const);
const objects = new Map<string, string>();
let mayWrite = true;
/** The origins that the bucket allows. */
let allowed: string | undefined;
let server: Server;
let config: Config;

/** A bucket whose credentials can lose the right to write, which those of a test's own store cannot. */
beforeAll(async () => {
  Object.assign(process.env, CREDENTIALS);
  server = createServer(async (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const body = await text(request);
    const refuse = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    if (request.method === 'PUT') {
      if (!mayWrite) return refuse(403, 'AccessDenied');
      objects.set(path, body);
    }
    if (query.includes('list-type=2')) {
      const rows = [...objects].map(
        ([key, { length }]) => `<Contents><Key>${key.slice(7)}</Key><Size>${length}</Size></Contents>`,
      );
      const page = `<ListBucketResult><Name>tours</Name>${rows.join('')}</ListBucketResult>`;
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(page);
    }
    if (allowed !== undefined && ['*', request.headers.origin].includes(allowed))
      response.setHeader('access-control-allow-origin', allowed);
    const object = objects.get(path);
    if (object === undefined) return refuse(404, 'NoSuchKey');
    return response.writeHead(200, { etag: '"of the store"' }).end(request.method === 'PUT' ? undefined : object);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  config = parseConfig({ ASSET_STORE_URL: 's3://tours/files', S3_ENDPOINT, S3_PATH_STYLE: 'yes' });
});
afterAll(() => {
  server.close();
  for (const [name, value] of saved) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

test('a bucket that can be read and not written is found, and nothing in it changes', { tags: 'slow' }, async () => {
  await claimAssetPlace(store.database, await openAssetStore(config), 'here');
  const before = [...objects];
  expect(await examineAssets(config, store.database)).toMatchObject({ verdict: 'ok' });
  expect([...objects]).toEqual(before);
  mayWrite = false;
  expect(await examineAssets(config, store.database)).toMatchObject({
    verdict: 'broken',
    says: expect.stringMatching(/can be read, and none be stored: .*AccessDenied: .*Allow them to get, put, delete/),
  });
  // A gateway stores nothing.
  expect(await examineAssets({ ...config, SERVE_ONLY: 'gateway' }, store.database)).toMatchObject({ verdict: 'ok' });
});

test('a bucket that lets no page read what ASSET_DELIVERY=redirect leads to is found', async () => {
  const redirecting: Config = { ...config, ASSET_DELIVERY: 'redirect', SERVE_ONLY: 'gateway' };
  await claimAssetPlace(store.database, await openAssetStore(config), 'here');
  // It has no file yet.
  expect(await examineAssets(redirecting, store.database)).toMatchObject({ verdict: 'ok' });
  const hex = 'ab'.repeat(32);
  objects.set(`/tours/files/ab/${hex}`, 'a file');
  try {
    for (const origin of [undefined, 'https://site.example.com']) {
      allowed = origin;
      expect(await examineAssets(redirecting, store.database)).toMatchObject({
        verdict: 'broken',
        says: expect.stringMatching(/bucket at s3:\/\/tours\/files lets no page read its files: .*Origin: null/),
        mend: expect.stringMatching(/Allow every origin \(\*\) for GET/),
      });
    }
    for (const origin of ['*', 'null']) {
      allowed = origin;
      expect(await examineAssets(redirecting, store.database)).toMatchObject({ verdict: 'ok' });
    }
    allowed = undefined;
    expect(await examineAssets({ ...redirecting, ASSET_DELIVERY: 'proxy' }, store.database)).toMatchObject({
      verdict: 'ok',
    });
  } finally {
    objects.delete(`/tours/files/ab/${hex}`);
  }
});

test.skipIf(!mayMount())('a folder whose disk was made read-only is found', { tags: ['slow'] }, async () => {
  const disk = smallDisk(8);
  try {
    const inFolder = parseConfig({ ASSET_STORE_URL: pathToFileURL(join(disk.path, 'tours')).href });
    await claimAssetPlace(store.database, await openAssetStore(inFolder), 'here');
    expect(await examineAssets(inFolder, store.database)).toMatchObject({ verdict: 'ok' });
    execFileSync('mount', ['-o', 'remount,ro', disk.path]);
    expect(await examineAssets(inFolder, store.database)).toMatchObject({
      verdict: 'broken',
      says: expect.stringMatching(/can be read, and none be stored: .*tours cannot be written \(EROFS\)/),
    });
  } finally {
    disk.unmount();
  }
});
