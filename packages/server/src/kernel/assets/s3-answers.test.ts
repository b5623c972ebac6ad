import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../testing/certificates.ts';
import { type AssetStore, AssetStoreAway } from './asset-store.ts';
import { hotAssets } from './hot-assets.ts';
import { s3AssetStore } from './s3-asset-store.ts';

const SHA256 = Buffer.alloc(32, 7);
const HTML = '<!doctype html><title>Sign in</title>';
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'somebody', AWS_SECRET_ACCESS_KEY: 'something' };
const refusal = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;

/** What a real store answers only when something is wrong with it or in between, and then says as here. */
describe('answers of a bucket', () => {
  let answer: (response: ServerResponse) => void = () => undefined;
  let server: Server;
  let store: AssetStore;
  const saved = Object.keys(CREDENTIALS).map((name) => [name, process.env[name]] as const);

  beforeAll(async () => {
    Object.assign(process.env, CREDENTIALS);
    server = createServer((_request, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    store = await s3AssetStore({ bucket: 'tours', prefix: 'a', endpoint, region: 'us-east-1', pathStyle: true });
  });
  afterAll(() => {
    server.close();
    for (const [name, value] of saved) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const answers = (status: number, body: string, headers: Record<string, string> = {}) => {
    answer = (response) => response.writeHead(status, headers).end(response.req.method === 'HEAD' ? undefined : body);
  };
  const calls: Record<string, () => Promise<unknown>> = {
    mark: () => store.mark('store-id'),
    open: () => store.open(SHA256),
    put: () => store.put(Readable.from([Buffer.from('a picture')])),
    remove: () => store.remove(SHA256),
    list: () => store.list()[Symbol.asyncIterator]().next(),
  };
  const said = (call: string) =>
    calls[call]?.().then(
      (value) => `answered ${value}`,
      (error: Error) => error,
    );

  test('a key that is not there is missing, and no failure', async () => {
    answers(404, refusal('NoSuchKey'), { 'content-type': 'application/xml' });
    expect(await Promise.all([store.mark('store-id'), store.open(SHA256), store.sizeOf(SHA256)])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await store.remove(SHA256);
  });

  test.each([
    ['NoSuchBucket', 404, /no such bucket. Make it, or correct ASSET_STORE_URL/],
    ['AccessDenied', 403, /credentials may not. Allow them to get, put, delete and list/],
    ['InvalidAccessKeyId', 403, /does not know the access key. Correct the credentials/],
    ['SignatureDoesNotMatch', 403, /secret key is another one. Correct the credentials/],
    ['RequestTimeTooSkewed', 403, /clocks differ. Let this machine follow a time server/],
    ['PermanentRedirect', 301, /another region. Correct S3_REGION/],
    ['AuthorizationHeaderMalformed', 400, /another region. Correct S3_REGION/],
    ['SlowDown', 503, /HTTP 503 SlowDown/],
    ['InternalError', 500, /HTTP 500 InternalError/],
  ])('%s is away, with what mends it', async (code, status, reason) => {
    answers(status, refusal(code), { 'content-type': 'application/xml' });
    for (const call of Object.keys(calls)) {
      const error = await said(call);
      expect([call, error]).toEqual([call, expect.any(AssetStoreAway)]);
      expect(String(error)).toMatch(reason);
    }
  });

  describe('a page of something else is away, whatever its status', () => {
    test.each([200, 302, 403, 404, 502])('HTTP %i', async (status) => {
      answers(status, HTML, { 'content-type': 'text/html' });
      // A removal that was none leaves a file too many.
      for (const call of ['mark', 'open', 'put', 'list']) {
        expect([call, await said(call)]).toEqual([call, expect.any(AssetStoreAway)]);
      }
      if (status !== 404) expect(await store.sizeOf(SHA256).catch((error) => error)).toBeInstanceOf(AssetStoreAway);
    });
  });

  test('a write that a later one overtook is stored: its answer has no ETag, the object has one', async () => {
    answer = (response) => response.writeHead(200, response.req.method === 'HEAD' ? { etag: '"a"' } : {}).end();
    expect(await said('put')).toMatch(/^answered/);
  });

  test('a file that ends early is away when it is kept in memory', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '100', etag: '"a"' }).write('half');
      setImmediate(() => response.destroy());
    };
    const hot = hotAssets(store);
    (await hot.open(SHA256))?.body.on('error', () => undefined).destroy();
    await expect(hot.open(SHA256)).rejects.toBeInstanceOf(AssetStoreAway);
  });

  test('a certificate that nobody vouches for is said, with what mends it', { tags: 'slow' }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openhouse-bucket-'));
    const { certificate, key } = makeAuthority(folder, 'stranger').sign('bucket', 'localhost', 30);
    const overTls = createTlsServer({ cert: await readFile(certificate), key: await readFile(key) });
    try {
      await new Promise<void>((resolve) => overTls.listen(0, 'localhost', resolve));
      const endpoint = `https://localhost:${(overTls.address() as AddressInfo).port}`;
      const strange = await s3AssetStore({ bucket: 'tours', prefix: '', endpoint, region: 'x', pathStyle: true });
      await expect(strange.reach()).rejects.toThrow(
        /^s3:\/\/tours: nobody this machine trusts signed its certificate \(\w+\)\. Let the server send its whole chain; /,
      );
    } finally {
      overTls.close();
      await rm(folder, { recursive: true });
    }
  });
});
