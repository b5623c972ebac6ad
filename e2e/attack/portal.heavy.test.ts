import {
  dashboardEndpoints,
  navigationRoutes,
  type PortalEndpoint,
  portalEndpoints,
  targetParameters,
  vrInfo,
} from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBrowser } from '../../packages/server/src/testing/browser.ts';
import {
  ownVectors,
  publicLines,
  publicList,
  publicListsMissing,
  publicRecords,
  publicRedirectPayloads,
} from '../../packages/server/src/testing/corpora.ts';
import { chooseAccount } from '../../packages/server/src/testing/portal.ts';
import { specialTargets } from '../../packages/server/src/testing/random-targets.ts';
import { expectSameRequests } from './agreement.ts';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { sample } from './seed.ts';
import { callOf, type Tenant } from './tenants.ts';
import { requestText, type Surface, sendOnce, type WireAnswer } from './wire.ts';

/** Attempts that are under way at once. */
const TOGETHER = 8;
/** Random redirect targets. */
const RANDOM = Number(process.env.ATTACK_RANDOM ?? 200);

describe.skipIf(cannotAttack)('what a page elsewhere can make a browser send to the portal', () => {
  let attacked: Attacked;
  let tenant: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    attacked = await attackedService();
    [tenant, other] = attacked.tenants;
  });
  afterAll(() => attacked?.remove());

  async function each<Item>(items: readonly Item[], attempt: (item: Item, surface: Surface) => Promise<void>) {
    for (const surface of attacked.portals) {
      const left = [...items];
      const worker = async () => {
        for (let item = left.shift(); item !== undefined; item = left.shift()) await attempt(item, surface);
      };
      await Promise.all(Array.from({ length: TOGETHER }, worker));
    }
  }

  test('no route of signing in or out leads to another place, nor writes a header of theirs', async () => {
    const { host, origin } = new URL(attacked.portal.known);
    const login = new URL(attacked.service.demo.login_url).origin;
    const values = [
      ...ownVectors<{ value: string }>('redirect-vectors').map(({ value }) => value),
      ...publicRedirectPayloads(host, 'evil.example'),
      ...sample(specialTargets, RANDOM),
      '/docs\r\nSet-Cookie: planted=1',
      '/docs%0d%0aSet-Cookie:%20planted=1',
      '/docs\u010d\u010aSet-Cookie: planted=1',
    ];
    const routes = Object.values(navigationRoutes).filter(({ query }) => query === targetParameters);
    const attempts = values.flatMap((value, at) => {
      const encoded = encodeURIComponent(value.toWellFormed?.() ?? value);
      // As it is, too, where it can stand in a request line.
      const forms = /^[!-~]+$/.test(value) ? [encoded, value] : [encoded];
      // The routes share their rule: each value goes to one of them, in turn, as one of the parameters.
      const path = routes[at % routes.length]?.path ?? '';
      const name = targetParameters[Math.floor(at / routes.length) % targetParameters.length];
      return forms.map((form) => ({ path, target: `${path}?${name}=${form}` }));
    });
    await each(attempts, async ({ path, target }, surface) => {
      const answer = await sendOnce(surface, requestText('GET', target, ['Connection: close']));
      const about = `${surface.name} ${target}`;
      expect([302, 303, 400, 414, 431], about).toContain(answer?.status);
      const location = answer?.headers.location;
      // To sign in, a browser goes to the provider's page and to nobody else's.
      const allowed = path === navigationRoutes.signIn.path ? [origin, login] : [origin];
      if (location !== undefined) expect(allowed, about).toContain(new URL(location, `${origin}${path}`).origin);
      expect(answer?.head, about).not.toMatch(/^(?:set-cookie:.*planted|planted|(?:x-)?evil)/im);
    });
    expect(routes.length).toBe(4);
    expect(values.length).toBeGreaterThan(400);
    console.log(`${attempts.length} redirect attempts on each surface`);
  });

  test('where somebody lands after a sign-in is a page of the portal', async () => {
    const { host, origin } = new URL(attacked.portal.known);
    const vectors = ownVectors<{ value: string }>('redirect-vectors').map(({ value }) => value);
    const values = [...vectors, ...publicRedirectPayloads(host, 'evil.example')].filter((_, at) => at % 12 === 0);
    for (const value of [...values, ...sample(specialTargets, 20)]) {
      const browser = testBrowser();
      const target = encodeURIComponent(value.toWellFormed?.() ?? value);
      const begun = await browser.go(`${attacked.portal.direct}${navigationRoutes.signIn.path}?gotoURL=${target}`);
      const location = begun.headers.get('location');
      if (begun.status === 400 || location === null) continue;
      const callback = await chooseAccount(browser, location, { email: 'lands@attack.example', name: 'Lands' });
      const landed = await browser.go(callback.replace(attacked.portal.known, attacked.portal.direct));
      expect(landed.status, value).toBe(302);
      expect(new URL(landed.headers.get('location') ?? '', `${origin}/auth/`).origin, value).toBe(origin);
      expect(landed.headers.getSetCookie().join('\n'), value).not.toMatch(/planted|evil/);
    }
  });

  test('cookies of a session count whole and once, however they are sent', async () => {
    const { browser } = tenant.owner;
    const pairsOf = (of: Tenant) =>
      Object.fromEntries(
        of.owner.browser
          .header(attacked.portal.direct)
          .split('; ')
          .map((pair) => pair.split(/=(.*)/s)),
      );
    const [mine, theirs] = [pairsOf(tenant), pairsOf(other)];
    const [token = '', account = ''] = ['svc_token', 'svc_account'].map((name) =>
      Object.keys(mine).find((known) => known.startsWith(name)),
    );
    const filled = (text: string) =>
      text
        .replaceAll('svc_token=', `${token}=`)
        .replaceAll('svc_account=', `${account}=`)
        .replaceAll('VALID_ACC', mine[account] ?? '')
        .replaceAll('ATTACKER_ACC', theirs[account] ?? '')
        .replaceAll('VALID', mine[token] ?? '')
        .replaceAll('ATTACKER', theirs[token] ?? '');
    const ask = async (surface: Surface, line: string) =>
      sendOnce(surface, Buffer.from(requestText('GET', '/api/me', [`Cookie: ${line}`, 'Connection: close'])));
    // Some only describe a header, or what this installation cannot have made.
    const vectors = ownVectors<{ cookie_header: string; signed_in: boolean | string }>('cookie-header-vectors').filter(
      ({ cookie_header }) => !/[()]|\bACC\b|ACC_SIGNED|payload|AFTER/.test(cookie_header),
    );
    expect(vectors.length).toBeGreaterThan(8);
    await each(vectors, async ({ cookie_header, signed_in }, surface) => {
      const answer = await ask(surface, filled(cookie_header));
      const about = `${surface.name} ${cookie_header}: ${answer?.status} ${answer?.body}`;
      expect(answer?.status, about).toBeLessThan(500);
      if (typeof signed_in === 'boolean') expect(whoIs(answer) !== undefined, about).toBe(signed_in);
      expect([undefined, 'Owner 1'], about).toContain(whoIs(answer));
    });
    const listed = publicListsMissing
      ? []
      : publicList<{ received: readonly string[] }>('cookies/http-state-parser.json').flatMap(({ received }) =>
          received.map((line) => line.replaceAll(/[^\t -~\u0080-\u00ff]/g, '')),
        );
    await each(listed, async (line, surface) => {
      // Beside those of a session they make nobody else of it; alone they are nobody's.
      expect(whoIs(await ask(surface, line)), `${surface.name} ${line}`).toBe(undefined);
      const beside = await ask(surface, `${browser.header(attacked.portal.direct)}; ${line}`);
      expect(beside?.status, `${surface.name} ${line}`).toBeLessThan(500);
      expect([undefined, 'Owner 1'], `${surface.name} ${line}`).toContain(whoIs(beside));
    });
  });

  test.skipIf(publicListsMissing)('paths that climb reach no file (skipped without CORPORA_DIR)', async () => {
    const climbs = publicLines('traversal').filter((line) => /^[!-~]+$/.test(line) && !line.includes('#'));
    const below = ['/', '/docs/', '/assets/', `/api/tours/${tenant.tour}/assets/`, '/.well-known/'];
    const cookie = `Cookie: ${tenant.owner.browser.header(attacked.portal.direct)}`;
    const attempts = climbs.map((climb, at) => `${below[at % below.length]}${climb.replace(/^\//, '')}`);
    await each(attempts, async (target, surface) => {
      const answer = await sendOnce(surface, requestText('GET', target, [cookie, 'Connection: close']));
      expect(answer?.status, `${surface.name} ${target}: ${answer?.body}`).toBeLessThan(500);
      expect(answer?.body.toString(), `${surface.name} ${target}`).not.toMatch(
        /root:.*:0:0:|\[boot loader\]|COOKIE_SECRETS/,
      );
    });
    expect(attempts.length).toBeGreaterThan(500);
  });

  test.skipIf(publicListsMissing)(
    'bodies that are no JSON are refused, and none breaks anything (skipped without CORPORA_DIR)',
    async () => {
      const { browser, csrf } = tenant.owner;
      const lines = [
        `Cookie: ${browser.header(attacked.portal.direct)}`,
        `X-CSRF-Token: ${csrf()}`,
        'Content-Type: application/json',
        'Connection: close',
      ];
      const texts = publicRecords<{ name: string; expect: string; b64: string }>('json/jsontestsuite-parsing.ndjson');
      await each(texts, async ({ name, b64, expect: expected }, surface) => {
        const body = Buffer.from(b64, 'base64');
        // A body without a byte counts as {}.
        if (body.length === 0) return;
        const head = requestText('POST', '/api/teams', [...lines, `Content-Length: ${body.length}`]);
        const answer = await sendOnce(surface, Buffer.concat([Buffer.from(head), body]), { method: 'POST' });
        const about = `${surface.name} ${name}: ${answer?.status} ${answer?.body}`;
        // None of them is the body that the call takes, so that those that are JSON are refused, too.
        expect([400, 413, 415, 422], about).toContain(answer?.status);
        if (expected === 'reject') expect(answer?.body.toString(), about).toMatch(/"code":"(?:REQUEST|PAYLOAD)_/);
      });
      expect(texts.length).toBeGreaterThan(150);
    },
  );

  const all: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
  const changes = all.filter(({ method, access }) => method === 'POST' && access !== 'anyone');

  /** A change that somebody's browser sends with their cookies. */
  function change(endpoint: PortalEndpoint, cookie: string, lines: readonly string[]): string {
    const params: Record<string, string> = { id: tenant.team, app_key: tenant.app.appKey, resource_code: tenant.tour };
    const path = endpoint.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => params[name] ?? endpoint.example.params?.[name] ?? '1',
    );
    const type = endpoint.upload?.mediaTypes[0] ?? 'application/json';
    const headers = [`Cookie: ${cookie}`, `Content-Type: ${type}`, 'Connection: close', ...lines];
    return requestText('POST', path, headers, JSON.stringify(endpoint.example.body ?? {}));
  }

  test('no change is taken without the pair of this session, nor from a page elsewhere', async () => {
    const { browser, csrf } = tenant.owner;
    const session = browser
      .header(attacked.portal.direct)
      .split('; ')
      .filter((pair) => !pair.startsWith('csrf='))
      .join('; ');
    const words: Record<string, string> = { T: csrf(), O: other.owner.csrf(), N: 'A'.repeat(24) };
    const filled = (text: string) => text.replaceAll(/\b[TON]\b/g, (name) => words[name] ?? name);
    const pairs = ownVectors<{ accept: boolean; cookie: string; header: string | null }>('csrf-pair-vectors')
      // Spaces around a header's value are no part of it.
      .flatMap(({ accept, cookie, header }) =>
        accept || header === null || header !== header.trim() ? [] : [{ cookie, header }],
      )
      .map(({ cookie, header }) => ({
        cookie: `${session}; csrf=${filled(cookie)}`,
        lines: [`X-CSRF-Token: ${filled(header)}`],
      }));
    const own = { cookie: `${session}; csrf=${csrf()}`, token: `X-CSRF-Token: ${csrf()}` };
    const elsewhere = [
      ['Origin: https://evil.example'],
      ['Origin: null'],
      [`Origin: ${attacked.portal.known}.evil.example`],
      [`Origin: ${attacked.portal.known.replace('https', 'http')}`],
      ['Referer: https://evil.example/'],
      [`Referer: https://evil.example/${attacked.portal.known}`],
      ['Sec-Fetch-Site: cross-site'],
      ['Sec-Fetch-Site: same-site'],
      [`Origin: ${attacked.portal.known}`, 'Referer: https://evil.example/'],
    ].map((lines) => ({ cookie: own.cookie, lines: [own.token, ...lines] }));
    const attempts = changes.flatMap((endpoint) => [...pairs, ...elsewhere].map((sent) => ({ endpoint, ...sent })));
    await each(attempts, async ({ endpoint, cookie, lines }, surface) => {
      const answer = await sendOnce(surface, change(endpoint, cookie, lines));
      const about = `${surface.name} ${endpoint.name} ${JSON.stringify(lines)}`;
      expect(answer?.status, `${about}: ${answer?.body}`).toBe(403);
      expect(answer?.body.toString(), about).toContain('"code":"CSRF_');
    });
    // The same change with what a page of the portal sends is not refused for that.
    const [portal] = attacked.portals;
    for (const endpoint of changes.filter(({ name }) =>
      ['rename-app', 'test-webhook', 'send-feedback'].includes(name),
    )) {
      const answer = await sendOnce(
        portal,
        change(endpoint, own.cookie, [own.token, `Origin: ${attacked.portal.known}`]),
      );
      expect(answer?.body.toString(), endpoint.name).not.toContain('CSRF_');
    }
    expect(attempts.length).toBeGreaterThan(500);
  });

  test('whatever a request says, a line of the log is one object, and none is forged', async () => {
    const forged = '{"level":30,"msg":"forged"}';
    const breaks = ['\n', '\r\n', '\r', '\u2028', '\u0085', '%0a', '%0d%0a', '\\n', '\u0000'];
    const texts = breaks.flatMap((end) => [`x${end}${forged}${end}`, `x"}${end}${forged}`]);
    const { browser, csrf } = tenant.owner;
    const cookie = `Cookie: ${browser.header(attacked.portal.direct)}`;
    await each(texts, async (text, surface) => {
      const encoded = encodeURIComponent(text);
      const inHeader = text.replaceAll(/[^ -~]/g, '\t');
      for (const request of [
        requestText('GET', `/${encoded}`, ['Connection: close']),
        requestText('GET', `/docs?x=${encoded}`, [
          `User-Agent: ${inHeader}`,
          `Referer: ${inHeader}`,
          'Connection: close',
        ]),
        requestText('GET', `/auth/sign-in-callback?error=${encoded}`, [
          cookie,
          `X-Request-Id: ${inHeader}`,
          'Connection: close',
        ]),
        requestText(
          'POST',
          '/api/feedback',
          [cookie, `X-CSRF-Token: ${csrf()}`, 'Content-Type: application/json', 'Connection: close'],
          JSON.stringify({ message: text, page: text }),
        ),
      ]) {
        expect((await sendOnce(surface, request))?.status).toBeLessThan(500);
      }
    });
    await expectSameRequests(attacked, async () => {
      for (const text of texts) {
        const encoded = encodeURIComponent(text);
        const lines = [
          `User-Agent: ${text.replaceAll(/[^ -~]/g, '\t')}`,
          `traceparent: 00-${encoded}-01`,
          'Connection: close',
        ];
        const call = callOf(tenant, vrInfo, lines);
        for (const bytes of [
          call,
          call.replace(tenant.tour, encoded),
          call.replace(vrInfo.path, `/${encoded}`),
          call.replace('resource_code', encoded),
        ]) {
          expect((await sendOnce(attacked.gateways[1], bytes))?.status).toBeLessThan(500);
        }
      }
    });
    const lines = attacked.service.said().split('\n');
    const logged = lines
      .slice(
        lines.findIndex((line) => line.startsWith('{')),
        -1,
      )
      .filter((line) => line !== '');
    for (const line of logged.filter((one) => one.includes('forged') || one.startsWith('{'))) {
      expect((JSON.parse(line) as { msg: string }).msg).not.toBe('forged');
    }
    expect(logged.length).toBeGreaterThan(100);
  });
});

/** The name of whoever is signed in, as the portal sees it. */
const whoIs = (answer: WireAnswer | undefined): string | undefined =>
  /"isAuthenticated":true.*?"name":"([^"]*)"/.exec(String(answer?.body))?.[1];
