import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { gatewayEndpoints } from '@openhouse/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { useAccounting } from '../../gateway/accounting/accounting.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { ownGatewayAddress } from '../../process/gateway-address.ts';
import { testGatewayClient } from '../../testing/dashboard.ts';
import { useStore } from '../../testing/database.ts';
import { call } from '../../testing/envelope.ts';
import { testTokenKeys } from '../../testing/gateway.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { PortalError } from '../http/portal-error.ts';
import { httpGatewayClient } from './http-gateway-client.ts';
import { wireRequest } from './rules.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describe('calls to a gateway', () => {
  const store = useStore();
  const suite = useGateway(store, { ipLimitPerMinute: 3, appLimitPerMinute: 20 });
  const client = () => {
    const made = testGatewayClient(suite.gateway.baseUrl);
    closing.push(() => made.close());
    return made;
  };
  const read = (parameters: Record<string, string> = { resource_code: 'own-tour' }) =>
    client().call({ appId: suite.own.appId, operation: 'vr-info', parameters });

  test('an answer as an integrator gets it: status, headers, bytes, request id, time', { tags: 'slow' }, async () => {
    const { httpStatus, headers, body, requestId, roundTripMs } = await read();
    const envelope = JSON.parse(body.toString());
    expect(httpStatus).toBe(200);
    expect(envelope).toMatchObject({ code: 0, status: 'success', data: { resource_code: 'own-tour' } });
    expect(requestId).toBe(envelope.request_id);
    expect(headers['content-type']).toContain('application/json');
    expect(Number.isInteger(roundTripMs)).toBe(true);
  });

  test('compressed bytes are handed on as they are', { tags: 'slow' }, async () => {
    const { headers, body } = await client().call({
      appId: suite.own.appId,
      operation: 'vr-info',
      parameters: { resource_code: 'own-tour' },
      encoding: 'gzip',
    });
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString()).status).toBe('success');
  });

  test("another Team's tour is a missing one, and refusals come as they are", async () => {
    const other = await read({ resource_code: 'other-tour' });
    expect([other.httpStatus, JSON.parse(other.body.toString()).status]).toEqual([404, 'err_resource_not_found']);
    const misspelt = await read({ resource_code: 'own-tour', resourceCode: '1' });
    expect(JSON.parse(misspelt.body.toString()).status).toBe('err_parameter_invalid');
  });

  test('err_app_disabled: the app was disabled', async () => {
    await inTransaction(
      store.database,
      async (transaction) => {
        await transaction.query('update app set disabled_at = now() where id = $1', [suite.own.appId]);
        await transaction.query(
          `with n as (update epoch set n = n + 1 where name = 'standing' returning n)
           update app set epoch = n.n from n where id = $1`,
          [suite.own.appId],
        );
      },
      { team: suite.own.teamId },
    );
    await suite.gateway.changes.refresh();
    expect(JSON.parse((await read()).body.toString()).status).toBe('err_app_disabled');
  });

  test("calls count neither against the app's limit nor against the address of the portal", async () => {
    const statuses = [];
    for (let index = 0; index < 21; index += 1) statuses.push((await read()).httpStatus);
    expect(statuses).toEqual(Array(21).fill(200));
    const own = await call(suite.gateway.baseUrl, '/open/v3/vr/info?resource_code=own-tour', { token: suite.token });
    expect(own.headers.get('ratelimit')).toContain('"app";r=19');
  });

  test('a call for a Team reads its own tours without an app, is counted for none, and reads no others', async () => {
    const { teamId } = suite.own;
    const ask = (resource_code: string) =>
      client().call({ teamId, operation: 'vr-info', parameters: { resource_code } });
    expect([(await ask('own-tour')).httpStatus, (await ask('other-tour')).httpStatus]).toEqual([200, 404]);
    expect(suite.gateway.answered.slice(-2).map(({ appKey }) => appKey)).toEqual([undefined, undefined]);
  });

  test('a call is no use of any version of the secret, an exchange neither; both are counted', async () => {
    await read();
    const { appKey: app_key, appSecret: app_secret } = suite.own;
    await client().call({
      appId: suite.own.appId,
      operation: 'access-token',
      parameters: { app_key, app_secret },
    });
    const counted = suite.gateway.answered.slice(-2).map(({ operation, secretVersion, status }) => {
      return [operation, secretVersion, status];
    });
    expect(counted).toEqual([
      ['vr-info', 0, 'success'],
      ['access-token', 0, 'success'],
    ]);
    const accounting = useAccounting(store.database, () => undefined);
    for (const call of suite.gateway.answered.slice(-2)) accounting.count(call, 1);
    await accounting.flush();
    const { rows } = await store.database.pool.query(
      `select version, operation from app_use where (select set_config('app.team', '*', true)) is not null order by 2`,
    );
    expect(rows).toEqual([
      { version: 0, operation: 'access-token' },
      { version: 0, operation: 'vr-info' },
    ]);
  });

  test('one connection carries many calls', async () => {
    const kept = client();
    // A connection is the response of each of its ordinary requests.
    const connections = new Set<unknown>();
    for (let index = 0; index < 5; index += 1) {
      await kept.call({ appId: suite.own.appId, operation: 'vr-info', parameters: { resource_code: 'own-tour' } });
      connections.add(suite.gateway.answered.at(-1)?.response);
    }
    expect(connections.size).toBe(1);
  });
});

