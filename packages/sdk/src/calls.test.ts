import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, createGateway, type GatewayOptions, type Middleware, vrInfo, withResponse } from './index.ts';
import { sendFailure, sendSuccess, startWildGateway, TOKEN, type WildGateway } from './testing/wild-gateway.ts';

const SECRET = 'ohs_canary-of-the-calls';
let wild: WildGateway;
beforeEach(async () => {
  wild = await startWildGateway();
});
afterEach(() => wild.close());

const options = (more: Partial<GatewayOptions> = {}): GatewayOptions => ({
  ...{ baseUrl: wild.url, appKey: 'ohk_key', appSecret: SECRET, maxAttempts: 1 },
  ...more,
});
const resource_code = 'demo-loft';

describe('withResponse', () => {
  test('has payload, status, headers, ids and the envelope byte for byte, of a gateway and of a connection', async () => {
    wild.onCall = (response) => {
      response.setHeader('ratelimit', '"app";r=255;t=60');
      sendSuccess(response, { name: 'Loft' });
    };
    for (const connection of [createGateway(options()), connect(options())]) {
      const answer = await withResponse(connection, vrInfo, { resource_code });
      expect(answer).toMatchObject({ data: { name: 'Loft' }, httpStatus: 200, requestId: 'request-1' });
      expect(answer.data.name).toBe('Loft');
      expect(answer.headers.get('ratelimit')).toBe('"app";r=255;t=60');
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'success', trace_id: answer.traceId });
    }
  });

  test('throws what the operation throws', async () => {
    wild.onCall = (response) => sendFailure(response, 404, 'err_resource_not_found');
    const call = withResponse(connect(options()), vrInfo, { resource_code });
    await expect(call).rejects.toMatchObject({ status: 'err_resource_not_found', httpStatus: 404 });
  });

  test('a name or a method in place of the operation is refused in words', async () => {
    const gateway = createGateway(options());
    for (const given of ['vr-info', gateway.vrInfo, undefined]) {
      const call = withResponse(gateway, given as unknown as typeof vrInfo, { resource_code });
      await expect(call).rejects.toThrow(/^An operation is a function of the SDK, as in vrInfo/);
    }
  });

  test.each([new AbortController(), 5000, 'signal'])(
    'a signal that is none, as in %s, is refused in words and nothing is sent',
    async (signal) => {
      const call = createGateway(options()).vrInfo({ resource_code }, { signal: signal as unknown as AbortSignal });
      await expect(call).rejects.toThrow(/^signal takes an AbortSignal, as in controller\.signal\.$/);
      expect(wild.calls).toEqual([]);
    },
  );

  test('headers that repeat the token refuse the answer', async () => {
    wild.onCall = (response, { headers }) => {
      response.setHeader('x-debug', String(headers.authorization));
      sendSuccess(response, { name: 'Loft' });
    };
    const call = withResponse(connect(options()), vrInfo, { resource_code });
    const error = await call.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ reason: 'malformed' });
    expect(JSON.stringify(error)).not.toContain(TOKEN);
  });
});

