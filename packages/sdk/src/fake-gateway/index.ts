import { BREAKS_CONNECTION } from '../breaks-connection.ts';
import type { FailureStatus } from '../generated/failures.ts';
import type { GatewayOptions } from '../options.ts';
import { failures as failuresText, operations as operationsText } from './contract.ts';
import { type FakeOperation, pairsOf, type Refused, refused } from './judge.ts';
import { MAX_BODY_BYTES, MAX_HEAD_BYTES } from './wire/bounds.ts';
import type { ReadFields } from './wire/fields.ts';
import { inputReader } from './wire/input.ts';
import { InputRefused } from './wire/input-refused.ts';

/** Name of an operation, as in `vr-info`; `access-token` is the exchange. */
export type FakeOperationName = string;

/** What happens in place of an answer. `connection`: none comes; `hang`: none comes until the caller gives up; `malformed`: a page of
 * HTML, as proxies answer; `redirect`: to another address; `cut`: an answer that breaks off. */
export type FakeBreakdown = 'connection' | 'hang' | 'malformed' | 'redirect' | 'cut';

/** One call that arrived. */
export interface FakeCall {
  /** Undefined where the path belongs to none. */
  readonly operation: FakeOperationName | undefined;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Fields of query and body. The app secret is not among them. */
  readonly input: Readonly<Record<string, unknown>>;
  /** `success`, the status of the failure, or the breakdown. */
  readonly outcome: string;
}

/** What a fault is, and for how long. */
export interface FaultOptions {
  /** Calls that it meets; all of them by default. */
  readonly times?: number | undefined;
  /** Seconds in `Retry-After`, as a whole number. */
  readonly retryAfterS?: number | undefined;
}

export interface FakeGatewayOptions {
  /** Codes of the tours that are there; any other is `err_resource_not_found`. Without the option every code is there. */
  readonly tours?: readonly string[] | undefined;
  /** Seconds that a token lasts; 600 by default. */
  readonly tokenLifetimeS?: number | undefined;
}

/** A gateway without a network, made from the contract. */
export interface FakeGateway {
  /**
   * Options for `createGateway` and `connect`: address, credentials, and a `fetch` that asks this gateway. Without `ids`, so that what is
   * made of them is the usual `Gateway`.
   */
  readonly options: Omit<GatewayOptions, 'ids'> & {
    readonly fetch: NonNullable<GatewayOptions['fetch']>;
    readonly appSecret: string;
  };
  /** Every call so far, the exchange too. */
  readonly calls: readonly FakeCall[];
  /** Answers one request: for a server of your own, so that other programs can ask it. */
  handle(request: Request): Promise<Response>;
  /**
   * Gives an operation a payload: fields that replace those of the contract's example, or a function of the input that returns the whole
   * payload, or a promise of it.
   * @throws {TypeError} When there is no such operation (`*` is none), or the payload is neither an object nor a function.
   */
  answer(operation: FakeOperationName, data: object | ((input: Readonly<Record<string, unknown>>) => unknown)): void;
  /**
   * Refuses calls of an operation, or of `*`, which is every one.
   * @throws {TypeError} When there is no such operation or failure, `times` is no number of calls, or `retryAfterS` none of seconds.
   */
  fail(operation: FakeOperationName, status: FailureStatus, options?: FaultOptions): void;
  /**
   * Answers calls of an operation, or of `*`, with nothing usable.
   * @throws {TypeError} When there is no such operation or breakdown, `times` is no number of calls, or `retryAfterS` none of seconds.
   */
  breakDown(operation: FakeOperationName, breakdown: FakeBreakdown, options?: FaultOptions): void;
  /** Ends every token, as a rotation of keys does. */
  endTokens(): void;
  /** Forgets faults, payloads and calls; tokens stay. */
  reset(): void;
}

interface Fault extends FaultOptions {
  readonly operation: FakeOperationName;
  readonly what: FailureStatus | FakeBreakdown;
  left: number;
}

const BASE_URL = 'https://gateway.example.com';
const APP_KEY = 'ohk_fake';
const APP_SECRET = 'ohs_fake-secret-of-no-app';
const BREAKDOWNS = ['connection', 'hang', 'malformed', 'redirect', 'cut'];
const EXCHANGE = 'access-token';

/**
 * Makes a gateway for tests: the paths, parameters, refusals and examples of the contract, and faults when you ask for them.
 * @throws {TypeError} When `tours` is no list, or `tokenLifetimeS` no number of seconds.
 */
