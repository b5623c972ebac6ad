import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectCommandLineSession, getUser, startCommandLineSignIn } from '@openhouse/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../run.ts';
import { keptWorld } from '../testing/world.ts';
import type { World } from '../world.ts';
import { keptSessions, sessionsFile } from './kept-sessions.ts';

let directory: string;
let server: Server;
/** By path, what is answered next; the last one stays. `lost` ends the connection without an answer. */
let answers: Record<string, (object | string)[]>;
let asked: string[];

const { data: started } = startCommandLineSignIn.example;
const { data: collected } = collectCommandLineSession.example;
const END = `/api/sessions/${collected.sessionId}/end`;
const later = { error: { code: 'IDENTITY_PROVIDER_UNAVAILABLE', message: 'Later.', request_id: 'r-1' } };
const expired = { error: { code: 'SIGN_IN_EXPIRED', message: 'Over.', request_id: 'r-2' } };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-sign-in-'));
  asked = [];
  answers = {
    [startCommandLineSignIn.path]: [{ data: started }],
    [collectCommandLineSession.path]: [{ data: collected }],
    [getUser.path]: [{ data: getUser.example.data }],
    [END]: [{ data: { ended: 1 } }],
  };
  server = createServer(({ url = '', socket }, answer) => {
    asked.push(url);
    const left = answers[url] ?? ['lost'];
    const [next] = left.length > 1 ? left.splice(0, 1) : left;
    if (next === undefined || typeof next === 'string') return void socket.destroy();
    const status = 'error' in next ? (next === later ? 503 : 400) : 200;
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(next));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true });
});

async function login(others: Partial<World> = {}) {
  const world = keptWorld({ OPENHOUSE_CONFIG_DIR: directory }, undefined, others);
  const portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const exitCode = await run(['login', '--portal', portal], world);
  return { exitCode, world, err: world.written.err };
}

test('a login survives a portal that does not know for a moment whose session it is', async () => {
  answers[getUser.path] = [later, 'lost', { data: getUser.example.data }];
  const { exitCode, world } = await login();
  expect(exitCode).toBe(0);
  expect((await keptSessions(world)).profiles.default?.token).toBe(collected.token);
  expect(asked).not.toContain(END);
});

test('Ctrl-C says what there is by then: nobody, a session that is not kept, one that is', async () => {
  const said: unknown[] = [];
  await login({ whenEnded: ({ says }) => void said.push(String(says)) });
  expect(said).toEqual([
    'Nobody was signed in: run it again.',
    expect.stringContaining('is not kept here: end it in the portal'),
    expect.stringMatching(/^This machine is signed in to http/),
  ]);
});

test('a session that no machine has is ended: the portal never says whose it is', async () => {
  answers[getUser.path] = [later];
  const { exitCode, world, err } = await login();
  expect([exitCode, err]).toEqual([4, expect.stringContaining('IDENTITY_PROVIDER_UNAVAILABLE')]);
  expect(asked.filter((path) => path === END)).toHaveLength(1);
  expect((await keptSessions(world)).profiles).toEqual({});
});

test('a session that no machine has is ended: it cannot be saved', async () => {
  const world = keptWorld({ OPENHOUSE_CONFIG_DIR: directory });
  // In the way of the draft of the file.
  await mkdir(`${sessionsFile(world)}.part`);
  const { exitCode } = await login();
  expect(exitCode).not.toBe(0);
  expect(asked.at(-1)).toBe(END);
});

test('a login whose answer was lost says what became of its session', async () => {
  answers[collectCommandLineSession.path] = ['lost', expired];
  const { exitCode, err } = await login();
  expect([exitCode, err]).toEqual([
    1,
    expect.stringContaining('the portal has ended that session. Run openhouse login again.'),
  ]);
});

test('one that ran out says no such thing', async () => {
  answers[collectCommandLineSession.path] = [expired];
  const { exitCode, err } = await login();
  expect([exitCode, err]).toEqual([1, expect.stringContaining('SIGN_IN_EXPIRED: Over.')]);
});
