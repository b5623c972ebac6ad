import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessToken, filePrivatePresign, TOUR_COVER_PATH, type WebhookDelivery } from '@openhouse/contract';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { escapeHtml } from '../../packages/server/src/kernel/http/escape-html.ts';
import { codeHost } from '../../packages/server/src/testing/code-host.ts';
import { nginxProgram } from '../../packages/server/src/testing/nginx.ts';
import { launchChromium } from '../browser.ts';
import { builtProgram, type Installation, install } from '../deploy/installation.ts';
import { signInThroughProvider } from '../deploy/person.ts';
import { cannotAttack } from './attacked.ts';
import { ALLOWED_HOST, CHANGED_LATER, insideHosts, oddAddresses } from './inside-addresses.ts';
import { type Calls, callOf, dataOf, type Tenant, tenantOf, until } from './tenants.ts';
import { sendOnce } from './wire.ts';

/** Statuses by which an answer sends its reader elsewhere. */
const REDIRECTS = [301, 302, 303, 307, 308];

describe.skipIf(cannotAttack)('addresses that lead inside the network of the service', () => {
  /** Listens where nothing may knock, on every address of the machine. */
  let listener: Server;
  let port = 0;
  /** What came, whatever it was. */
  const heard: string[] = [];
  /** An allowed host that sends on to wherever its path says: `/307/<address>`. */
  let allowed: HttpServer;
  let allowedAt = '';
  const asked: string[] = [];
  const reports = codeHost();
  let installation: Installation;
  let chromium: Browser;
  let tenant: Tenant<Calls>;
  let folder = '';
  let database: pg.Pool;

  const sentOnBy = (status: number, address: string) => `${allowedAt}/${status}/${encodeURIComponent(address)}`;
  const plain = () => insideHosts().flatMap((host) => [`https://${host}:${port}/`, `http://${host}:${port}/`]);
  const everyAddress = () => [...plain(), ...oddAddresses(port)];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openhouse-inside-'));
    listener = createServer((socket) => {
      const about = `from ${socket.remotePort}`;
      heard.push(about);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        heard.push(`${about}: ${bytes.toString('latin1').slice(0, 300)}`);
        // An answer, so that nobody who should not have come tries again for minutes.
        socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      });
    });
    await once(listener.listen(0, '::'), 'listening');
    port = (listener.address() as AddressInfo).port;
    allowed = createHttpServer(({ url = '' }, response) => {
      asked.push(url);
      const [, status, address = ''] = url.split('/');
      response.writeHead(Number(status), { location: decodeURIComponent(address) }).end();
    });
    await once(allowed.listen(0, '127.0.0.1'), 'listening');
    allowedAt = `http://${ALLOWED_HOST}:${(allowed.address() as AddressInfo).port}`;

    const settings = {
      NODE_OPTIONS: `--import=${new URL('changing-names.mjs', import.meta.url).href}`,
      ALLOW_INSIDE_HOSTS: ALLOWED_HOST,
      LEAK_REPORTS_SIGNED_BY: reports.published,
      PORTAL_IP_LIMIT_PER_MINUTE: '0',
      IP_LIMIT_PER_MINUTE: '0',
      APP_LIMIT_PER_MINUTE: '0',
    };
    const picture = `https://inside.changing.example:${port}/picture.png`;
    const postgresUrl = inject('postgresUrl') ?? '';
    installation = await install(postgresUrl, nginxProgram() ?? '', builtProgram, { settings, picture });
    const { pathname } = new URL(installation.settings.DATABASE_URL ?? '');
    database = new pg.Pool({ connectionString: `${postgresUrl}${pathname}`, max: 1 });
    chromium = await launchChromium();
    const person = await signInThroughProvider(chromium, installation.portal, 'mei');
    const owner: Calls = {
      get: async (path) => {
        const answer = await person.page.context().request.get(`${installation.portal}${path}`);
        return { status: answer.status(), text: await answer.text() };
      },
      post: async (path, body) => {
        const { status, body: text } = await person.call(path, body);
        return { status, text };
      },
    };
    const gateway = `http://localhost:${installation.settings.GATEWAY_PORT}`;
    tenant = await tenantOf(owner, gateway, { number: 1, folder, env: { ...installation.settings } });
  });
  afterAll(async () => {
    await chromium?.close();
    await database?.end();
    await installation?.remove();
    for (const server of [listener, allowed]) server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Creates webhooks of names that lead outside while they are judged. */
  async function webhooksOf(hosts: readonly string[]): Promise<string[]> {
    const ids = [];
    for (const host of hosts) {
      const created = await tenant.owner.post('/api/webhooks', { url: `https://${host}:${port}/hook`, events: [] });
      ids.push(dataOf<{ webhook: { id: string } }>(created).webhook.id);
    }
    return ids;
  }

  /** Sends a test to a webhook. @returns What became of the first try. */
  async function triedBy(id: string): Promise<WebhookDelivery> {
    const { delivery } = dataOf<{ delivery: WebhookDelivery }>(await tenant.owner.post(`/api/webhooks/${id}/test`, {}));
    return until('a webhook is tried', async () => {
      const log = await tenant.owner.get(`/api/webhooks/${id}/deliveries`);
      const { deliveries } = dataOf<{ deliveries: WebhookDelivery[] }>(log);
      // While it is tried, it has neither.
      return deliveries.find(
        ({ id: of, problem, state }) => of === delivery.id && (problem !== null || state !== 'waiting'),
      );
    });
  }

  /** Sends tests to addresses that were saved by whatever way, all webhooks at once. @returns What became of each. */
  async function triedAt(ids: readonly string[], addresses: readonly string[]): Promise<(string | null)[][]> {
    const outcomes: (string | null)[][] = [];
    for (let begin = 0; begin < addresses.length; begin += ids.length) {
      const some = addresses.slice(begin, begin + ids.length);
      for (const [at, address] of some.entries()) {
        await database.query('update webhook_endpoint set url = $1 where id = $2', [address, ids[at]]);
      }
      const tried = await Promise.all(some.map((_, at) => triedBy(ids[at] ?? '')));
      outcomes.push(...some.map((address, at) => [address, tried[at]?.problem ?? null]));
    }
    return outcomes;
  }

  test('the listener is where the addresses lead, and hears who knocks', async () => {
    for (const host of ['127.0.0.1', '::1', '127.127.127.127', '::ffff:127.0.0.1']) {
      await once(connect({ host, port }).resume().end('knock'), 'close');
    }
    expect(heard.filter((line) => line.endsWith(': knock'))).toHaveLength(4);
    heard.length = 0;
  });

  describe('webhooks', () => {
    const ids: string[] = [];

    test('a name that leads outside while it is judged, and inside when it is called', async () => {
      ids.push(...(await webhooksOf(CHANGED_LATER)));
      const tried = await Promise.all(ids.map(triedBy));
      expect(tried.map(({ problem }) => problem)).toEqual(CHANGED_LATER.map(() => 'inside'));
      expect(heard).toEqual([]);
    });

    test('no address inside is saved', async () => {
      const [id = ''] = ids;
      for (const url of everyAddress()) {
        const { status, text } = await tenant.owner.post(`/api/webhooks/${id}`, { url });
        expect([url, status >= 400 && status < 500, text]).toEqual([url, true, expect.stringContaining('error')]);
      }
      expect(heard).toEqual([]);
    });

    test('an address that was saved all the same is not called', async () => {
      const addresses = plain();
      expect(await triedAt(ids, addresses)).toEqual(addresses.map((address) => [address, 'inside']));
      const odd = oddAddresses(port).filter((address) => URL.canParse(address));
      for (const [, problem] of await triedAt(ids, odd)) expect(problem).not.toBeNull();
      expect(heard).toEqual([]);
    });

    test('redirects of a host that is allowed are not followed', async () => {
      const addresses = REDIRECTS.flatMap((status) =>
        [`http://127.0.0.1:${port}/`, `https://[::1]:${port}/`].map((address) => sentOnBy(status, address)),
      );
      expect(await triedAt(ids, addresses)).toEqual(addresses.map((address) => [address, 'redirect']));
      expect(asked.length).toBeGreaterThanOrEqual(addresses.length);
      expect(heard).toEqual([]);
    });
  });

  test('files of tours, named and redirected to', async () => {
    asked.length = 0;
    const sentOn = REDIRECTS.map((status) => sentOnBy(status, `http://127.0.0.1:${port}/`));
    const addresses = [...everyAddress(), ...sentOn];
    const tours = join(folder, 'foreign');
    for (const [at, address] of addresses.entries()) {
      const code = `foreign-${at}`;
      await mkdir(join(tours, code), { recursive: true });
      const payload = { resource_code: code, is_active: true, title_picture_url: `${address}${at}.png` };
      await writeFile(join(tours, code, 'vr-info.json'), JSON.stringify(payload));
    }
    const report = join(folder, 'report.jsonl');
    await builtProgram.command(
      ['import', tours, '--fetch-files', '--team', tenant.team, '--report', report],
      installation.settings,
    );
    const told = await readFile(report, 'utf8');
    expect(heard).toEqual([]);
    // Each was asked for, and refused where it leads.
    const refused = told.split('\n').filter((line) => line.includes('leads inside'));
    expect(refused.length).toBeGreaterThanOrEqual(plain().length + sentOn.length);
    expect(asked.length).toBeGreaterThanOrEqual(sentOn.length);
  });

  test('a gateway of somebody else, and what its tours name, when they are pulled', async () => {
    const addresses = everyAddress();
    const codes = addresses.map((_, at) => `pulled-${at}`);
    let files = 0;
    const gateway = createHttpServer(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://gateway.invalid');
      if (pathname.startsWith('/files/')) {
        const status = REDIRECTS[files % REDIRECTS.length] ?? 302;
        files += 1;
        response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
        return;
      }
      const code = searchParams.get('resource_code') ?? '';
      const data =
        pathname === accessToken.path
          ? { access_token: 'a-token', expire_at: Math.floor(Date.now() / 1000) + 3600 }
          : pulledPayload(code, addresses[codes.indexOf(code)] ?? '');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...ENVELOPE, data }));
    });
    await once(gateway.listen(0, '127.0.0.1'), 'listening');
    const baseUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const list = join(folder, 'codes.txt');
    await writeFile(list, codes.join('\n'));
    const to = join(folder, 'pulled');
    const args = ['pull', '--from-file', list, '--to', to, '--concurrency', '16', '--base-url', baseUrl];
    // Their files are missing, which is no success.
    const env = { ...installation.settings, OPENHOUSE_APP_KEY: 'ohk_x', OPENHOUSE_APP_SECRET: 'ohs_x' };
    await expect(builtProgram.command(args, env)).rejects.toMatchObject({ code: 1 });
    gateway.close();
    expect(heard).toEqual([]);
    // All of them were read, and each was asked for files where the gateway is called.
    expect((await readdir(to)).filter((name) => codes.includes(name))).toHaveLength(codes.length);
    expect(files).toBeGreaterThanOrEqual(codes.length);
  });

  test('tours of other viewers whose pictures are elsewhere', async () => {
    const addresses = everyAddress();
    const pages = join(folder, 'viewers');
    await mkdir(pages);
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="256"><image href="http://127.0.0.1:${port}/x.png" width="512" height="256"/></svg>`;
    await writeFile(join(pages, 'picture.jpg'), picture);
    const named = ['picture.jpg', ...addresses];
    const pannellum = { scenes: Object.fromEntries(named.map((panorama, at) => [`s${at}`, { panorama }])) };
    const nodes = named.map((panorama, at) => ({ id: `s${at}`, panorama }));
    const scenes = named.map(
      (url, at) => `<scene name="s${at}"><image><sphere url="${escapeHtml(url)}"/></image></scene>`,
    );
    const entity = `<!DOCTYPE krpano [<!ENTITY e SYSTEM "http://127.0.0.1:${port}/"> %p;]>`;
    const tours = {
      'pannellum.json': JSON.stringify(pannellum),
      'nodes.json': JSON.stringify(nodes),
      'tour.xml': `<krpano>${scenes.join('')}</krpano>`,
      'entities.xml': `${entity}<krpano><include url="http://127.0.0.1:${port}/x.xml"/>${scenes[0]}&e;</krpano>`,
    };
    for (const [name, text] of Object.entries(tours)) {
      await writeFile(join(pages, name), text);
      const args = ['make-tour', join(pages, name), '--code', 'made', '--out', join(folder, 'made')];
      await expect(builtProgram.command(args, installation.settings), name).rejects.toMatchObject({ code: 2 });
    }
    expect(heard).toEqual([]);
  });

  test('whatever a call of the gateway or a page names', async () => {
    const gateway = { name: 'direct', port: Number(installation.settings.GATEWAY_PORT), ca: undefined } as const;
    const call = callOf(tenant, filePrivatePresign);
    const statuses = new Set<number>();
    for (const address of everyAddress()) {
      const paths = JSON.stringify([address]);
      const bytes = call.replace(/paths=[^ &]*/, `paths=${encodeURIComponent(paths)}`);
      expect(bytes).not.toBe(call);
      const answers = [
        (await sendOnce(gateway, bytes))?.status ?? 0,
        (await tenant.owner.post(`/api/tours/${tenant.tour}/embed`, { on: true, hosts: [address] })).status,
        (
          await tenant.owner.post('/api/console/calls', {
            app_key: tenant.app.appKey,
            operation: filePrivatePresign.name,
            parameters: { resource_code: tenant.tour, paths },
          })
        ).status,
        (await tenant.owner.post('/api/tours/imports?name=named.json', named(address))).status,
        (await tenant.owner.get(TOUR_COVER_PATH.replace('{resource_code}', 'named'))).status,
      ];
      for (const status of answers) statuses.add(status);
    }
    expect([...statuses].filter((status) => status < 200 || status >= 500)).toEqual([]);
    // They came that far: some are taken as they are.
    expect(statuses.has(200)).toBe(true);
    expect((await tenant.owner.get('/api/me')).text).toContain(`:${port}/picture.png`);
    expect(heard).toEqual([]);
  });

  test('what code hosts, providers and programs of agents send', async () => {
    const portal = `http://localhost:${installation.settings.PORTAL_PORT}`;
    const form = (path: string, fields: Readonly<Record<string, string>>) =>
      fetch(`${portal}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    const statuses: Record<string, number[]> = { reports: [], programs: [], others: [] };
    for (const address of everyAddress()) {
      const body = JSON.stringify([{ token: tenant.secret, type: 'openhouse_app_secret', url: address }]);
      const reported = { method: 'POST', body, headers: reports.headersOf(body) };
      statuses.reports?.push((await fetch(`${portal}/api/leaked-secrets`, reported)).status);
      const metadata = { logo_uri: address, client_uri: address, jwks_uri: address, sector_identifier_uri: address };
      const registered = await fetch(`${portal}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: address, redirect_uris: [`https://127.0.0.1:${port}/`], ...metadata }),
      });
      statuses.programs?.push(registered.status);
      const asks = new URLSearchParams({ client_id: address, redirect_uri: address, request_uri: address });
      const key = { alg: 'RS256', kid: address, jku: address, x5u: address };
      const token = [key, { iss: address, sub: 'mei' }, 'signature']
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const answers = [
        await fetch(`${portal}/oauth/authorize?${asks}`, { redirect: 'manual' }),
        await form('/oauth/token', { grant_type: 'authorization_code', client_id: address, redirect_uri: address }),
        await form('/auth/back-channel-logout', { logout_token: token }),
        await fetch(`${portal}/auth/sign-in?gotoURL=${encodeURIComponent(address)}`, { redirect: 'manual' }),
        await fetch(`${portal}/auth/sign-in-callback?code=x&state=x&iss=${encodeURIComponent(address)}`, {
          redirect: 'manual',
        }),
      ];
      statuses.others?.push(...answers.map(({ status }) => status));
    }
    const { reports: ofReports, programs, others } = statuses;
    expect([new Set(ofReports), new Set(programs)]).toEqual([new Set([200]), new Set([201])]);
    expect(others?.filter((status) => status >= 500)).toEqual([]);
    expect(heard).toEqual([]);
  });

  test('nothing knocks while the service finishes what it has begun', async () => {
    expect(await installation.stopService()).toBe(0);
    expect(heard).toEqual([]);
    console.log(`inside: ${everyAddress().length} addresses in every place, ${heard.length} knocks`);
  });
});

/** A tour as somebody uploads it. */
const named = (address: string) => ({
  resource_code: 'named',
  name: address,
  title_picture_url: address,
  base_url: address,
  model: { file_url: address, material_base_url: address },
});

const ENVELOPE = { request_id: 'r', trace_id: 't', business_code: '0', osi_request_id: '', code: 0, status: 'success' };

/** What a gateway of somebody else may answer to any read of a tour. */
const pulledPayload = (code: string, address: string) => ({
  ...named(address),
  resource_code: code,
  base_url: `${address}files/a-team/${code}/`,
  pictures: ['cover.png', `/files/a-team/${code}/b.png`, `${address}files/a-team/${code}/c.png`, address],
  file_list: [{ path: 'private/d.txt', url: address }],
  presigned_urls: [`${address}files/a-team/${code}/private/d.txt`],
  tagList: [{ id: 1, data: { targetUrl: address } }],
});
