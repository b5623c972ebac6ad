import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trusted } from '../../proxies.ts';
import { loadServer } from '../../server.ts';
import { keptWorld } from '../../testing/world.ts';
import { type Forwarded, forwarderTo } from './forward.ts';

let folder: string;
let receiver: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhouse-forward-'));
  const of = ['-subj', '/CN=own', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'own.key'];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', 'own.pem', ...of], { cwd: folder, stdio: 'pipe' });
  const [own, cert] = await Promise.all(['own.key', 'own.pem'].map((name) => readFile(join(folder, name))));
  receiver = createServer({ key: own, cert }, (request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** What becomes of one event, by eight tries at most. */
async function forwarded(env: Record<string, string>) {
  const server = await loadServer();
  const stopping = new AbortController();
  const [tried, said]: [Forwarded[], string[]] = [[], []];
  const world = keptWorld(env, undefined, { directory: folder });
  const url = new URL(`https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
  const forward = forwarderTo(
    server,
    { url, secret: server.newWebhookSecret(), ca: await trusted(world) },
    {
      world,
      stopping: stopping.signal,
      tell: (one) => {
        tried.push(one);
        if (tried.length === 8) stopping.abort();
      },
      say: (sentence) => said.push(String(sentence)),
    },
  );
  const body = JSON.stringify({ data: { resource_code: 'one' } });
  await forward({ id: '1', eventId: 'msg_1', type: 'tour.imported', body });
  return { tried: tried.map(({ status, problem, againS }) => ({ status, problem, againS })), said };
}

test('a receiver whose authority OPENHOUSE_CA_FILE names takes the event', async () => {
  expect(await forwarded({ OPENHOUSE_CA_FILE: 'own.pem' })).toEqual({
    tried: [{ status: 204, problem: null, againS: null }],
    said: [],
  });
});

test('one that is not trusted loses no event, and what mends it is said once', async () => {
  const { tried, said } = await forwarded({});
  expect(tried).toEqual([1, 2, 4, 8, 16, 16, 16, 16].map((againS) => ({ status: null, problem: 'tls', againS })));
  expect(said).toEqual([expect.stringContaining('OPENHOUSE_CA_FILE')]);
});
