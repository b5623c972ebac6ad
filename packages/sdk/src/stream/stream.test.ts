import { getEventListeners } from 'node:events';
import { constants, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, createGateway, GatewayError, type GatewayOptions, TransportError, vrInfo } from '../index.ts';
import { ofOtherCopy } from '../testing/other-copy.ts';
import { sendFailure, sendSuccess, sendToken, startWildGateway, type WildGateway } from '../testing/wild-gateway.ts';
import { streamOf } from './index.ts';

let wild: WildGateway;
beforeEach(async () => {
  wild = await startWildGateway();
});
afterEach(() => wild.close());

const TOUR = { resource_code: 'demo-loft' };
const given = () => ({ baseUrl: wild.url, appKey: 'ohk_key', appSecret: 'ohs_secret', maxAttempts: 2 });
const connected = (options: Partial<GatewayOptions> = {}) => connect({ ...given(), ...options });
/** Chunks of a MiB: more than the sockets of both sides hold. */
const CHUNKS = 24;
const HEAD = '{"request_id":"r","trace_id":"t","code":0,"status":"success","cost":0,"data":';

test('the envelope comes byte for byte, digits of ids too, however it is cut', async () => {
  const envelope = `${HEAD}{"id":12345678901234567890,"name":"公园旁"}}`;
  wild.onCall = (response) => {
    response.writeHead(200, { etag: '"one"' });
    for (const byte of Buffer.from(envelope)) response.write(Buffer.of(byte));
    response.end();
  };
  const { headers, body } = await streamOf(connected(), vrInfo, TOUR);
  expect(headers.get('etag')).toBe('"one"');
  expect(await new Response(body).text()).toBe(envelope);
  expect(wild.calls.at(-1)?.path).toBe('/open/v3/vr/info?resource_code=demo-loft');
});

