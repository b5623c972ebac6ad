import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Machine, newMachine } from './command-line/openhouse.ts';
import { demoService } from './demo-service.ts';
import { inheritedEnv, type RunningService, root } from './service.ts';

/** A name that no resolver knows: who reaches it has gone through the proxy. */
const HOST = 'gateway.test';

describe('behind the proxy of a company, with a certificate of its authority', { tags: ['slow', 'long'] }, () => {
  let folder: string;
  let service: RunningService;
  let tls: Server;
  let proxy: Server;
  /** What the proxy was asked for or to open, and by whom. */
  let opened: { readonly target: string | undefined; readonly authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const at = (server: Server) => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    service = await demoService();
    folder = await mkdtemp(join(tmpdir(), 'openhouse-proxies-'));
    makeCertificates(folder);
    const gateway = new URL(service.demo.base_url);
    const [key, cert] = await Promise.all(['host.key', 'host.pem'].map((name) => readFile(join(folder, name))));
    tls = createTlsServer({ key, cert }, (incoming, answer) => {
      const { method, url, headers } = incoming;
      const onward = request({ host: '127.0.0.1', port: gateway.port, method, path: url, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 0, answered.headers);
        answered.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      incoming.pipe(onward);
    });
    proxy = createServer((incoming, answer) => {
      const { method, url = '', headers } = incoming;
      opened.push({ target: url, authorization: headers['proxy-authorization'] });
      const { pathname, search } = new URL(url);
      const to = { host: '127.0.0.1', port: gateway.port, method, path: `${pathname}${search}`, headers };
      const onward = request(to, (answered) => {
        answer.writeHead(answered.statusCode ?? 0, answered.headers);
        answered.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      incoming.pipe(onward);
    });
    proxy.on('connect', ({ url, headers }, near: Socket) => {
      opened.push({ target: url, authorization: headers['proxy-authorization'] });
      const port = url?.endsWith(':443') ? at(tls) : Number(gateway.port);
      const far = connect(port, '127.0.0.1', () => near.write('HTTP/1.1 200 Connection established\r\n\r\n'));
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => [near, far].forEach((one) => void one.destroy()));
      }
      near.pipe(far).pipe(near);
    });
    for (const server of [tls, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    for (const server of [tls, proxy]) server?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    opened = [];
  });

  const proxyUrl = () => `http://ada:pass%20word@127.0.0.1:${at(proxy)}`;
  const ca = () => join(folder, 'authority.pem');
  const APP = () => ({ OPENHOUSE_APP_KEY: service.demo.app_key, OPENHOUSE_APP_SECRET: service.demo.app_secret });
  let machines = 0;
  const machine = (env: NodeJS.ProcessEnv, baseUrl = `https://${HOST}`): Promise<Machine> =>
    newMachine(folder, `machine-${machines++}`, { ...APP(), OPENHOUSE_BASE_URL: baseUrl, ...env });
  const read = async (env: NodeJS.ProcessEnv, baseUrl?: string) => {
    const { exitCode, out, err } = await (await machine(env, baseUrl)).run('get', 'vr-info', 'resource_code=demo-loft');
    return { exitCode, err, status: exitCode === 0 ? JSON.parse(out).status : out };
  };
  const good = { exitCode: 0, err: '', status: 'success' };

  test.each([
    ['HTTPS_PROXY and OPENHOUSE_CA_FILE', () => ({ HTTPS_PROXY: proxyUrl(), OPENHOUSE_CA_FILE: ca() })],
    ['https_proxy and NODE_EXTRA_CA_CERTS', () => ({ https_proxy: proxyUrl(), NODE_EXTRA_CA_CERTS: ca() })],
  ])('the command reaches the gateway: %s', async (_, env) => {
    expect(await read(env())).toEqual(good);
    const authorization = `Basic ${Buffer.from('ada:pass word').toString('base64')}`;
    expect(opened.length).toBeGreaterThan(0);
    for (const one of opened) expect(one).toEqual({ target: `${HOST}:443`, authorization });
  });

  test('without TLS too: HTTP_PROXY, an address without a scheme', async () => {
    expect(await read({ HTTP_PROXY: `127.0.0.1:${at(proxy)}` }, `http://${HOST}`)).toEqual(good);
    for (const { target } of opened) expect(target).toMatch(`http://${HOST}/`);
    expect(opened.length).toBeGreaterThan(0);
  });

  test('NO_PROXY, small letters first: the proxy is not asked', async () => {
    const env = { HTTP_PROXY: proxyUrl(), HTTPS_PROXY: proxyUrl(), NO_PROXY: 'elsewhere', no_proxy: 'localhost,.test' };
    expect(await read(env, service.demo.base_url)).toEqual(good);
    expect(await read(env)).toMatchObject({ exitCode: 4, err: expect.stringContaining('does not answer') });
    expect(opened).toEqual([]);
  });

  test('doctor looks at an installation as the service does, which uses no proxy', async () => {
    const provider = { IDENTITY_PROVIDER: 'oidc', OIDC_ISSUER: `https://${HOST}`, OIDC_CLIENT_ID: 'openhouse' };
    const { out } = await (await machine({ ...provider, HTTPS_PROXY: proxyUrl() })).run('doctor', '--store');
    expect(out).toMatch(/warning {2}configuration: HTTPS_PROXY sets nothing for the service, .* for OIDC_ISSUER\./);
    expect(out).toMatch(/broken {3}identity provider: /);
    expect(opened).toEqual([]);
  });

  test('an authority that is not trusted, a file and an address that are none are named, with what to do', async () => {
    const env = { HTTPS_PROXY: proxyUrl() };
    const distrusted = await read(env);
    expect(distrusted).toMatchObject({ exitCode: 2, err: expect.stringMatching(/not trusted.*OPENHOUSE_CA_FILE/) });
    const noFile = await read({ ...env, OPENHOUSE_CA_FILE: 'none.pem' });
    expect(noFile).toMatchObject({ exitCode: 2, err: expect.stringMatching(/OPENHOUSE_CA_FILE takes .*none\.pem/) });
    const noProxy = await read({ HTTPS_PROXY: 'socks5://ada:pass-word@127.0.0.1:1' });
    expect(noProxy).toMatchObject({ exitCode: 2, err: expect.stringContaining('HTTPS_PROXY takes') });
    for (const { err } of [distrusted, noFile, noProxy]) expect(err).not.toMatch(/pass|ohs_/);
  });

  /** What a program prints that reads a tour with the SDK, as the guide says; the advice where it cannot. */
  async function readBySdk(env: NodeJS.ProcessEnv): Promise<string> {
    await writeFile(
      join(folder, 'sdk.mjs'),
      `import { createRequire } from 'node:module';
      import { pathToFileURL } from 'node:url';
      const from = createRequire(${JSON.stringify(join(root, 'packages/cli/package.json'))});
      const { EnvHttpProxyAgent, setGlobalDispatcher } = await import(pathToFileURL(from.resolve('undici')));
      const { createGateway } = await import(${JSON.stringify(join(root, 'packages/sdk/dist/index.js'))});
      setGlobalDispatcher(new EnvHttpProxyAgent());
      const gateway = createGateway({
        baseUrl: ${JSON.stringify(`https://${HOST}`)},
        appKey: process.env.OPENHOUSE_APP_KEY,
        appSecret: process.env.OPENHOUSE_APP_SECRET,
        maxAttempts: 1,
      });
      const call = gateway.vrInfo({ resource_code: 'demo-loft' });
      console.log(await call.then(({ resource_code }) => resource_code, ({ advice }) => advice));`,
    );
    const given = { ...inheritedEnv, ...APP(), NODE_EXTRA_CA_CERTS: ca(), ...env };
    return (await promisify(execFile)(process.execPath, [join(folder, 'sdk.mjs')], { env: given })).stdout.trim();
  }

  test('the SDK reaches the gateway as its guide says', async () => {
    expect(await readBySdk({ HTTPS_PROXY: proxyUrl() })).toBe('demo-loft');
    expect(opened[0]?.target).toBe(`${HOST}:443`);
  });

  test('the SDK says that it is the proxy which refuses', async () => {
    const refusing = createServer();
    refusing.on('connect', (_, near: Socket) => near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    const advice = await readBySdk({ HTTPS_PROXY: `http://127.0.0.1:${at(refusing)}` });
    refusing.close();
    expect(advice).toBe('A proxy refused: does it want a password?');
  });
});

/** An authority, and a certificate of it for HOST, both of today. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'authority.key',
    '-out',
    'authority.pem',
    '-subj',
    '/CN=Company',
    '-days',
    '2',
  );
  openssl('req', ...key, '-keyout', 'host.key', '-out', 'host.csr', '-subj', `/CN=${HOST}`);
  writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${HOST}`);
  const signing = [
    '-CA',
    'authority.pem',
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names',
  ];
  openssl('x509', '-req', '-in', 'host.csr', '-out', 'host.pem', ...signing);
}
