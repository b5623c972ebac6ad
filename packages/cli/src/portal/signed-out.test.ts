import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../run.ts';
import { keptWorld } from '../testing/world.ts';
import { addProfile } from './kept-sessions.ts';

let directory: string;
let portal: Server;
let url: string;
let answer: RequestListener;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-signed-out-'));
  answer = (_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 'AUTH_REQUIRED', message: 'Sign in.', request_id: '1' } }));
  };
  portal = createServer((request, response) => answer(request, response));
  await once(portal.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
});
afterEach(async () => {
  portal.closeAllConnections();
  portal.close();
  await rm(directory, { recursive: true, force: true });
});

async function openhouse(...args: string[]) {
  const world = keptWorld({ OPENHOUSE_CONFIG_DIR: join(directory, 'config') }, undefined, { directory });
  // What a login without a profile would sign in again is the first.
  for (const [name, token] of [
    ['default', 'ohc_1'],
    ['second', 'ohc_2'],
    ['ci', 'ohm_3'],
  ] as const) {
    const ended = { portal: url, token, sessionId: name, endsAt: '2020-01-01T00:00:00.000Z' };
    await addProfile(world, name, { ...ended, name: 'Ada', email: '', baseUrl: url });
  }
  return { exitCode: await run(args, world), ...world.written };
}

describe('a session that has ended', () => {
  test('is told with the call that signs in the same profile', async () => {
    const told = await openhouse('apps', '--profile', 'second');
    expect([told.exitCode, told.err]).toEqual([
      3,
      `openhouse: ${url}: nobody is signed in, or the session has ended. Run openhouse login --portal ${url} --profile second.\n`,
    ]);
  });

  test('is what doctor says of its own profile; a credential is asked of an owner', { tags: 'slow' }, async () => {
    const { exitCode, out } = await openhouse('doctor', '--json');
    const findings = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ check }) => check === 'session');
    expect(exitCode).toBe(1);
    expect(findings.map(({ says }) => says)).toEqual([
      `The session of the profile default at ${url} ended 2020-01-01T00:00:00.000Z.`,
      `The session of the profile second at ${url} ended 2020-01-01T00:00:00.000Z.`,
      `The credential of the profile ci at ${url} ended 2020-01-01T00:00:00.000Z.`,
    ]);
    expect(findings.map(({ mend }) => mend)).toEqual([
      `Run openhouse login --portal ${url} --profile default.`,
      `Run openhouse login --portal ${url} --profile second.`,
      'Ask an owner of the Team for another one, and keep it with openhouse profiles add ci.',
    ]);
  });

  test('of a portal that breaks off in the middle of its answer does not end doctor', { tags: 'slow' }, async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 50 }).write('{');
      setTimeout(() => response.destroy(), 20);
    };
    const { exitCode, out, err } = await openhouse('doctor', '--json');
    expect([exitCode, err]).toEqual([1, '']);
    expect(out).toContain('does not answer');
  });
});
