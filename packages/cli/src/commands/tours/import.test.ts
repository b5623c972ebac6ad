import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../../run.ts';
import { keptWorld } from '../../testing/world.ts';

let directory: string;
let portal: Server;
let url: string;
/** Uploads that arrived, by the name of each. */
let arrived: string[];
/** What the next uploads meet in place of an import, in this order. */
let faults: ((response: ServerResponse) => void)[];

const LIMITS = {
  ...{ plan: 'default', tours: null, storedBytes: 2 ** 50, files: 2 ** 40, uploadBytes: 2 ** 28 },
  used: { tours: 0, storedBytes: 0, files: 0 },
};
const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const limited = (response: ServerResponse) =>
  json(
    response,
    429,
    { error: { code: 'RATE_LIMITED', message: 'Too many.', request_id: '1' } },
    { 'retry-after': '7' },
  );

beforeEach(async () => {
  [arrived, faults] = [[], []];
  directory = await mkdtemp(join(tmpdir(), 'openhouse-import-'));
  for (const code of ['one', 'two']) {
    await mkdir(join(directory, 'tours', code), { recursive: true });
    await writeFile(join(directory, 'tours', code, 'vr-info.json'), JSON.stringify({ resource_code: code }));
  }
  portal = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method === 'GET') return json(response, 200, { data: { limits: LIMITS } });
      const fault = faults.shift();
      if (fault !== undefined) return fault(response);
      const name = new URL(request.url ?? '', url).searchParams.get('name') ?? '';
      arrived.push(name);
      const tour = { outcome: 'created', resourceCode: name.replace('.zip', ''), warnings: [] };
      return json(response, 200, { data: { imported: [tour], refused: [], problems: [] } });
    });
  });
  await once(portal.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
});
afterEach(async () => {
  portal.closeAllConnections();
  portal.close();
  await rm(directory, { recursive: true, force: true });
});

async function imported() {
  const waits: number[] = [];
  const env = { OPENHOUSE_CREDENTIAL: 'ohm_1', OPENHOUSE_CONFIG_DIR: join(directory, 'config') };
  const sleep = async (ms: number) => void waits.push(ms);
  const world = keptWorld(env, undefined, { directory, sleep });
  const exitCode = await run(['tours', 'import', 'tours', '--portal', url], world);
  return { exitCode, waits, ...world.written };
}

test('a limit of calls, a portal that restarts and a line that breaks hold an import up, and do not end it', async () => {
  faults = [
    limited,
    (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
    (response) => void response.socket?.resetAndDestroy(),
  ];
  const { exitCode, out, err, waits } = await imported();
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toBe('created    one  tours/one\ncreated    two  tours/two\n');
  expect(arrived).toEqual(['one.zip', 'two.zip']);
  expect(waits.map((ms) => Math.floor(ms / 1000))).toEqual([7, 2, 4]);
});

test('a portal that stays away ends it with 4, and what it refuses ends it at once', async () => {
  faults = Array.from({ length: 9 }, () => (response) => void response.socket?.resetAndDestroy());
  expect(await imported()).toMatchObject({ exitCode: 4, out: '' });
  const refusal = { error: { code: 'ROLE_INSUFFICIENT', message: 'Members only.', request_id: '1' } };
  faults = [(response) => void json(response, 403, refusal)];
  const page = /Members only\. \[request_id 1\]\n {2}See http:\/\/\S+\/docs\/reference\/errors#ROLE_INSUFFICIENT\n$/;
  expect(await imported()).toMatchObject({ exitCode: 1, waits: [], err: expect.stringMatching(page) });
});