export function fakeGateway({ tours, tokenLifetimeS = 600 }: FakeGatewayOptions = {}): FakeGateway {
  // A text would have every part of itself as a tour.
  if (tours !== undefined && !Array.isArray(tours)) {
    throw new TypeError("tours takes a list of codes, as in ['my-tour'].");
  }
  // A text would be appended to the time of day.
  if (!Number.isFinite(tokenLifetimeS)) throw new TypeError('tokenLifetimeS takes a number of seconds.');
  const operations = new Map(JSON.parse(operationsText) as [string, FakeOperation][]);
  const failures = new Map(JSON.parse(failuresText) as [FailureStatus, Omit<Refused, 'status'>][]);
  const calls: FakeCall[] = [];
  let arrived = 0;
  const payloads = new Map<string, object | ((input: Readonly<Record<string, unknown>>) => unknown)>();
  let faults: Fault[] = [];
  const tokens = new Map<string, number>();

  const known = (operation: string) => {
    if (!operations.has(operation)) {
      throw new TypeError(`There is no operation ${operation}: take one of ${[...operations.keys()].join(', ')}.`);
    }
  };
  const add = (operation: string, what: Fault['what'], options: FaultOptions = {}) => {
    if (operation !== '*') known(operation);
    const { times: left = Number.POSITIVE_INFINITY, retryAfterS = 0 } = options;
    if (!(left >= 0)) throw new TypeError('times takes a number of calls.');
    if (!(Number.isInteger(retryAfterS) && retryAfterS >= 0)) {
      throw new TypeError('retryAfterS takes a whole number of seconds.');
    }
    faults.push({ ...options, operation, what, left });
  };

  /** The first fault that meets a call; each meets only so many. */
  function faultOf(operation: string): Fault | undefined {
    const fault = faults.find((one) => one.left > 0 && (one.operation === '*' || one.operation === operation));
    if (fault !== undefined) fault.left -= 1;
    return fault;
  }

  function refusal(
    count: number,
    status: FailureStatus,
    message?: string,
    headers: Record<string, string> = {},
  ): Answered {
    const { code, httpStatus, message: sentence, advice } = failures.get(status) ?? refused(status);
    return envelope(
      count,
      httpStatus,
      { code, status, message: message ?? `${sentence} ${advice}`, data: null },
      headers,
    );
  }

  const success = (count: number, data: unknown, headers: Record<string, string>) =>
    envelope(count, 200, { code: 0, status: 'success', data }, headers);

  function exchange(count: number, { values: input, ignored }: ReadFields): Answered {
    const note = ignoredNote(ignored);
    if (input.app_key !== APP_KEY || input.app_secret !== APP_SECRET) {
      return refusal(count, 'err_app_credentials_invalid', undefined, note);
    }
    const access_token = `oht_fake-${count}`;
    const expire_at = Math.floor(Date.now() / 1000) + tokenLifetimeS;
    tokens.set(access_token, expire_at);
    return success(count, { access_token, expire_at }, note);
  }

  async function read(
    count: number,
    name: string,
    operation: FakeOperation,
    { values, ignored }: ReadFields,
  ): Promise<Answered> {
    const code = values.resource_code ?? values.vr_code;
    const note = ignoredNote(ignored);
    if (code !== undefined && tours !== undefined && !tours.includes(code)) {
      return refusal(count, 'err_resource_not_found', undefined, note);
    }
    const input = withNumbers(values, operation);
    const given = payloads.get(name);
    if (typeof given === 'function') return success(count, await given(input), note);
    const data = { ...(operation.data as Record<string, unknown>) };
    for (const field of ['resource_code', 'vr_code']) if (code !== undefined && field in data) data[field] = code;
    if (name === 'vr-list' && tours !== undefined) Object.assign(data, listOf(tours, data, input));
    return success(count, { ...data, ...given }, note);
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    const [name, operation] = [...operations].find(([, { path }]) => path === pathname) ?? [];
    const bytes = new Uint8Array(await request.arrayBuffer());
    const contentType = request.headers.get('content-type') ?? undefined;
    const input = {
      ...Object.fromEntries(searchParams),
      ...pairsOf(new TextDecoder().decode(bytes), contentType ?? ''),
    };
    const { app_secret: _, ...shown } = input;
    const fault = faultOf(name ?? '');
    arrived += 1;
    const count = arrived;
    const noted = (outcome: string) =>
      calls.push({ operation: name, method: request.method, target: pathname + search, input: shown, outcome });
    if (fault !== undefined && BREAKDOWNS.includes(fault.what)) {
      noted(fault.what);
      return broken(fault.what as FakeBreakdown, request.signal);
    }
    const { outcome, response } = await judged();
    noted(outcome);
    return request.method === 'HEAD' ? new Response(null, response) : response;

    async function judged(): Promise<Answered> {
      if (fault !== undefined) {
        const wait = fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) };
        return refusal(count, fault.what as FailureStatus, undefined, wait);
      }
      if (headBytes(request) > MAX_HEAD_BYTES) return refusal(count, 'err_headers_too_large');
      if (name === undefined || operation === undefined) return refusal(count, 'err_path_not_found');
      const methods = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method];
      if (!methods.includes(request.method)) {
        const allow = methods.join(', ');
        return refusal(count, 'err_method_not_allowed', `This path takes ${allow}.`, { allow });
      }
      if (bytes.length > MAX_BODY_BYTES) return refusal(count, 'err_payload_too_large');
      if (name !== EXCHANGE) {
        const token = request.headers.get('authorization');
        if (!token) return refusal(count, 'err_access_token_missing');
        const end = tokens.get(token);
        if (end === undefined) return refusal(count, 'err_access_token_invalid');
        if (end * 1000 <= Date.now()) return refusal(count, 'err_access_token_expired');
      }
      try {
        const fields = inputReader(operation)(search.slice(1), Object.fromEntries(request.headers), onePerByte(bytes));
        return name === EXCHANGE ? exchange(count, fields) : await read(count, name, operation, fields);
      } catch (error) {
        if (error instanceof InputRefused) return refusal(count, error.status, error.message);
        throw error;
      }
    }
  }

  return {
    options: {
      baseUrl: BASE_URL,
      appKey: APP_KEY,
      appSecret: APP_SECRET,
      fetch: (url, init) => handle(new Request(url, init)),
    },
    calls,
    handle,
    answer(operation, data) {
      known(operation);
      if (typeof data !== 'function' && (typeof data !== 'object' || data === null)) {
        throw new TypeError('answer takes fields of a payload, or a function that returns one.');
      }
      payloads.set(operation, data);
    },
    fail(operation, status, options) {
      if (!failures.has(status)) {
        throw new TypeError(`There is no failure ${status}: take one of ${[...failures.keys()].join(', ')}.`);
      }
      add(operation, status, options);
    },
    breakDown(operation, breakdown, options) {
      if (!BREAKDOWNS.includes(breakdown)) throw new TypeError(`A breakdown is one of ${BREAKDOWNS.join(', ')}.`);
      add(operation, breakdown, options);
    },
    endTokens: () => tokens.clear(),
    reset() {
      faults = [];
      payloads.clear();
      calls.length = 0;
      arrived = 0;
    },
  };
}

