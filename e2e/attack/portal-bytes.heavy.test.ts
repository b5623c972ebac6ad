import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  dashboardEndpoints,
  embedPaths,
  explorerPaths,
  navigationRoutes,
  type PortalEndpoint,
  portalEndpoints,
} from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBundle } from '../../packages/server/src/testing/bundle.ts';
import { damagedRequests } from '../../packages/server/src/testing/random-requests.ts';
import { openhouse } from '../service.ts';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { framings } from './framing.ts';
import { sample } from './seed.ts';
import { dataOf, type Tenant } from './tenants.ts';
import { openWire, requestText, type Surface, sendOnce, type WireAnswer } from './wire.ts';

/** Without a byte for so long it is taken that nothing more comes, in milliseconds. */
const QUIET_MS = 400;
/** Attempts that are under way at once. */
const TOGETHER = 8;
/** Random requests that each surface gets. */
const RANDOM = Number(process.env.ATTACK_RANDOM ?? 200);
/** A call that everybody may make, with a body. */
const OPEN_CALL = '/api/command-line/sign-ins';
const EVIL = 'evil.example';

describe.skipIf(cannotAttack)('bytes that no browser would send to the portal', () => {
  let attacked: Attacked;
  let attacker: Tenant;
  let victim: Tenant;
  beforeAll(async () => {
    attacked = await attackedService();
    [attacker, victim] = attacked.tenants;
  });
  afterAll(() => attacked?.remove());

  async function onBoth<Item>(items: readonly Item[], attempt: (item: Item, surface: Surface) => Promise<void>) {
    for (const surface of attacked.portals) {
      const left = [...items];
      const worker = async () => {
        for (let item = left.shift(); item !== undefined; item = left.shift()) await attempt(item, surface);
      };
      await Promise.all(Array.from({ length: TOGETHER }, worker));
      expect(nameIn(await sendOnce(surface, whoAmI(victim)))).toBe('Owner 2');
    }
  }

  const cookieOf = ({ owner }: Tenant) => owner.browser.header(attacked.portal.direct);
  const pageOf = (tenant: Tenant) => [`Cookie: ${cookieOf(tenant)}`, `X-CSRF-Token: ${tenant.owner.csrf()}`];
  const whoAmI = (tenant: Tenant, lines: readonly string[] = []) =>
    requestText('GET', '/api/me', [`Cookie: ${cookieOf(tenant)}`, ...lines]);

  /** nginx answers 501 and 505 to codings and versions that it does not know. */
  function expectNothingBroken(status: number, about: string): void {
    if (![501, 505].includes(status)) expect(status, about).toBeLessThan(500);
  }

  async function conversation(surface: Surface, bytes: string | Buffer): Promise<WireAnswer[]> {
    const wire = await openWire(surface);
    await wire.write(bytes);
    if (surface.name === 'direct') wire.end();
    const method = /^\s*HEAD /.test(bytes.toString()) ? 'HEAD' : 'GET';
    const answers = await wire.read([method, 'GET', 'GET', 'GET'], surface.name === 'direct' ? undefined : QUIET_MS);
    wire.destroy();
    return answers;
  }

  test('a request that hides where its body ends differently for two readers is never answered', async () => {
    await onBoth(framings, async ({ name, of, isMendedByNginx }, surface) => {
      const { headers, body } = of(whoAmI(attacker));
      const answers = await conversation(
        surface,
        `${requestText('POST', OPEN_CALL, ['Content-Type: application/json', ...headers])}${body}`,
      );
      const reached = answers.filter((answer) => nameIn(answer) !== undefined);
      if (surface.name === 'direct' || isMendedByNginx === undefined)
        expect(reached.length, `${surface.name}: ${JSON.stringify(name)}`).toBe(0);
      for (const { status } of answers) expectNothingBroken(status, name);
    });
  });

  test('two people on one connection are two, wherever the network cuts it', async () => {
    const bytes = Buffer.from(`${whoAmI(attacker)}${whoAmI(victim)}`);
    await onBoth(
      Array.from({ length: bytes.length - 1 }, (_, at) => at + 1),
      async (at, surface) => {
        // nginx puts together what it reads before it passes it on.
        if (surface.name !== 'direct' && at % 8 !== 0) return;
        const wire = await openWire(surface);
        await wire.write(bytes.subarray(0, at));
        await new Promise((resolve) => setImmediate(resolve));
        await wire.write(bytes.subarray(at));
        const answers = await wire.read(['GET', 'GET']);
        const told = answers.map((answer) => nameIn(answer) ?? `${answer.status} ${answer.body}`);
        expect(told, `${surface.name}, cut after ${at} bytes`).toEqual(['Owner 1', 'Owner 2']);
        wire.destroy();
      },
    );
  });

  test('random requests, damaged ones among them, break nothing and reach nobody', async () => {
    await onBoth(sample(damagedRequests, RANDOM), async (bytes, surface) => {
      for (const answer of await conversation(surface, Buffer.concat([bytes, Buffer.from(whoAmI(attacker))]))) {
        expectNothingBroken(answer.status, JSON.stringify(bytes.toString('latin1')));
        expect([undefined, 'Owner 1']).toContain(nameIn(answer));
      }
    });
  });

  test('what is odd in a head is refused, or means nothing', async () => {
    const [token = ''] = cookieOf(attacker).split('; ');
    const forms: readonly (readonly [string, string, boolean])[] = [
      ['HTTP/1.0 that stays', whoAmI(attacker, ['Connection: keep-alive']).replace('HTTP/1.1', 'HTTP/1.0'), true],
      ['an upgrade', whoAmI(attacker, ['Connection: Upgrade', 'Upgrade: websocket']), true],
      ['an upgrade to HTTP/2', whoAmI(attacker, ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c']), true],
      ['an expectation', whoAmI(attacker, ['Expect: 100-continue']), true],
      ['the same cookies twice', whoAmI(attacker, [`Cookie: ${cookieOf(attacker)}`]), true],
      ['one name 300 times', whoAmI(attacker, [`Cookie: ${Array(300).fill('x=1').join('; ')}`]), true],
      ['cookies of somebody else too', whoAmI(attacker, [`Cookie: ${cookieOf(victim)}`]), false],
      [
        'a session 300 times, once of another',
        whoAmI(attacker, [`Cookie: ${token}x; ${Array(300).fill(token).join('; ')}`]),
        false,
      ],
      ['64 KiB of cookies', whoAmI(attacker, [`Cookie: a=${'x'.repeat(65_536)}`]), false],
      ['an unknown expectation', whoAmI(attacker, ['Expect: everything']), false],
      ['a NUL in a name', whoAmI(attacker, ['X\0: x']), false],
      ['a NUL in a value', whoAmI(attacker, ['X: \0']), false],
      ['a space in a name', whoAmI(attacker, ['X X: x']), false],
      ['a line that goes on', whoAmI(attacker, ['X: x', ' Cookie: y']), false],
      ['a bare line feed', whoAmI(attacker, ['X: x\nY: y']), false],
      ['a bare carriage return', whoAmI(attacker, ['X: x\rY: y']), false],
      ['two hosts', whoAmI(attacker, ['Host: localhost']), false],
      ['another method', whoAmI(attacker).replace('GET', 'CONNECT'), false],
      ['all of the server', whoAmI(attacker).replace('GET /api/me', 'OPTIONS *'), false],
      ['HTTP/2 without more', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', false],
      ['another place', whoAmI(attacker).replace('/api/me', `http://${EVIL}/api/me`), false],
      [
        'another place beside a password',
        whoAmI(attacker).replace('/api/me', 'http://localhost@evil.example/api/me'),
        false,
      ],
    ];
    await onBoth(forms, async ([about, bytes, isTaken], surface) => {
      const answer = await sendOnce(surface, bytes, { quietMs: 10_000 });
      const seen = `${surface.name}: ${about}: ${answer?.status} ${answer?.body.toString().slice(0, 200)}`;
      if (answer !== undefined) expectNothingBroken(answer.status, seen);
      if (isTaken) expect(nameIn(answer), seen).toBe('Owner 1');
      // nginx mends some of it, and some it answers itself.
      else if (surface.name === 'direct') expect(nameIn(answer), seen).toBe(undefined);
      else expect([undefined, 'Owner 1'], seen).toContain(nameIn(answer));
    });
  });

  test('a change is taken as JSON alone, and with one token', async () => {
    const rename = (lines: readonly string[]) =>
      requestText('POST', `/api/apps/${attacker.app.appKey}/rename`, lines, '{"name":"Renamed"}');
    const json = 'Content-Type: application/json';
    const [cookie = '', csrf = ''] = pageOf(attacker);
    const refused: readonly (readonly string[])[] = [
      ...[
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=application/json',
        'text/plain; application/json',
        'application/json; charset=utf-16',
        'application/json; charset=gbk',
        'application/json; charset=utf-8; charset=utf-7',
        'application/json, text/plain',
        'application/jsonp',
        'application/ld+json',
        'application/json;boundary=x',
        '\u00a0application/json',
        '',
      ].map((type) => [cookie, csrf, `Content-Type: ${type}`]),
      [cookie, csrf],
      [cookie, csrf, csrf, json],
      [cookie, 'X-CSRF-Token: ', csrf, json],
      [cookie, csrf.replace('X-CSRF-Token', 'X_CSRF_Token'), json],
      [cookie, `${csrf}, ${csrf.slice('X-CSRF-Token: '.length)}`, json],
      [cookie, csrf, json, 'Origin: https://evil.example', `Origin: ${attacked.portal.known}`],
      [cookie, csrf, json, `Origin: ${attacked.portal.known}`, `Origin: ${attacked.portal.known}`],
    ];
    await onBoth(refused, async (lines, surface) => {
      const answer = await sendOnce(surface, rename(lines), { method: 'POST' });
      expect([400, 403, 415], `${surface.name} ${JSON.stringify(lines.slice(1))} ${answer?.body}`).toContain(
        answer?.status,
      );
    });
    const { name } = dataOf<{ app: { name: string } }>(
      await attacker.owner.get(`/api/apps/${attacker.app.appKey}`),
    ).app;
    expect(name).toBe('App 1');
    for (const type of ['application/json', 'Application/JSON;charset="UTF-8"', 'application/json ; charset=utf-8']) {
      const lines = [...pageOf(attacker), `Content-Type: ${type}`];
      for (const surface of attacked.portals)
        expect((await sendOnce(surface, rename(lines), { method: 'POST' }))?.status, type).toBe(200);
    }
  });

  test('no answer names a host that the request brought', async () => {
    const all: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
    const paths = [
      ...all.filter(({ method, path }) => method === 'GET' && !path.includes('{')).map(({ path }) => path),
      ...Object.values(navigationRoutes).map(({ path }) => path),
      ...[
        '/',
        '/docs',
        '/login',
        '/logout',
        '/oauth/authorize?client_id=x',
        '/nowhere',
        '/robots.txt',
        '/openapi.json',
      ],
      ...['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp', '/llms.txt'],
    ];
    const brought: readonly (readonly string[])[] = [
      [`X-Forwarded-Host: ${EVIL}`, 'X-Forwarded-Proto: http', 'X-Forwarded-Port: 1'],
      [`Forwarded: host=${EVIL};proto=http;for=127.0.0.1`, `X-Host: ${EVIL}`, `X-Forwarded-Server: ${EVIL}`],
      [`X-Original-URL: //${EVIL}/`, `X-Rewrite-URL: https://${EVIL}/`, `X-Forwarded-Prefix: //${EVIL}`],
    ];
    const attempts = paths.flatMap((path) => [
      ...brought.map((lines) => requestText('GET', path, [...lines, 'Accept: text/html', 'Connection: close'])),
      requestText('GET', path, ['Accept: text/html', 'Connection: close']).replace('Host: localhost', `Host: ${EVIL}`),
    ]);
    await onBoth(attempts, async (bytes, surface) => {
      const answer = await sendOnce(surface, bytes);
      expectNothingBroken(answer?.status ?? 0, bytes);
      expect(`${answer?.head}${answer?.body}`.includes(EVIL), `${surface.name} ${bytes}`).toBe(false);
    });
    expect(attempts.length).toBeGreaterThan(150);
  });

  test('a file of a tour is never a page or a script of ours, whatever it holds and is called', async () => {
    const page = '<!doctype html><script>parent.postMessage(document.cookie, "*")</script>';
    const picture = `<svg xmlns="http://www.w3.org/2000/svg">${page.slice('<!doctype html>'.length)}</svg>`;
    const names = [
      'a.html',
      'b.htm',
      'c.xhtml',
      'd.svg',
      'e.png',
      'f.js',
      'g.mjs',
      'h.css',
      'i.xml',
      'j',
      'k.png.html',
    ];
    const files = Object.fromEntries(
      [...names, 'l.pdf', 'm.json', 'n.SVG', 'o.html;.png', 'p.shtml'].map((name) => [
        name,
        /svg$/i.test(name) ? picture : page,
      ]),
    );
    const folder = await mkdtemp(join(tmpdir(), 'openhouse-hostile-'));
    const bundle = await writeBundle(folder, { code: 'hostile', files });
    const args = [openhouse, 'import', bundle, '--team', attacker.team];
    await promisify(execFile)(process.execPath, args, { env: attacked.service.env });
    await rm(folder, { recursive: true });
    const on = await attacker.owner.post('/api/tours/hostile/embed', { on: true });
    const { address } = dataOf<{ embed: { address: string } }>(on).embed;
    const id =
      address
        .slice(attacked.portal.known.length)
        .split('/')
        .find((part) => /^[\w-]{22}$/.test(part)) ?? '';
    const served = { gateway: 0, portal: 0, embed: 0 };
    for (const name of Object.keys(files)) {
      const path = encodeURIComponent(name);
      const places = [
        ['gateway', attacked.gateways, `/files/${attacker.team}/hostile/${path}`],
        ['portal', attacked.portals, explorerPaths.asset.replace('{resource_code}', 'hostile').replace('*', path)],
        ['embed', attacked.portals, embedPaths.file.replace('{id}', id).replace('*', path)],
      ] as const;
      for (const [place, surfaces, target] of places) {
        for (const surface of surfaces) {
          const lines = [`Cookie: ${cookieOf(attacker)}`, 'Accept: text/html', 'Connection: close'];
          const answer = await sendOnce(surface, requestText('GET', target, lines));
          const about = `${surface.name} ${target}: ${answer?.head}`;
          expect([200, 404], about).toContain(answer?.status);
          if (answer?.status !== 200) continue;
          served[place] += 1;
          expect(answer.headers['x-content-type-options'], about).toBe('nosniff');
          expect(answer.headers['content-security-policy'], about).toMatch(/default-src 'none';(?:.*;)? sandbox$/);
          expect(answer.headers['content-type'], about).not.toMatch(/html|script|css|\/xml/i);
          expect(answer.headers['set-cookie'], about).toBe(undefined);
        }
      }
    }
    expect(Math.min(...Object.values(served)), JSON.stringify(served)).toBeGreaterThan(4);
  });
});

/** The name of whoever is signed in, as the portal sees it. */
const nameIn = (answer: WireAnswer | undefined): string | undefined =>
  /"isAuthenticated":true.*?"name":"([^"]*)"/.exec(String(answer?.body))?.[1];
