import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silenceOf } from './bounded-call.ts';
import { baseUrlOf, callerOf } from './gateway-client.ts';
import { run } from './run.ts';
import { keptWorld } from './testing/world.ts';

test.each([
  ['https://gateway.example/', 'https://gateway.example'],
  ['https://gateway.example//', 'https://gateway.example'],
  ['gateway.example', 'https://gateway.example'],
  ['gateway.example:8443/behind/', 'https://gateway.example:8443/behind'],
  ['https://example.com/a/path', 'https://example.com/a/path'],
  ['localhost:4001', 'http://localhost:4001'],
  ['127.0.0.1:4001/', 'http://127.0.0.1:4001'],
  ['[::1]:4001', 'http://[::1]:4001'],
  ['4001', 'http://localhost:4001'],
  [':4001/behind', 'http://localhost:4001/behind'],
  [' http://localhost:4001\n', 'http://localhost:4001'],
])('%j is %s', (given, expected) => {
  expect(baseUrlOf(given)).toBe(expected);
});

test.each(['', 'ftp://gateway.example', 'https://me:pass@gateway.example', 'https://gateway.example/?a=1', '://'])(
  '%j is refused, and not repeated',
  (given) => {
    expect(() => baseUrlOf(given)).toThrow(/^The base URL takes/);
  },
);

test('a demo.json that the system does not hand out is no reason to restart the service', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-env-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await mkdir(join(directory, '.openhouse', 'demo.json'), { recursive: true });
  const asked = callerOf({ arguments: [], options: {} }, keptWorld({}, undefined, { directory }));
  await expect(asked).rejects.toThrow(/demo\.json cannot be read: it is a folder \(EISDIR\)\. Mend that, or set/);
});

const APP = { OPENHOUSE_APP_KEY: 'ohk_a', OPENHOUSE_APP_SECRET: 'ohs_a' };

describe('with the .env of this directory', () => {
  const callerIn = async (file: string | Buffer, env: Record<string, string>) => {
    const directory = await mkdtemp(join(tmpdir(), 'openhouse-env-'));
    try {
      await writeFile(join(directory, '.env'), file);
      return await callerOf({ arguments: [], options: {} }, keptWorld(env, undefined, { directory }));
    } finally {
      await rm(directory, { recursive: true });
    }
  };
  const whole = 'OPENHOUSE_BASE_URL=https://a.example\nOPENHOUSE_APP_KEY=ohk_file\nOPENHOUSE_APP_SECRET=ohs_file\n';

  test.each<[string, string, Record<string, string>, object]>([
    ['alone', whole, {}, { baseUrl: 'https://a.example', appKey: 'ohk_file', appSecret: 'ohs_file' }],
    ['and the secret of another app', whole, { OPENHOUSE_APP_SECRET: 'ohs_b' }, { appSecret: 'ohs_file' }],
    ['and another app', whole, APP, { appKey: 'ohk_a', appSecret: 'ohs_a' }],
    ['and another address', whole, { OPENHOUSE_BASE_URL: 'https://b.example' }, { baseUrl: 'https://b.example' }],
    ['without a secret', 'OPENHOUSE_APP_KEY=ohk_file\n', { OPENHOUSE_APP_SECRET: 'ohs_b' }, { appSecret: 'ohs_b' }],
  ])('%s', async (_, file, env, caller) => {
    expect(await callerIn(file, env)).toMatchObject(caller);
  });

  test.each<[string, Buffer]>([
    ['with a byte order mark', Buffer.from(`\ufeff${whole}`)],
    ['with a byte order mark, Windows', Buffer.from(`\ufeff${whole.replaceAll('\n', '\r\n')}`)],
    ['in UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le')],
    ['in UTF-16, the other way round', Buffer.from(`\ufeff${whole}`, 'utf16le').swap16()],
  ])('%s', async (_, bytes) => {
    expect(await callerIn(bytes, {})).toEqual({
      baseUrl: 'https://a.example',
      appKey: 'ohk_file',
      appSecret: 'ohs_file',
    });
  });

  test('that is there and cannot be read: why, and no other app', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'openhouse-env-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, '.env');
    const said = async () => {
      const world = keptWorld({}, undefined, { directory });
      return { exitCode: await run(['token'], world), err: world.written.err };
    };
    await mkdir(file);
    expect(await said()).toEqual({
      exitCode: 2,
      err: `openhouse: ${file} cannot be read: it is a folder (EISDIR). Mend that, or set OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET.\n`,
    });
    await rm(file, { recursive: true });
    await symlink(file, file);
    expect((await said()).err).toContain(`${file} cannot be read: its links lead in a circle (ELOOP).`);
  });
});