test('an answer far beyond maxResponseBytes is passed on, and no more of it is read than is taken', {
  tags: 'slow',
}, async () => {
  let sent = 0;
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  wild.onCall = (response) => {
    response.write(`${HEAD}"`);
    const more = () => {
      while (sent < CHUNKS) {
        sent += 1;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      response.end('"}');
    };
    more();
  };
  const { body } = await streamOf(connected({ maxResponseBytes: 1000 }), vrInfo, TOUR);
  const reader = body.getReader();
  let bytes = (await reader.read()).value?.length ?? 0;
  expect(sent).toBeLessThan(CHUNKS);
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
  expect(bytes).toBeGreaterThan(CHUNKS * chunk.length);
});

test('it goes the way of the connection, whose fetch may lead through a proxy', async () => {
  const asked: string[] = [];
  const noting: GatewayOptions['fetch'] = (url, init) => {
    asked.push(new URL(url).pathname);
    return fetch(url, init);
  };
  for (const made of [connected, (options: Partial<GatewayOptions>) => createGateway({ ...given(), ...options })]) {
    const { body } = await streamOf(made({ fetch: noting }), vrInfo, TOUR);
    await new Response(body).text();
  }
  expect(asked.filter((path) => path === '/open/v3/vr/info')).toHaveLength(2);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'a stall after %d ms is refused by name',
  async (stallTimeoutMs) => {
    const call = streamOf(connected(), vrInfo, TOUR, { stallTimeoutMs });
    await expect(call).rejects.toThrow('stallTimeoutMs takes a number from 1 to 2147483647.');
    expect(wild.calls).toEqual([]);
  },
);

describe('what is no success', () => {
  test('is refused as the operation itself is', async () => {
    wild.onCall = (response) => sendFailure(response, 404, 'err_resource_not_found');
    const refused = streamOf(connected(), vrInfo, TOUR);
    await expect(refused).rejects.toBeInstanceOf(GatewayError);
    await expect(refused).rejects.toMatchObject({ status: 'err_resource_not_found', httpStatus: 404 });
  });

  test('with HTTP 200 neither', async () => {
    wild.onCall = (response) => sendFailure(response, 200, 'err_parse_resource_code_failed');
    await expect(streamOf(connected(), vrInfo, TOUR)).rejects.toMatchObject({
      status: 'err_parse_resource_code_failed',
    });
  });

  test.each([
    ['<html>', 'malformed'],
    ['', 'malformed'],
    ['[1]', 'malformed'],
    ['{"status":"success","code":0', 'connection'],
  ])('%j is none: %s', async (text, reason) => {
    wild.onCall = (response) => response.end(text);
    await expect(streamOf(connected(), vrInfo, TOUR)).rejects.toMatchObject({ reason });
  });

  test.each([
    [{ fetch: {} }, 'fetch takes a function.'],
    [{ signal: new AbortController() }, 'signal takes an AbortSignal, as in controller.signal.'],
  ])('%o is refused in words and nothing is sent', async (options, sentence) => {
    await expect(streamOf(connected(), vrInfo, TOUR, options as object)).rejects.toThrow(new TypeError(sentence));
    expect(wild.calls).toEqual([]);
  });

  test('a redirect is not followed: the token would go to another address', async () => {
    wild.onCall = (response) => response.writeHead(302, { location: `${wild.url}/elsewhere` }).end();
    await expect(streamOf(connected(), vrInfo, TOUR)).rejects.toBeInstanceOf(TransportError);
    expect(wild.calls.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  test('a refused token is exchanged anew, and the answer still is not held', async () => {
    wild.onExchange = (response, _, count) => sendToken(response, `oht_${count}`);
    wild.onCall = (response, { headers }) => {
      if (headers.authorization === 'oht_1') sendFailure(response, 401, 'err_access_token_expired', { code: -3 });
      else sendSuccess(response, { name: 'x'.repeat(10_000) });
    };
    const { body } = await streamOf(connected({ maxResponseBytes: 5000 }), vrInfo, TOUR);
    expect(JSON.parse(await new Response(body).text()).data.name).toHaveLength(10_000);
    expect(wild.exchanges()).toBe(2);
  });

  test('a payload too large after a new token is streamed for a connection of another copy of the package too', async () => {
    wild.onExchange = (response, _, count) => sendToken(response, `oht_${count}`);
    wild.onCall = (response, { headers }) => {
      if (headers.authorization === 'oht_1') sendFailure(response, 401, 'err_access_token_expired', { code: -3 });
      else sendSuccess(response, { name: 'x'.repeat(10_000) });
    };
    const { body } = await streamOf(await ofOtherCopy(connected({ maxResponseBytes: 5000 })), vrInfo, TOUR);
    expect(JSON.parse(await new Response(body).text()).data.name).toHaveLength(10_000);
  });

  test('a gateway that is not ready is asked again', async () => {
    wild.onCall = (response, _, count) =>
      count < 3 ? sendFailure(response, 503, 'err_unavailable') : sendSuccess(response, { name: 'Loft' });
    const { body } = await streamOf(connected(), vrInfo, TOUR);
    expect(JSON.parse(await new Response(body).text()).data).toEqual({ name: 'Loft' });
  });
});

describe('while the body is read', () => {
  test('one that breaks off or stalls fails, and never ends as if it were whole', async () => {
    wild.onCall = (response) => {
      response.write(`${HEAD}{"name":"`);
      setTimeout(() => response.destroy(), 20);
    };
    const broken = await streamOf(connected(), vrInfo, TOUR);
    await expect(new Response(broken.body).text()).rejects.toMatchObject({ reason: 'connection' });
    wild.onCall = (response) => void response.write(`${HEAD}{"name":"`);
    const hanging = await streamOf(connected(), vrInfo, TOUR, { stallTimeoutMs: 50 });
    await expect(new Response(hanging.body).text()).rejects.toBeInstanceOf(TransportError);
  });

  test.each(['{"name":"a ] } here"', '{"list":[{"a":1}', `{"text":"\\"}]"`, '{"name":"厅'])(
    'a packed one that a proxy cut after %s fails, although its transfer ends well',
    async (cut) => {
      const zipped = gzipSync(`${HEAD}${cut}`, { finishFlush: constants.Z_SYNC_FLUSH });
      wild.onCall = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped);
      const { body } = await streamOf(connected(), vrInfo, TOUR);
      await expect(new Response(body).text()).rejects.toMatchObject({ reason: 'connection' });
    },
  );

  test('brackets and quotes within texts are none, wherever a chunk ends', async () => {
    const data = { '"}': '[{"\\', 厅: ['}', '\\"', '{[', ''] };
    const text = Buffer.from(`${HEAD}${JSON.stringify(data)}}`);
    wild.onCall = (response) => {
      for (const byte of text) response.write(Buffer.of(byte));
      response.end();
    };
    const { body } = await streamOf(connected(), vrInfo, TOUR);
    expect(JSON.parse(await new Response(body).text()).data).toEqual(data);
  });

  test('the signal ends it, before the answer and in its midst', async () => {
    const before = AbortSignal.abort(new Error('no more'));
    await expect(streamOf(connected(), vrInfo, TOUR, { signal: before })).rejects.toThrow('no more');
    const giving = new AbortController();
    wild.onCall = (response) => void response.write(`${HEAD}{"name":"`);
    const { body } = await streamOf(connected(), vrInfo, TOUR, { signal: giving.signal });
    const text = new Response(body).text();
    giving.abort(new Error('enough'));
    await expect(text).rejects.toThrow('enough');
  });

  test('however it ends, no listener stays with the signal', async () => {
    const { signal } = new AbortController();
    const ends: readonly ((body: ReadableStream<Uint8Array>) => Promise<unknown>)[] = [
      (body) => new Response(body).text(),
      (body) => body.cancel(),
    ];
    for (const end of ends) await end((await streamOf(connected(), vrInfo, TOUR, { signal })).body);
    wild.onCall = (response) => {
      response.write(`${HEAD}{"name":"`);
      setTimeout(() => response.destroy(), 20);
    };
    const broken = await streamOf(connected(), vrInfo, TOUR, { signal });
    await expect(new Response(broken.body).text()).rejects.toBeInstanceOf(TransportError);
    wild.onCall = (response) => sendFailure(response, 404, 'err_resource_not_found');
    await expect(streamOf(connected(), vrInfo, TOUR, { signal })).rejects.toBeInstanceOf(GatewayError);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('who takes no more closes the connection', async () => {
    const closed = new Promise<void>((resolve) => {
      wild.onCall = (response) => {
        response.write(`${HEAD}{"name":"`);
        response.once('close', resolve);
      };
    });
    const { body } = await streamOf(connected(), vrInfo, TOUR);
    await body.cancel();
    await closed;
  });
});
