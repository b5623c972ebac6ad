import { gunzipSync } from 'node:zlib';
import { explorerOperations, explorerPaths } from '@openhouse/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDashboard, testGatewayClient } from '../../testing/dashboard.ts';
import { createApp, createTeam, type DashboardPerson, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { call } from '../../testing/envelope.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { isFileAddress, isShownFile } from './rules.ts';

const operation = (name: string, code = 'loft') =>
  explorerPaths.operation.replace('{resource_code}', code).replace('{operation}', name);
const asset = (path: string, code = 'loft') => explorerPaths.asset.replace('{resource_code}', code).replace('*', path);

describe('the explorer reads', () => {
  const store = useStore();
  const suite = useGateway(store);
  let portal: InjectedPortal;
  let ada: DashboardPerson;
  let teamId: string;

  beforeEach(async () => {
    const { gateway } = suite;
    const parts = { gateway: testGatewayClient(gateway.baseUrl), assets: gateway.assets };
    portal = injectedPortal(store.database, { dashboard: testDashboard(store.database, parts) });
    ada = await enter(portal, 'ada');
    const team = await createTeam(ada, 'Studio');
    const { rows } = await store.database.pool.query<{ id: string }>('select id from team where code = $1', [team]);
    teamId = rows[0]?.id ?? '';
    await suite.importBundle(
      {
        code: 'loft',
        payloads: { 'ruler-list': '{"list":[{"id":36184089396510731,"polyline":{"lines":[]}}]}' },
        files: {
          'panorama/0 front.png': 'picture',
          'plan.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
          'page.html': '<script>alert(1)</script>',
          'notes.txt': 'words',
          'private/deed.png': 'for the owner',
        },
      },
      teamId,
    );
    return () => portal.app.close();
  });
  const withApp = async () => {
    const { appKey } = await createApp(ada, 'Viewing room');
    await suite.gateway.changes.refresh();
    return appKey;
  };

  test('an operation as the gateway answers it, digits and all', { tags: 'slow' }, async () => {
    await withApp();
    for (const name of explorerOperations) {
      const answer = await ada.get(operation(name));
      expect([name, answer.statusCode]).toEqual([name, 200]);
      expect(answer.headers['content-type']).toContain('application/json');
      expect(answer.json()).toMatchObject({ status: 'success', code: 0, request_id: expect.any(String) });
    }
    expect((await ada.get(operation('ruler-list'))).body).toContain('"id":36184089396510731,');
  });

  test('the bytes are those of an integrator’s own call, the id of the request aside', { tags: 'slow' }, async () => {
    await withApp();
    await suite.importBundle({ code: 'own-copy', payloads: {} });
    const theirs = await call(suite.gateway.baseUrl, '/open/v3/custom/hot/list?resource_code=own-copy', {
      token: suite.token,
    });
    const ours = (await ada.get(operation('hot-list'))).body;
    const payload = (text: string) => text.slice(text.indexOf('"data":'));
    expect(payload(ours)).toBe(payload(theirs.text));
  });

  test('compressed bytes go to a browser that takes them', { tags: 'slow' }, async () => {
    await withApp();
    const cookie = (await portal.withCsrf(await portal.signIn('ada'))).cookie;
    const answer = await portal.ask({ url: operation('vr-info'), headers: { cookie, 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toMatchObject({ status: 'success' });
  });

  test('the first answer names the version of the tour, those of others and of missing ones none', {
    tags: 'slow',
  }, async () => {
    const versionOf = async (name: string, code?: string) =>
      (await ada.get(operation(name, code))).headers['x-openhouse-tour-version'];
    expect(await versionOf('vr-info')).toMatch(/^[0-9a-f]{64}$/);
    for (const [name, code] of [
      ['hot-list', 'loft'],
      ['vr-info', 'own-tour'],
      ['vr-info', 'no'],
      ['vr-info', '%00'],
    ] as const)
      expect([code, await versionOf(name, code)]).toEqual([code, undefined]);
  });

  test('neither a token nor a secret is in an answer', { tags: 'slow' }, async () => {
    await withApp();
    for (const name of explorerOperations) {
      const { headers, body } = await ada.get(operation(name));
      expect(`${JSON.stringify(headers)}${body}`).not.toMatch(/oh[a-z]_[\w-]{20,}/);
    }
  });

  test('a Team without an app, or whose app is disabled, reads its tours; no app has a call less for it', {
    tags: 'slow',
  }, async () => {
    expect(outcomeOf(await ada.get(operation('vr-info')))).toBe('succeeded');
    const appKey = await withApp();
    await ada.post(`/api/apps/${appKey}/disable`);
    for (const name of explorerOperations) expect(outcomeOf(await ada.get(operation(name)))).toBe('succeeded');
    const reads = suite.gateway.answered.filter((call) => call.operation !== 'access-token');
    expect(new Set(reads.map((call) => call.appKey))).toEqual(new Set([undefined]));
  });

  test('what the gateway refuses is passed on with its status: another Team’s tour is a missing one', {
    tags: 'slow',
  }, async () => {
    await withApp();
    const [other, missing] = [
      await ada.get(operation('vr-info', 'own-tour')),
      await ada.get(operation('vr-info', 'no')),
    ];
    expect([other.statusCode, other.json().status]).toEqual([404, 'err_resource_not_found']);
    expect([missing.statusCode, missing.json().status]).toEqual([404, 'err_resource_not_found']);
  });

  test.each(['capture-info', 'access-token', 'vr-submit', '__proto__'])(
    'NOT_FOUND: %s is not shown here',
    async (name) => {
      await withApp();
      expect(outcomeOf(await ada.get(operation(name)))).toBe('NOT_FOUND');
    },
  );

  test('AUTH_REQUIRED and TEAM_REQUIRED: nobody else reads', async () => {
    for (const url of [operation('vr-info'), asset('plan.svg')]) {
      const answer = await portal.ask({ url });
      expect([answer.statusCode, outcomeOf(answer)]).toEqual([401, 'AUTH_REQUIRED']);
    }
    const loner = await enter(portal, 'lone');
    expect(outcomeOf(await loner.get(operation('vr-info')))).toBe('TEAM_REQUIRED');
  });

  test('GATEWAY_UNAVAILABLE: nothing answers', { tags: 'slow' }, async () => {
    await withApp();
    await suite.gateway.stop();
    const answer = await ada.get(operation('vr-info'));
    expect([answer.statusCode, outcomeOf(answer)]).toEqual([503, 'GATEWAY_UNAVAILABLE']);
  });

  describe('files of the tour', () => {
    test('a picture with its type and ETag; 304 when it is known; nothing it holds may run', {
      tags: 'slow',
    }, async () => {
      const url = asset('panorama/0%20front.png');
      const answer = await ada.get(url);
      expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([200, 'picture', 'image/png']);
      expect(answer.headers['cache-control']).toBe('private, max-age=300');
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      const cookie = (await portal.withCsrf(await portal.signIn('ada'))).cookie;
      const again = await portal.ask({ url, headers: { cookie, 'if-none-match': String(answer.headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      // An address that begins at the top of its bundle.
      expect((await ada.get(asset('assets/panorama/0%20front.png'))).body).toBe('picture');
    });

    test('a page is bytes to keep, never a page of the portal', { tags: 'slow' }, async () => {
      const { headers } = await ada.get(asset('page.html'));
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
      });
    });

    slowAfter(1, [
      ['another Team’s tour', asset('plan.svg', 'own-tour')],
      ['a file below private/', asset('private/deed.png')],
      ['a file below private/, from the top of its bundle', asset('assets/private/deed.png')],
      ['what is neither picture nor model', asset('notes.txt')],
      ['a missing file', asset('none.png')],
      ['a byte that no path holds', asset('a%00b.png')],
      ['a way out', asset('..%2f..%2fplan.svg')],
    ])('NOT_FOUND: %s', async (_, url) => {
      const answer = await ada.get(url);
      expect([answer.statusCode, outcomeOf(answer)]).toEqual([404, 'NOT_FOUND']);
    });

    test('none for somebody of another Team', async () => {
      const otto = await enter(portal, 'otto');
      await createTeam(otto, 'Others');
      expect((await otto.get(asset('plan.svg'))).statusCode).toBe(404);
    });
  });
});

test.each([
  ['model/loft.glb', 'model/gltf-binary', true],
  ['a.webp', 'image/webp', true],
  ['model/part.bin', 'application/octet-stream', true],
  ['tiles/tileset.json', 'application/json', true],
  ['a.html', 'text/html; charset=utf-8', false],
  ['a.js', 'text/javascript', false],
  ['private/a.webp', 'image/webp', false],
  ['Private/a.webp', 'image/webp', false],
  ['assets/private/a.webp', 'image/webp', false],
])('%s of type %s is handed on: %s', (path, mediaType, expected) => {
  expect(isShownFile(path, mediaType)).toBe(expected);
});

test.each([
  ['', false],
  ['a\0', false],
  ['a'.repeat(1025), false],
  ['图.png', true],
])('%j can be asked for: %s', (path, expected) => {
  expect(isFileAddress(path)).toBe(expected);
});