describe('middleware', () => {
  const noting =
    (name: string, notes: string[]): Middleware =>
    async (call, next) => {
      notes.push(`${name} before ${call.operation.name}`);
      const answer = await next(call);
      notes.push(`${name} after ${answer.httpStatus}`);
      return answer;
    };

  test('stands around each call, the first outermost; the exchange is none', async () => {
    const notes: string[] = [];
    const gateway = createGateway(options({ middleware: [noting('a', notes), noting('b', notes)] }));
    await gateway.vrInfo({ resource_code });
    expect(notes).toEqual(['a before vr-info', 'b before vr-info', 'b after 200', 'a after 200']);
  });

  test('changes what is asked, asks again, and answers without asking', async () => {
    const elsewhere: Middleware = (call, next) => next({ ...call, input: { ...call.input, resource_code: 'other' } });
    await createGateway(options({ middleware: [elsewhere] })).vrInfo({ resource_code });
    expect(wild.calls.at(-1)?.path).toBe('/open/v3/vr/info?resource_code=other');

    const twice: Middleware = (call, next) => next(call).then(() => next(call));
    await createGateway(options({ middleware: [twice] })).vrInfo({ resource_code });
    expect(wild.others()).toBe(3);

    const kept: Middleware = async () => ({
      ...{ text: '{}', data: { name: 'Kept' }, httpStatus: 200, headers: new Headers(), requestId: '', traceId: '' },
    });
    expect(await createGateway(options({ middleware: [kept] })).vrInfo({ resource_code })).toEqual({ name: 'Kept' });
    expect(wild.others()).toBe(3);
  });

  test('sees each failure once, after its repeats; what it throws is what the caller gets', async () => {
    let failures = 0;
    const counting: Middleware = (call, next) =>
      next(call).catch((error: unknown) => {
        failures += 1;
        throw error;
      });
    wild.onCall = (response) => sendFailure(response, 503, 'err_unavailable', { headers: { 'retry-after': '0' } });
    const gateway = createGateway(options({ middleware: [counting], maxAttempts: 3 }));
    await expect(gateway.vrInfo({ resource_code })).rejects.toMatchObject({ status: 'err_unavailable', attempts: 3 });
    expect(failures).toBe(1);

    const broken: Middleware = () => {
      throw new Error('a bug of ours');
    };
    const call = createGateway(options({ middleware: [broken] })).vrInfo({ resource_code });
    await expect(call).rejects.toThrow('a bug of ours');
  });
});

test('an exchange that never ends, as of a request that its runtime dropped, holds nobody up who calls after the time of a request', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let sent = () => {};
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const send = vi.fn<NonNullable<GatewayOptions['fetch']>>(fetch).mockImplementationOnce(() => {
      sent();
      return new Promise(() => undefined);
    });
    const gateway = createGateway(options({ fetch: send }));
    // Its timers are the real ones: they end it long after this test.
    gateway.vrInfo({ resource_code }).catch(() => undefined);
    await isSent;
    vi.advanceTimersByTime(10_001);
    expect(await gateway.vrInfo({ resource_code })).toEqual({ name: 'Loft' });
    expect(wild.exchanges()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

describe('OPENHOUSE_LOG=debug', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  /** Lines on standard error while work is done. */
  async function linesOf(level: string | undefined, work: () => Promise<unknown>): Promise<string[]> {
    vi.stubEnv('OPENHOUSE_LOG', level);
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await work().catch(() => undefined);
    const lines = said.mock.calls.map(([line]) => String(line).replace(/\d+ ms/, '… ms'));
    said.mockRestore();
    return lines;
  }

  test('says each request in a line: what, how it ended, request id', async () => {
    const lines = await linesOf('debug', () => createGateway(options()).vrInfo({ resource_code }));
    expect(lines).toEqual([
      `openhouse: POST ${wild.url}/auth/access_token attempt 1, HTTP 200, … ms, request request-1: access-token: success`,
      `openhouse: GET ${wild.url}/open/v3/vr/info?resource_code=demo-loft attempt 1, HTTP 200, … ms, request request-1: vr-info: success`,
    ]);
  });

  test('of a failure the reason, of a broken connection too; secret and token never, in one line each', async () => {
    wild.onCall = (response, { headers }) =>
      sendFailure(response, 404, 'err_resource_not_found', { message: `No ${headers.authorization}\nfor ${SECRET}.` });
    const refused = await linesOf('debug', () => createGateway(options()).vrInfo({ resource_code }));
    expect(refused[1]).toMatch(/HTTP 404, … ms, request request-1: vr-info: err_resource_not_found: No \[hidden\]/);
    wild.onCall = (response) => response.destroy();
    const broken = await linesOf('debug', () => createGateway(options()).vrInfo({ resource_code }));
    expect(broken[1]).toMatch(/HTTP none, … ms: vr-info: .* could not be reached/);
    for (const line of [...refused, ...broken]) {
      expect(line).not.toMatch(/\n/);
      for (const canary of [SECRET, TOKEN]) expect(line).not.toContain(canary);
    }
  });

  test.each([undefined, '', 'info'])('with %j nothing is said', async (level) => {
    expect(await linesOf(level, () => createGateway(options()).vrInfo({ resource_code }))).toEqual([]);
  });
});
