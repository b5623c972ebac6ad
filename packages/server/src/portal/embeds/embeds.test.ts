import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type AuditEntry,
  EMBED_HOSTS_MAX,
  EMBEDS_PER_TEAM,
  explorerOperations,
  type TourEmbed,
  vrInfo,
} from '@openhouse/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { NO_PROXIES } from '../../kernel/http/client-address.ts';
import { memoryLimiter } from '../../kernel/limiter/memory.ts';
import { testDashboard, testGatewayClient } from '../../testing/dashboard.ts';
import { createTeam, type DashboardPerson, dataOf, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { type InjectedPortal, injectedPortal, PORTAL_URL } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import type { PortalDeps } from '../portal.ts';

/** The page as it is before a build, which leaves what the server fills in alone. */
const pagesDirectory = join(import.meta.dirname, '../../../../viewer/embed');
const HOSTS = ['https://homes.example', 'http://localhost:8080'];

describe('public tours', () => {
  const store = useStore();
  const suite = useGateway(store);
  let portal: InjectedPortal;
  let ada: DashboardPerson;
  let team: string;
  let teamId: string;

  const portalWith = (more: Partial<PortalDeps> = {}) => {
    const { gateway } = suite;
    const parts = { gateway: testGatewayClient(gateway.baseUrl), assets: gateway.assets };
    return injectedPortal(store.database, { dashboard: testDashboard(store.database, parts), pagesDirectory, ...more });
  };
  const importLoft = (text = 'one') =>
    suite.importBundle(
      {
        code: 'loft',
        payloads: {
          // Its files are named from the gateway's own address.
          'vr-info': JSON.stringify({ ...vrInfo.example.data, resource_code: 'loft', base_url: 'assets' }),
          'ruler-list': '{"list":[{"id":36184089396510731,"polyline":{"lines":[]}}]}',
          'hot-list': JSON.stringify({
            list: [
              {
                text,
                content: `See <a href="https://files.example/files/${team}/loft/plan.svg">plan</a>, ${suite.gateway.baseUrl}/files/${team}/cellar/a.png and ${suite.gateway.baseUrl}/files/${team}/loft-cellar/a.png and https://elsewhere.example/a.png`,
              },
            ],
          }),
        },
        files: {
          'panorama/0 front.png': 'picture',
          'plan.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
          'notes.txt': 'words',
          'private/deed.png': 'for the owner',
        },
      },
      teamId,
    );
  beforeEach(async () => {
    portal = portalWith();
    ada = await enter(portal, 'ada');
    team = await createTeam(ada, 'Studio');
    const { rows } = await store.database.pool.query<{ id: string }>('select id from team where code = $1', [team]);
    teamId = rows[0]?.id ?? '';
    await importLoft();
    return () => portal.app.close();
  });

  const change = (body: object, code = 'loft') => ada.post(`/api/tours/${code}/embed`, body);
  const shown = async () => dataOf<{ embed: TourEmbed }>(await ada.get('/api/tours/loft/embed')).embed;
  const turnOn = async (hosts: readonly string[] = HOSTS) =>
    (dataOf<{ embed: TourEmbed }>(await change({ on: true, hosts })).embed.address ?? '').slice(PORTAL_URL.length);
  const get = (url: string, headers: Record<string, string> = {}, from = portal) => from.ask({ url, headers });
  const everyPath = (page: string) => [
    page,
    ...explorerOperations.map((name) => `${page}/read/${name}`),
    `${page}/files/plan.svg`,
    `${page}/files/panorama/0%20front.png`,
  ];
  const statuses = async (page: string, from = portal) =>
    Promise.all(everyPath(page).map(async (url) => (await get(url, {}, from)).statusCode));
  const asOperator = (sql: string) =>
    inTransaction(store.database, (transaction) => transaction.query(sql, [teamId]), { team: '*' });

  test('is off until somebody says so, and then everything of the tour is there without a sign-in', {
    tags: 'slow',
  }, async () => {
    expect(await shown()).toEqual({
      resourceCode: 'loft',
      state: 'off',
      address: null,
      hosts: [],
      version: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const page = await turnOn();
    expect(page).toMatch(/^\/embed\/[\w-]{22}$/);
    expect(await shown()).toMatchObject({ state: 'on', address: `${PORTAL_URL}${page}`, hosts: HOSTS });
    expect(new Set(await statuses(page))).toEqual(new Set([200]));
  });

  test('the page may be framed by exactly these hosts, and neither sets nor reads a cookie', {
    tags: 'slow',
  }, async () => {
    const page = await turnOn();
    const answer = await get(page, { cookie: ada.headers.cookie ?? '' });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/; frame-ancestors https:\/\/homes\.example http:\/\/localhost:8080$/);
    expect(policy).not.toMatch(/'unsafe|\*|nonce/);
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';");
    expect(answer.headers).not.toHaveProperty('x-frame-options');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      // What pages with a policy of their own ask of what they frame.
      'cross-origin-embedder-policy': 'credentialless',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const stranger = await get(page);
    expect(stranger.body).toBe(answer.body);
    for (const url of everyPath(page)) expect((await get(url)).headers).not.toHaveProperty('set-cookie');
  });

  test('without a host nobody may frame it, and other pages of the portal never may be', { tags: 'slow' }, async () => {
    const page = await turnOn([]);
    expect((await get(page)).headers['content-security-policy']).toMatch(/frame-ancestors 'none'$/);
    await turnOn();
    for (const url of ['/status', '/embed', '/embed/none', '/auth/sign-in']) {
      const { headers } = await get(url, { accept: 'text/html' });
      expect([url, headers['content-security-policy'], headers['x-frame-options']]).toEqual([
        url,
        expect.stringContaining("frame-ancestors 'none'"),
        'DENY',
      ]);
    }
  });

  test('answers keep the digits of numbers, and name neither the Team nor another of its tours', {
    tags: 'slow',
  }, async () => {
    const page = await turnOn();
    const files = `${PORTAL_URL}${page}/files`;
    for (const url of everyPath(page)) {
      const { body, headers } = await get(url);
      expect(`${JSON.stringify(headers)}${body}`).not.toMatch(/oh[a-z]_[\w-]{20,}/);
      expect(`${JSON.stringify(headers)}${body}`).not.toContain(team);
      expect(body).not.toContain('cellar');
    }
    // An address that begins at the top of its bundle.
    expect((await get(`${page}/files/assets/plan.svg`)).body).toContain('<svg');
    expect((await get(`${page}/read/ruler-list`)).body).toContain('"id":36184089396510731,');
    expect((await get(`${page}/read/vr-info`)).body).toContain(`"${files}/`);
    const { list } = (await get(`${page}/read/hot-list`)).json().data as { list: [{ content: string }] };
    expect(list[0].content).toBe(`See <a href="${files}/plan.svg">plan</a>,  and  and https://elsewhere.example/a.png`);
    const gzipped = await get(`${page}/read/vr-info`, { 'accept-encoding': 'gzip' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(gzipped.rawPayload).toString())).toMatchObject({ status: 'success' });
  });

  test('404: what is no read, or no file that the tour shows', { tags: 'slow' }, async () => {
    const page = await turnOn();
    for (const path of [
      '/read/capture-info',
      '/read/access-token',
      '/read/vr-submit',
      '/files/notes.txt',
      '/files/private/deed.png',
      '/files/assets/private/deed.png',
      '/files/none.png',
      '/files/..%2fplan.svg',
      '/files/a%00b.png',
      '/cover',
    ])
      expect([path, (await get(`${page}${path}`)).statusCode]).toEqual([path, 404]);
  });

  describe('is over at once, on every node, and says no more than of an id that never was', () => {
    const never = `/embed/${'A'.repeat(22)}`;
    const other = useOther();
    function useOther() {
      let node: InjectedPortal | undefined;
      beforeEach(() => {
        node = portalWith();
        return () => node?.app.close();
      });
      return () => node as InjectedPortal;
    }

    slowAfter(1, [
      ['when it is turned off', () => change({ on: false })],
      ['when the tour is removed', () => ada.post('/api/tours/loft/remove', { confirm: 'loft' })],
      ['when the tour is replaced', () => importLoft('two')],
      [
        'when operators suspend the Team',
        () => asOperator("update team set suspended_at = now(), suspended_reason = 'no' where id = $1"),
      ],
      ['when the Team is to be deleted', () => ada.post(`/api/teams/${team}/delete`, { confirm: 'Studio' })],
    ])('%s', async (_, end) => {
      const page = await turnOn();
      expect(new Set(await statuses(page, other()))).toEqual(new Set([200]));
      await end();
      for (const node of [portal, other()]) {
        expect(new Set(await statuses(page, node))).toEqual(new Set([404]));
        const plain = async (url: string) => {
          const { statusCode, headers, body } = await get(url, {}, node);
          const { 'x-request-id': _id, date: _date, 'content-security-policy': policy, ...rest } = headers;
          return JSON.stringify([
            statusCode,
            rest,
            String(policy).replace(/nonce-[\w-]+/, ''),
            body.replace(/nonce="[^"]+"|"request_id":"[^"]+"/g, ''),
          ]);
        };
        for (const [index, url] of everyPath(page).entries())
          expect(await plain(url)).toBe(await plain(everyPath(never)[index] ?? ''));
      }
    });

    test('a tour that was replaced says so, and is shown at the same address once it is turned on again', {
      tags: 'slow',
    }, async () => {
      const page = await turnOn();
      await importLoft('two');
      expect(await shown()).toMatchObject({ state: 'replaced', address: null, hosts: HOSTS });
      expect(dataOf<{ embeds: TourEmbed[] }>(await ada.get('/api/embeds')).embeds).toMatchObject([
        { state: 'replaced' },
      ]);
      await change({ hosts: ['https://new.example'] });
      expect((await get(page)).statusCode).toBe(404);
      await change({ on: true });
      expect(await shown()).toMatchObject({
        state: 'on',
        address: `${PORTAL_URL}${page}`,
        hosts: ['https://new.example'],
      });
      expect((await get(`${page}/read/hot-list`)).body).toContain('"two"');
    });

    test('TOUR_REPLACED: what is there now is not what was looked at, and nothing is changed', {
      tags: 'slow',
    }, async () => {
      const looked = await ada.get('/api/tours/loft/operations/vr-info');
      const version = String(looked.headers['x-openhouse-tour-version']);
      expect(version).toBe((await shown()).version);
      await importLoft('two');
      const refused = await change({ on: true, version, hosts: HOSTS });
      expect([refused.statusCode, outcomeOf(refused)]).toEqual([409, 'TOUR_REPLACED']);
      const now = await shown();
      expect(now).toMatchObject({ state: 'off', address: null, hosts: [] });
      expect(now.version).not.toBe(version);
      expect(dataOf<{ embed: TourEmbed }>(await change({ on: true, version: now.version })).embed.state).toBe('on');
      await importLoft('three');
      expect(outcomeOf(await change({ on: true, version: now.version }))).toBe('TOUR_REPLACED');
      expect(await shown()).toMatchObject({ state: 'replaced', address: null });
      // What makes nothing public needs no look.
      expect(outcomeOf(await change({ on: false, version: now.version }))).toBe('succeeded');
    });

    test.each(['', 'A'.repeat(64), '0'.repeat(63), '0'.repeat(65)])(
      'REQUEST_INVALID: %j is no version',
      async (version) => {
        expect(outcomeOf(await change({ on: true, version }))).toBe('REQUEST_INVALID');
      },
    );

    test('a version that replaces it during a call is not in the answer', { tags: 'slow' }, async () => {
      const page = await turnOn();
      const { gateway } = suite;
      const client = testGatewayClient(gateway.baseUrl);
      const slow = {
        ...client,
        call: async (call: Parameters<typeof client.call>[0]) => {
          await importLoft('two');
          return client.call(call);
        },
      };
      const parts = { gateway: slow, assets: gateway.assets };
      const late = portalWith({ dashboard: testDashboard(store.database, parts) });
      const answer = await get(`${page}/read/hot-list`, {}, late);
      await late.app.close();
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('"two"');
    });

    test('the same tour imported again, or set active, stays public', { tags: 'slow' }, async () => {
      const page = await turnOn();
      await importLoft();
      await ada.post('/api/tours/loft/activate');
      expect(new Set(await statuses(page))).toEqual(new Set([200]));
    });
  });

  test('the page speaks the visitor’s language, or the one its address says', { tags: 'slow' }, async () => {
    const page = await turnOn();
    const language = async (url: string, header: string) =>
      /<html lang="(\w+)"/.exec((await get(url, { 'accept-language': header })).body)?.[1];
    expect(await language(page, 'zh-CN,en;q=0.5')).toBe('zh');
    expect(await language(page, 'fr')).toBe('en');
    expect(await language(`${page}?lang=zh`, 'en')).toBe('zh');
    expect(await language(`${page}?lang=en&lang=zh`, 'zh')).toBe('zh');
    expect(await language('/embed/none?lang=zh', 'en')).toBe('zh');
  });

  test('a name is text, and what looks like a place to fill stays as it is', { tags: 'slow' }, async () => {
    const name = '"><script>alert(1)</script> __CODE__ $& <!-- __SOCIAL__ -->';
    await suite.importBundle(
      {
        code: 'loft',
        payloads: { 'vr-info': JSON.stringify({ ...vrInfo.example.data, resource_code: 'loft', name }) },
      },
      teamId,
    );
    const page = await turnOn();
    const { body } = await get(page);
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; __CODE__ $&amp; ');
    expect(body).toContain(`src="${page}/read" code="loft"`);
  });

  describe('hosts', () => {
    slowAfter(2, [
      ['http://homes.example', /is not https/],
      ['https://homes.example/path', /more than an origin/],
      ['https://homes.example?', /more than an origin/],
      ['https://user@homes.example', /more than an origin/],
      ['https://*.homes.example', /without a wildcard/],
      ['https://homes.example;script-src', /without a wildcard/],
      ['https://[::1]', /without a wildcard/],
      ['http://localhost.homes.example', /is not https/],
      ["'self'", /is not an origin/],
      ['*', /is not an origin/],
      ['https:', /is not an origin/],
      ['javascript:alert(1)', /is not https/],
    ])('%s is refused', async (host, why) => {
      const answer = await change({ on: true, hosts: ['https://fine.example', host] });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'REQUEST_INVALID']);
      expect(answer.json().error.message).toMatch(why);
      expect(answer.json().error.message).toContain('/hosts/1');
      expect((await shown()).state).toBe('off');
    });

    test('are kept as browsers compare them, each once', { tags: 'slow' }, async () => {
      await turnOn([
        'https://Homes.example:443/',
        'https://homes.example',
        'https://房.example',
        'http://127.0.0.1:5000',
      ]);
      expect((await shown()).hosts).toEqual([
        'https://homes.example',
        'https://xn--7ou.example',
        'http://127.0.0.1:5000',
      ]);
    });

    test(`are ${EMBED_HOSTS_MAX} at most`, async () => {
      const many = (count: number) => Array.from({ length: count }, (_, index) => `https://h${index}.example`);
      expect(outcomeOf(await change({ on: true, hosts: many(EMBED_HOSTS_MAX + 1) }))).toBe('REQUEST_INVALID');
      expect(outcomeOf(await change({ on: true, hosts: many(EMBED_HOSTS_MAX) }))).toBe('succeeded');
    });
  });

  test(`EMBED_LIMIT: a Team has ${EMBEDS_PER_TEAM} public tours at most`, async () => {
    await asOperator(
      `with t as (insert into tour (team_id, code, name, active, import_hash)
                  select $1, 'tour-' || n, 'Tour', true, sha256('') from generate_series(1, ${EMBEDS_PER_TEAM}) n returning team_id, id, code)
       insert into tour_embed (id, team_id, tour_id, shown_hash) select lpad(code, 22, 'x'), team_id, id, sha256('') from t`,
    );
    expect(outcomeOf(await change({ on: true }))).toBe('EMBED_LIMIT');
    expect(outcomeOf(await change({ on: true }, 'tour-1'))).toBe('succeeded');
    await change({ on: false }, 'tour-1');
    expect(outcomeOf(await change({ on: true }))).toBe('succeeded');
  });

  test('the audit says who turned it on and off, and for which hosts', { tags: 'slow' }, async () => {
    await turnOn();
    await change({ hosts: [] });
    await change({ on: false });
    await change({ on: true, hosts: ['*'] });
    const { entries } = dataOf<{ entries: AuditEntry[] }>(await ada.get('/api/audit'));
    expect(
      entries
        .filter(({ action }) => action.startsWith('tour.embed'))
        .map(({ action, actor, subject, outcome }) => [action, actor.name, subject, outcome]),
    ).toEqual([
      ['tour.embed-on', 'ada', 'loft', 'REQUEST_INVALID'],
      ['tour.embed-off', 'ada', 'loft', 'succeeded'],
      ['tour.embed-hosts', 'ada', 'loft: no host', 'succeeded'],
      ['tour.embed-on', 'ada', `loft: ${HOSTS.join(', ')}`, 'succeeded'],
    ]);
  });

  test('RATE_LIMITED by address, apart from what people of the portal use', { tags: 'slow' }, async () => {
    const addressLimit = { limiter: memoryLimiter(), perMinute: 1000, ipv6Bits: 64, proxies: NO_PROXIES };
    const limited = portalWith({ addressLimit });
    const page = await turnOn();
    const outcomes: number[] = [];
    for (let index = 0; index < 301; index += 1) outcomes.push((await get('/embed/none', {}, limited)).statusCode);
    expect(outcomes.filter((status) => status === 429)).toHaveLength(1);
    const refused = await get(page, {}, limited);
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await get(`${page}/files/plan.svg`, {}, limited)).statusCode).toBe(200);
    expect((await get('/api/me', {}, limited)).statusCode).toBe(200);
    await limited.app.close();
  });
});
