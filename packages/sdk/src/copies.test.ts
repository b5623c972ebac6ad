import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ResponseEvent } from './connection.ts';
import type { Copies, Copy } from './copies.ts';
import { createGateway } from './gateway.ts';
import { sendEnvelope, startWildGateway, type WildGateway } from './testing/wild-gateway.ts';

let wild: WildGateway;
let kept: Map<string, Copy>;
let heard: ResponseEvent[];
beforeEach(async () => {
  wild = await startWildGateway();
  kept = new Map();
  heard = [];
  version = 1;
  wild.onCall = (response, { headers }) => {
    const etag = `W/"v${version}"`;
    if (headers['if-none-match'] === etag) response.writeHead(304, { etag, 'x-request-id': 'again' }).end();
    else sendEnvelope(response, 200, { code: 0, status: 'success', data: { name: `Loft ${version}` } }, { etag });
  };
});
afterEach(() => wild.close());
let version: number;

const inMemory: Copies = {
  get: (address) => kept.get(address),
  set: (address, copy) => void kept.set(address, copy),
};
const connected = (copies: Copies = inMemory) =>
  createGateway({
    baseUrl: wild.url,
    appKey: 'ohk_1',
    appSecret: 'ohs_of-the-app',
    copies,
    onResponse: (event) => void heard.push(event),
  });
const read = (copies?: Copies) => connected(copies).vrInfo({ resource_code: 'loft' });
const sent = () => wild.calls.filter(({ method }) => method === 'GET').map(({ headers }) => headers['if-none-match']);

describe('a read of which there is a copy', () => {
  test('says so, and is answered from the copy while nothing has changed: of a later connection too', async () => {
    expect(await read()).toMatchObject({ name: 'Loft 1' });
    expect(await read()).toMatchObject({ name: 'Loft 1' });
    expect(sent()).toEqual([undefined, 'W/"v1"']);
    expect(heard.at(-1)).toMatchObject({ httpStatus: 304, requestId: 'again', error: undefined });
    version = 2;
    expect(await read()).toMatchObject({ name: 'Loft 2' });
    expect(await read()).toMatchObject({ name: 'Loft 2' });
    expect(sent().slice(2)).toEqual(['W/"v1"', 'W/"v2"']);
    expect([...kept]).toEqual([
      [`${wild.url}/open/v3/vr/info?resource_code=loft`, { etag: 'W/"v2"', text: expect.stringContaining('Loft 2') }],
    ]);
  });

  test.each<[string, unknown]>([
    ['cut short', { etag: 'W/"v1"', text: '{"code":0,"data":{"na' }],
    ['of a failure', { etag: 'W/"v1"', text: '{"code":-1,"status":"err_x","data":null}' }],
    ['without a version', { text: '{"code":0,"status":"success","data":{}}' }],
    ['with a version that would forge headers', { etag: 'W/"v1"\r\nauthorization: x', text: '{"code":0}' }],
    ['no object', 7],
  ])('asks for the whole answer where the copy is %s', async (_, copy) => {
    expect(await read({ ...inMemory, get: () => copy as Copy })).toMatchObject({ name: 'Loft 1' });
    expect(sent()).toEqual([undefined]);
  });

  test.each<[string, Copies]>([
    [
      'throws',
      {
        get: () => {
          throw new Error('disk');
        },
        set: () => {
          throw new Error('disk');
        },
      },
    ],
    ['rejects', { get: () => Promise.reject(new Error('disk')), set: () => Promise.reject(new Error('disk')) }],
  ])('is not failed by a place that %s', async (_, copies) => {
    expect(await read(copies)).toMatchObject({ name: 'Loft 1' });
  });

  test('ids beyond 2^53 come exact out of a copy too', async () => {
    wild.onCall = (response, { headers }) => {
      if (headers['if-none-match'] !== undefined) response.writeHead(304).end();
      else {
        response.writeHead(200, { 'content-type': 'application/json', etag: 'W/"v"' });
        response.end('{"request_id":"r","trace_id":"t","code":0,"status":"success","data":{"id":9007199254740993}}');
      }
    };
    const gateway = () =>
      createGateway({
        baseUrl: wild.url,
        appKey: 'k',
        appSecret: 'ohs_of-the-app',
        ids: 'bigint-safe',
        copies: inMemory,
      });
    await gateway().vrInfo({ resource_code: 'loft' });
    expect(await gateway().vrInfo({ resource_code: 'loft' })).toEqual({ id: 9007199254740993n });
  });
});

test('what is secret, and what changes things, is never kept', async () => {
  const gateway = connected();
  await gateway.filePrivatePresign({ resource_code: 'loft', paths: ['a'] });
  await gateway.vrSubmit({ resource_code: 'loft', action_num: 1 });
  expect(kept.size).toBe(0);
});

test('an answer without a version is not kept; 304 that nobody asked for is no answer', async () => {
  wild.onCall = (response) => sendEnvelope(response, 200, { code: 0, status: 'success', data: {} });
  await read();
  expect(kept.size).toBe(0);
  wild.onCall = (response) => response.writeHead(304).end();
  await expect(read()).rejects.toMatchObject({ reason: 'malformed', httpStatus: 304 });
});