describe('a gateway that does not answer', () => {
  const serve = async (listener: RequestListener) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const outcome = async (baseUrl: string, others: { signal?: AbortSignal } = {}, timeoutMs = 30_000) => {
    const limits = { timeoutMs, answerMaxBytes: 1000 };
    const client = httpGatewayClient({ baseUrl, accessTokenKeys: testTokenKeys, nowMs: Date.now, ...limits });
    closing.push(() => client.close());
    return client
      .call({ appId: '1', operation: 'vr-info', parameters: { resource_code: 'a' }, ...others })
      .then(({ httpStatus }) => httpStatus)
      .catch((error: unknown) => error);
  };
  const expectUnavailable = (error: unknown, message: string) => {
    expect(error).toBeInstanceOf(PortalError);
    const { code, headers, message: said } = error as PortalError;
    expect([code, headers['retry-after']]).toEqual(['GATEWAY_UNAVAILABLE', '2']);
    expect(said).toContain(message);
  };

  test('GATEWAY_UNAVAILABLE: nothing listens', async () => {
    expectUnavailable(await outcome('http://127.0.0.1:1'), 'does not respond');
  });
  test('GATEWAY_UNAVAILABLE: no answer within the time', async () => {
    expectUnavailable(await outcome(await serve(() => undefined), {}, 200), 'in time');
  });
  test('GATEWAY_UNAVAILABLE: an answer whose end does not come within the time', async () => {
    const address = await serve((_request, response) => response.writeHead(200).write('{'));
    expectUnavailable(await outcome(address, {}, 200), 'in time');
  });
  test('GATEWAY_UNAVAILABLE: an answer that is cut', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('{', () => response.destroy());
    });
    expectUnavailable(await outcome(address), 'does not respond');
  });
  test('GATEWAY_UNAVAILABLE: a larger answer than is handed on', async () => {
    const address = await serve((_request, response) => response.end('x'.repeat(1001)));
    expectUnavailable(await outcome(address), 'larger');
  });
  test('GATEWAY_UNAVAILABLE: the caller went away', async () => {
    const ending = new AbortController();
    const address = await serve(() => ending.abort());
    expectUnavailable(await outcome(address, { signal: ending.signal }), '');
  });
  test('a read whose kept connection was closed meanwhile is asked once more', async () => {
    let asked = 0;
    const address = await serve((request, response) => {
      asked += 1;
      // The second call on the same connection finds it gone.
      if (asked === 2) request.socket.destroy();
      else response.end('{}');
    });
    const client = httpGatewayClient({ baseUrl: address, accessTokenKeys: testTokenKeys, nowMs: Date.now });
    closing.push(() => client.close());
    const statuses = [];
    for (let index = 0; index < 2; index += 1) {
      statuses.push((await client.call({ appId: '1', operation: 'vr-info', parameters: {} })).httpStatus);
    }
    expect([statuses, asked]).toEqual([[200, 200], 3]);
  });
});

describe('a call on the wire', () => {
  test.each(gatewayEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s goes to its path with its parameters',
    (name, { method, path, body, example }) => {
      const parameters = 'query' in example ? { ...example.query } : {};
      const wire = wireRequest(name, parameters);
      expect([wire.method, wire.target.split('?')[0]]).toEqual([method, path]);
      if (body === undefined) {
        expect(Object.fromEntries(new URLSearchParams(wire.target.split('?')[1]))).toEqual(parameters);
      }
      expect(wire.headers['content-type']).toBe(body?.mediaType);
    },
  );
  test('a number of a JSON body is a number, and what is none stays as it was given', () => {
    const body = (action_num: string) => wireRequest('vr-submit', { resource_code: '7', action_num }).body;
    expect(body('3')).toBe('{"resource_code":"7","action_num":3}');
    expect(body('three')).toBe('{"resource_code":"7","action_num":"three"}');
  });
});

test.each([
  ['localhost', 'http://localhost:4001'],
  ['0.0.0.0', 'http://127.0.0.1:4001'],
  ['::', 'http://[::1]:4001'],
  ['::1', 'http://[::1]:4001'],
  ['192.0.2.1', 'http://192.0.2.1:4001'],
])('a gateway bound to %s is reached at %s', (LISTEN_HOST, address) => {
  expect(ownGatewayAddress({ LISTEN_HOST, GATEWAY_PORT: 4001 })).toBe(address);
});