/** @returns What `openhouse token` says of a gateway at this address. */
async function saidOf(baseUrl: string, env: Record<string, string> = APP) {
  const world = keptWorld(env, undefined, { directory: '/nonexistent' });
  const exitCode = await run(['token', '--base-url', baseUrl], world);
  return { exitCode, err: world.written.err };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('what does not answer', () => {
  test('nothing listens: where', async () => {
    const server = createServer();
    const port = await portOf(server);
    server.close();
    await once(server, 'close');
    expect(await saidOf(`http://127.0.0.1:${port}`)).toEqual({
      exitCode: 4,
      err: expect.stringContaining(`does not answer: nothing listens at 127.0.0.1 port ${port}.`),
    });
  });

  test('a name that nobody knows', async () => {
    expect(await saidOf('https://gateway.invalid')).toEqual({
      exitCode: 4,
      err: expect.stringMatching(/does not answer: .*the name gateway\.invalid/),
    });
  });

  test('https:// to a port without TLS', async () => {
    const server = createHttpServer();
    const port = await portOf(server);
    const said = await saidOf(`https://127.0.0.1:${port}`);
    server.close();
    expect(said).toEqual({ exitCode: 4, err: expect.stringContaining('it speaks no TLS at this port. Write http://') });
  });

  test('a proxy that is not there, whose name is wrong, or that leads nowhere: that it is the proxy', async () => {
    const nothing = createServer();
    const port = await portOf(nothing);
    nothing.close();
    await once(nothing, 'close');
    const refusing = createHttpServer().on('connect', (_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'));
    const refusingPort = await portOf(refusing);
    const saysOf = async (proxy: string, error: unknown) => [
      proxy,
      String(silenceOf(error, 'https://gateway.example.com/a')),
    ];
    const said = await Promise.all(
      [`127.0.0.1:${port}`, 'proxy.invalid:3128', `127.0.0.1:${refusingPort}`].map(async (proxy) => {
        const dispatcher = new EnvHttpProxyAgent({ httpsProxy: `http://${proxy}` });
        const asked = undiciFetch('https://gateway.example.com/a', { dispatcher });
        return saysOf(proxy, await asked.catch((error: unknown) => error));
      }),
    );
    refusing.close();
    const named = 'the proxy that HTTP_PROXY or HTTPS_PROXY names';
    expect(said).toEqual([
      [
        `127.0.0.1:${port}`,
        `nothing listens at 127.0.0.1 port ${port}, ${named}. Is the address right, and is it running?`,
      ],
      ['proxy.invalid:3128', expect.stringContaining(`the name proxy.invalid`)],
      [`127.0.0.1:${refusingPort}`, expect.stringContaining(`${named} answered HTTP 407.`)],
    ]);
    expect(said[1]?.[1]).toContain(named);
  });

  test('a port that is never called', async () => {
    const said = await saidOf('http://127.0.0.1:1');
    expect(said.err).toContain('does not answer: no client of HTTP calls port 1. Let it listen at another one.');
  });

  test('a connection that is closed at once', async () => {
    const server = createServer((socket) => socket.destroy());
    const port = await portOf(server);
    const said = await saidOf(`http://127.0.0.1:${port}`);
    server.close();
    expect(said).toEqual({ exitCode: 4, err: expect.stringContaining('it closed the connection.') });
  });
});

test('a path that is no operation: what the base URL is', async () => {
  const envelope = JSON.stringify({ status: 'err_path_not_found', request_id: 'r', message: 'There is none.' });
  const server = createHttpServer((_, response) => response.writeHead(404).end(envelope));
  const port = await portOf(server);
  const said = await saidOf(`http://127.0.0.1:${port}/open/v3`);
  server.close();
  expect(said.err).toContain('Is the base URL the address of the gateway alone?');
});

test.each(['', ' '])('a secret that is %j is none', async (secret) => {
  expect(await saidOf('http://127.0.0.1:1', { ...APP, OPENHOUSE_APP_SECRET: secret })).toEqual({
    exitCode: 2,
    err: 'openhouse: OPENHOUSE_APP_SECRET is not set, or empty. Export the secret of this app key.\n',
  });
});