/** Bytes of the request line and of the headers. */
function headBytes({ method, url, headers }: Request): number {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return [method, url, ...lines].join(' ').length;
}

/** The bytes as a text of one character each. */
const onePerByte = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** What the gateway ignored, as it says so. */
const ignoredNote = (ignored: readonly string[]): Record<string, string> =>
  ignored.length === 0 ? {} : { 'X-Ignored-Parameters': ignored.join(', ') };

/** Fields as payloads are given them: those that the contract declares as numbers are numbers. */
function withNumbers(values: ReadFields['values'], { body }: FakeOperation): Record<string, unknown> {
  const isNumber = (name: string) => body?.schema.properties[name]?.type === 'integer';
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isNumber(name) ? Number(value) : value]),
  );
}

/** The page of the list of tours that was asked for. */
function listOf(
  tours: readonly string[],
  data: Readonly<Record<string, unknown>>,
  { page = 1, page_size = data.page_size }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const [template] = data.list as object[];
  const size = Number(page_size);
  const codes = tours.slice((Number(page) - 1) * size, Number(page) * size);
  const list = codes.map((code) => ({ ...template, vr_code: code, resource_code: code, name: code }));
  return { list, page: Number(page), page_size: size, total: tours.length };
}

/** A response, and the status of its envelope. */
interface Answered {
  readonly outcome: string;
  readonly response: Response;
}

function envelope(
  count: number,
  httpStatus: number,
  body: { readonly code: number; readonly status: string; readonly message?: string; readonly data: unknown },
  headers: Record<string, string> = {},
): Answered {
  const ids = { request_id: `fake-${count}`, trace_id: count.toString(16).padStart(32, '0') };
  const text = JSON.stringify({ ...ids, business_code: '', osi_request_id: '', cost: 0, ...body });
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return {
    outcome: body.status,
    response: new Response(text, { status: httpStatus, headers: { ...type, ...headers } }),
  };
}

function broken(breakdown: FakeBreakdown, signal: AbortSignal): Promise<Response> | Response {
  switch (breakdown) {
    case 'connection':
      return Promise.reject(
        Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' }, [BREAKS_CONNECTION]: true }),
      );
    case 'hang':
      return new Promise((_, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop, { once: true });
      });
    case 'malformed':
      return new Response('<html><title>502 Bad Gateway</title></html>', { status: 502 });
    case 'redirect':
      return new Response(null, { status: 302, headers: { location: 'https://elsewhere.example.com/' } });
    case 'cut':
      return new Response('{"code":0,"status":"success","data":{"name":"Lo', { status: 200 });
  }
}
