import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { FILE_OPERATION } from '../../apps/file-operation.ts';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { useStore } from '../../testing/database.ts';
import { call } from '../../testing/envelope.ts';
import { ownFiles, useGateway } from '../../testing/gateway-suite.ts';
import { rawRequest, sendRaw } from '../../testing/raw-http.ts';

const PRESIGN = '/open/v3/view/file/private/presign';
const PRIVATE = 'private/保修 单.txt';

describe('private file links', () => {
  const store = useStore();
  const suite = useGateway(store, { linkLifetimeS: 2 });
  const presign = (paths: string, code = 'own-tour') =>
    call(suite.gateway.baseUrl, `${PRESIGN}?resource_code=${code}&paths=${encodeURIComponent(paths)}`, {
      token: suite.token,
    });

  test('open without a token, in the order of paths, until they expire', { tags: 'slow' }, async () => {
    const { envelope } = await presign(JSON.stringify([PRIVATE, 'plan.svg']));
    expect(envelope.status).toBe('success');
    const [first, second] = envelope.data.presigned_urls as string[];
    expect(envelope.data.expired_timestamp * 1000).toBeGreaterThan(Date.now());
    const opened = await fetch(first ?? '');
    expect(opened.status).toBe(200);
    expect(await opened.text()).toBe(ownFiles[PRIVATE]);
    expect(opened.headers.get('cache-control')).toBe('private, no-store');
    expect(await (await fetch(second ?? '')).text()).toBe(ownFiles['plan.svg']);
    const statusNow = async () => (await fetch(first ?? '')).status;
    await expect.poll(statusNow, { interval: 200 }).toBe(403);
    expect((await call('', first ?? '')).envelope.status).toBe('err_link_expired');
  });

  test('are bound to Team, tour and path', async () => {
    const { envelope } = await presign(PRIVATE);
    const link = new URL(envelope.data.presigned_urls[0]);
    for (const pathname of [
      link.pathname.replace(suite.own.teamCode, suite.other.teamCode).replace('own-tour', 'other-tour'),
      link.pathname.replace('own-tour', 'other-tour'),
      link.pathname.replace(/[^/]+$/, 'other.txt'),
    ]) {
      const { http, envelope: refusal } = await call(link.origin, `${pathname}${link.search}`);
      expect(http, pathname).toBe(403);
      expect(refusal.status, pathname).toBe('err_link_invalid');
    }
  });

  test('err_resource_not_found: a path that is no file signs nothing', async () => {
    const { envelope } = await presign(JSON.stringify([PRIVATE, 'private/none.txt']));
    expect(envelope).toMatchObject({ status: 'err_resource_not_found', data: null });
    expect(envelope.message).toMatch(/Entry 1/);
  });

  test("err_resource_not_found: another Team's tour", async () => {
    expect((await presign(PRIVATE, 'other-tour')).envelope.status).toBe('err_resource_not_found');
  });

  test.each(['../../etc/passwd', '/etc/passwd', 'http://169.254.169.254/', `${PRIVATE}?x=1`, `${PRIVATE}\r\nX: 1`])(
    'no link for %j',
    async (path) => {
      const { http, envelope } = await presign(JSON.stringify([path]));
      expect(http).toBeGreaterThanOrEqual(400);
      expect(http).toBeLessThan(500);
      expect(envelope.data).toBeNull();
    },
  );
});

