import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, getUser, listApps } from '@openhouse/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepSession } from '../portal/kept-sessions.ts';
import { run } from '../run.ts';
import { keptWorld } from '../testing/world.ts';

let portal: Server;
let directory: string;
/** Method and path of each call. */
let calls: string[];
let answers: Record<string, () => object>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-init-'));
  calls = [];
  portal = createServer((request, response) => {
    request.resume();
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    const data = answers[call]?.();
    const error = { code: 'SECRET_NOT_FOUND', message: 'None here.', request_id: '1' };
    response.writeHead(data === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(data === undefined ? { error } : { data }));
  });
  await once(portal.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  portal.closeAllConnections();
  portal.close();
  await rm(directory, { recursive: true, force: true });
});

// The portal keeps a name without what surrounds it, such as the end of a line in a variable.
test.each(['Listings', ' Listings\r'])(
  '%j that is being created is waited for: a second request would take another slot for good',
  async (name) => {
    const url = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
    const world = keptWorld({ OPENHOUSE_CONFIG_DIR: join(directory, 'config') }, undefined, { directory });
    const session = { portal: url, token: 'ohc_1', sessionId: 'id', endsAt: '2036-12-20T09:30:00.000Z' };
    await keepSession(world, 'default', { ...session, name: 'Ada', email: 'ada@example.com', baseUrl: url });
    const { apps } = listApps.example.data;
    const request = {
      id: '1',
      name: 'Listings',
      slot: 2,
      state: 'creating',
      requestedAt: session.endsAt,
      appKey: null,
    };
    const made = { ...apps[0], appKey: 'ohk_4mWvZ1bq8TnKx5RcJ7dYfA', name: 'Listings', slot: 2 };
    let looks = 0;
    answers = {
      [`GET ${getUser.path}`]: () => ({
        ...getUser.example.data,
        ...{ isAuthenticated: true, teams: [{ id: 'acme', name: 'Acme', role: 'owner', isActive: true }] },
      }),
      [`GET ${listApps.path}`]: () => {
        looks += 1;
        return looks < 3 ? { apps, requests: [request] } : { apps: [...apps, made], requests: [] };
      },
    };
    expect(await run(['init', '--app', name], world)).toBe(1);
    expect(calls).not.toContain(`POST ${createApp.path}`);
    expect(looks).toBe(3);
    expect(calls.at(-1)).toContain(made.appKey);
  },
);