describe('files', () => {
  const store = useStore();
  const suite = useGateway(store);
  const target = (path: string) =>
    `/files/${suite.own.teamCode}/own-tour/${path.split('/').map(encodeURIComponent).join('/')}`;
  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${suite.gateway.baseUrl}${target(path)}`, { headers });

  test('a file of which the store has more or fewer bytes is 503, before a byte of it', { tags: 'slow' }, async () => {
    const resize = (by: number) =>
      inTransaction(
        store.database,
        (one) => one.query("update asset set size = size + $1 where path = 'plan.svg'", [by]),
        {
          team: '*',
        },
      );
    for (const by of [1, -1]) {
      await resize(by);
      const { http, envelope, headers } = await call(suite.gateway.baseUrl, target('plan.svg'));
      expect([http, envelope.data, headers.get('retry-after')]).toEqual([503, null, expect.stringMatching(/^\d+$/)]);
      await resize(-by);
    }
    expect((await open('plan.svg')).status).toBe(200);
  });

  test('a public file opens for anybody, in any origin, and never runs as a page of ours', {
    tags: 'slow',
  }, async () => {
    const response = await open('plan.svg');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(await response.text()).toBe(ownFiles['plan.svg']);
    const logged = () => suite.gateway.answered.find(({ operation }) => operation === FILE_OPERATION);
    await expect.poll(logged).toMatchObject({ status: 'success', httpStatus: 200 });
  });

  test('opens by an address that begins at the top of its bundle, as an import takes it', async () => {
    const info = { model: { file_url: 'assets/model/hut.glb' } };
    await suite.importBundle({
      code: 'hut',
      payloads: { 'vr-info': JSON.stringify({ resource_code: 'hut', name: 'Hut', is_active: true, ...info }) },
      files: { 'model/hut.glb': 'a model', 'assets/twice.txt': 'inner' },
    });
    const { envelope } = await call(suite.gateway.baseUrl, '/open/v3/vr/info?resource_code=hut', {
      token: suite.token,
    });
    const { base_url, model } = envelope.data;
    expect(await (await fetch(new URL(model.file_url, base_url))).text()).toBe('a model');
    // A folder of files that is called so itself.
    expect(await (await fetch(new URL('assets/twice.txt', base_url))).text()).toBe('inner');
    expect((await fetch(new URL('assets/', base_url))).status).toBe(404);
    expect((await fetch(new URL('assets/assets/model/hut.glb', base_url))).status).toBe(404);
  });

  test('is not sent again to who has it, and in parts to who asks for a part', async () => {
    const etag = (await open('plan.svg')).headers.get('etag') ?? '';
    expect((await open('plan.svg', { 'if-none-match': etag })).status).toBe(304);
    const part = await open('plan.svg', { range: 'bytes=0-3' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 0-3/${ownFiles['plan.svg'].length}`);
    expect(await part.text()).toBe('<svg');
    const later = await open('plan.svg', { range: 'bytes=1-3' });
    expect([later.headers.get('content-length'), await later.text()]).toEqual(['3', 'svg']);
    expect((await open('plan.svg', { range: 'bytes=9999-' })).status).toBe(416);
  });

  test('err_link_invalid: a private file without a link, whether it exists or not', async () => {
    const spelled = ['Private/none.txt', 'PRIVATE/保修 单.txt', `assets/${PRIVATE}`, 'Assets/assets/Private/none.txt'];
    for (const path of [PRIVATE, 'private/none.txt', ...spelled]) {
      const { http, envelope } = await call(suite.gateway.baseUrl, target(path));
      expect(http).toBe(403);
      expect(envelope.status).toBe('err_link_invalid');
    }
  });

  test('a file that the asset store has lost is said to be broken, before a byte or a header of it', async () => {
    await suite.importBundle({ code: 'lost', files: { 'a.txt': 'nowhere else' } });
    await suite.gateway.assets.remove(createHash('sha256').update('nowhere else').digest());
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await fetch(`${suite.gateway.baseUrl}/files/${suite.own.teamCode}/lost/a.txt`, {
        method,
      });
      expect([method, status, headers.get('etag')]).toEqual([method, 500, null]);
    }
  });

  test.each([
    ['us', []],
    ['node:http', ['Upgrade: x']],
  ])(
    'a file that breaks off in the middle is cut there, and its call is a broken one, read by %s',
    async (_, lines) => {
      const { assets } = suite.gateway;
      async function* half() {
        yield Buffer.from('<svg');
        throw new Error('the disk broke');
      }
      const breaking: AssetStore = {
        ...assets,
        async open(sha256, range) {
          const opened = await assets.open(sha256, range);
          opened?.body.destroy();
          return opened && { ...opened, body: Readable.from(half()) };
        },
      };
      const node = await suite.startNode({ assets: breaking });
      const { status, body } = await sendRaw(node.port, rawRequest('GET', target('plan.svg'), ['Host: x', ...lines]));
      expect([status, body]).toEqual([200, '<svg']);
      await expect.poll(() => node.answered.map((one) => one.status)).toEqual(['err_internal']);
      expect(node.broken).toEqual([new Error('the disk broke')]);
    },
  );

  test('what is no path of a file is told from a file that is not there', async () => {
    const own = `/files/${suite.own.teamCode}/own-tour`;
    const statusOf = async (path: string) => {
      const { body } = await sendRaw(suite.gateway.port, rawRequest('GET', path, ['Host: x']));
      return JSON.parse(body).status;
    };
    for (const path of ['/none.svg', '/a/b', `/${'x'.repeat(2048 - own.length - 1)}`])
      expect(await statusOf(own + path), path).toBe('err_resource_not_found');
    for (const path of [
      '',
      '/',
      '//a',
      '/./a',
      '/../a',
      '/a/..',
      '/%2e',
      '/a%2fb',
      '/a%5cb',
      '/%00a',
      '/a%00',
      '/%',
      '/%ff',
    ])
      expect(await statusOf(own + path), path).toBe('err_path_not_found');
    for (const path of [
      '/files/',
      '/files/a',
      '/files/a/',
      '/files//a/b',
      '/files/../a/b',
      `${own}/${'x'.repeat(2048 - own.length)}`,
    ])
      expect(await statusOf(path), path).toBe('err_path_not_found');
  });

  test('nothing outside the tour, however the path is spelled', async () => {
    for (const path of [
      '..%2f..%2fetc%2fpasswd',
      '../own-tour/plan.svg',
      '%2e%2e/plan.svg',
      './plan.svg',
      'plan.svg/',
      'plan.svg%00',
      '..\\plan.svg',
      'x%2f..%2fplan.svg',
      'private%2f%E4',
      '/plan.svg',
      'PLAN.svg',
      '%',
      '',
      'private/../plan.svg',
      'plan%2esvg/..',
      'x/%2e%2e/private/x',
    ]) {
      const answer = await sendRaw(
        suite.gateway.port,
        rawRequest('GET', `/files/${suite.own.teamCode}/own-tour/${path}`, ['Host: x']),
      );
      expect([403, 404], path).toContain(answer.status);
      expect(answer.body, path).not.toContain('root:');
    }
  });
});

describe('files over HTTP', () => {
  const suite = useGateway(useStore(), { ipLimitPerMinute: 0 });
  const url = () => `${suite.gateway.baseUrl}/files/${suite.own.teamCode}/own-tour/plan.svg`;
  const get = (headers: Record<string, string>, method = 'GET') => fetch(url(), { method, headers });

  test('If-None-Match is compared weakly, in lists and with *', { tags: 'slow' }, async () => {
    const etag = (await get({})).headers.get('etag') ?? '';
    for (const header of [etag, `W/${etag}`, `"other", W/${etag}`, '*']) {
      expect([header, (await get({ 'if-none-match': header })).status]).toEqual([header, 304]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('a range is answered as one only for the version it is of', { tags: 'slow' }, async () => {
    const etag = (await get({})).headers.get('etag') ?? '';
    const range = 'bytes=0-3';
    const statuses = [];
    for (const version of [etag, `W/${etag}`, '"other"', 'Wed, 25 Nov 2026 17:00:00 GMT']) {
      statuses.push((await get({ range, 'if-range': version })).status);
    }
    expect(statuses).toEqual([206, 200, 200, 200]);
  });

  test('a range counts with GET only (RFC 9110, 14.2)', async () => {
    const whole = await get({}, 'HEAD');
    for (const range of ['bytes=0-3', 'bytes=9999-']) {
      const { status, headers } = await get({ range }, 'HEAD');
      expect([range, status, headers.get('content-range')]).toEqual([range, 200, null]);
      for (const name of ['content-length', 'etag', 'cache-control', 'accept-ranges']) {
        expect([name, headers.get(name)]).toEqual([name, whole.headers.get(name)]);
      }
    }
  });

  test('a range beyond the end is refused, and nobody caches that', async () => {
    const { status, headers } = await get({ range: 'bytes=9999-' });
    expect([status, headers.get('content-range')]).toEqual([416, `bytes */${ownFiles['plan.svg'].length}`]);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
  });

  test('pages of other origins may ask for ranges', async () => {
    const answer = await get(
      { origin: 'https://viewer.example', 'access-control-request-headers': 'range' },
      'OPTIONS',
    );
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/Range/);
    expect(answer.headers.get('access-control-allow-methods')).toMatch(/GET/);
    expect((await get({ range: 'bytes=0-3' })).headers.get('access-control-expose-headers')).toMatch(/Content-Range/);
  });

  test('an absolute target is the path behind its host', async () => {
    const { host, pathname, port } = new URL(url());
    const answer = await sendRaw(Number(port), rawRequest('GET', `http://${host}${pathname}`, [`Host: ${host}`]));
    expect(answer.status).toBe(200);
  });
});
