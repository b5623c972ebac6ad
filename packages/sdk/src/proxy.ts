import type { Connection, ReadOperation } from './connection.ts';
import type { GatewayError } from './errors.ts';
import { parseExact } from './exact-json.ts';
import { hotList } from './generated/hot-list.ts';
import { declarationOf } from './operation.ts';
import { quietly } from './quietly.ts';

/** What one of your users asks for. */
export interface ProxiedCall {
  /** As in `vr-info`. */
  readonly operation: string;
  /**
   * Only parameters that the operation takes, each once; most have `resource_code`. `hot-detail` takes it as well, although the gateway
   * finds a tag by its id alone: the tag is then answered only if it is one of that tour.
   */
  readonly query: Readonly<Record<string, string>>;
}

/** What a proxy passes on, and to whom. */
export interface ProxyOptions {
  readonly gateway: Connection;
  /** The reads to pass on, as in `[vrInfo, hotList]`. Everything else is refused. */
  readonly operations: readonly ReadOperation[];
  /**
   * Decides for each call whether this user may read this resource; the gateway knows the app only. Exactly `true`
   * passes the call on, a `Response` is answered in its place (as in 401 with a way to sign in), anything else and any
   * error refuse.
   */
  readonly authorize: (request: Request, call: ProxiedCall) => boolean | Response | Promise<boolean | Response>;
  /** Path in front of the operations: `/tours` serves `/tours/vr-info`, also with one slash at its end. Empty by default. */
  readonly basePath?: string | undefined;
  /**
   * Seconds a user's own browser may keep an answer, even when `authorize` would refuse by then; 0 by default, nothing
   * is kept. Failures and signed links are never kept, shared caches keep nothing.
   */
  readonly maxAgeS?: number | undefined;
  /** Told what went wrong behind an answer, for your log; users learn only what concerns them, and one who left early is nothing wrong.
   * It is not waited for; what it throws or rejects with is ignored. */
  readonly onError?: ((error: unknown, call: ProxiedCall) => void) | undefined;
}

/** HTTP statuses of failures that concern whoever asked; others are about the app, its token or the gateway. */
const FOR_USERS = [200, 400, 404];

/**
 * A web-standard handler that passes chosen reads on to your own signed-in users, on the app's token, which never
 * leaves the back end (decision 0054). Answers are the gateway's own bytes.
 * @throws {TypeError} When `gateway` or `authorize` is missing, or `operations` is not a list of reads.
 */
export function createProxy(options = {} as ProxyOptions): (request: Request) => Promise<Response> {
  const { gateway, operations, authorize, basePath = '', maxAgeS = 0, onError } = options;
  if (typeof authorize !== 'function') {
    throw new TypeError('authorize takes a function that decides who may read what; without it anybody could.');
  }
  if (!/^(\/[^/?#]+)*$/.test(basePath)) throw new TypeError('basePath is empty, or as in /tours.');
  // As the addresses of requests have it, where a path in Chinese is percent-encoded.
  const above = basePath && new URL(basePath, 'http://localhost').pathname;
  if (typeof gateway?.send !== 'function') throw new TypeError('gateway takes what connect makes.');
  const declarations = [operations].flat().map(declarationOf);
  for (const { name, method } of declarations) {
    if (method !== 'GET') throw new TypeError(`${name} changes things: call it in a handler of your own.`);
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    // Some servers end every path with a slash, as Next.js with `trailingSlash`.
    const path = pathname.replace(/\/$/, '');
    const operation = declarations.find(({ name }) => path === `${above}/${name}`);
    if (operation === undefined) return refusal(404, 'err_path_not_found', 'No operation is here.');
    if (request.method !== 'GET') {
      return refusal(405, 'err_method_not_allowed', 'This path takes GET.', { allow: 'GET' });
    }
    const names = [...searchParams.keys()];
    const parameters = operation.name === TAG ? [...operation.parameters, 'resource_code'] : operation.parameters;
    if (new Set(names).size < names.length || names.some((name) => !parameters.includes(name))) {
      return refusal(400, 'err_parameter_invalid', `${operation.name} takes ${parameters.join(', ')}, each once.`);
    }
    const call = { operation: operation.name, query: Object.fromEntries(searchParams) };
    try {
      const verdict = await authorize(request, call);
      if (verdict instanceof Response) return verdict;
      if (verdict !== true) return refusal(403, 'err_not_authorized', 'You may not read this.');
      const { signal } = request;
      const { resource_code, ...asked } = call.query;
      const ofTour = operation.name === TAG && resource_code !== undefined;
      if (ofTour && !(await hasTag(gateway, resource_code, asked.id, signal))) {
        return refusal(404, 'err_resource_not_found', 'The tour has no such tag.');
      }
      const { text } = await gateway.send(operation, ofTour ? asked : call.query, { signal });
      const kept = maxAgeS > 0 && !operation.secret;
      return answer(200, text, { 'cache-control': kept ? `private, max-age=${maxAgeS}` : 'no-store' });
    } catch (error) {
      // That somebody has left is no error.
      if (!request.signal.aborted || error !== request.signal.reason) quietly(() => onError?.(error, call));
      return refusalOf(error);
    }
  };
}

/** The read that names no tour. */
const TAG = 'hot-detail';

/** Whether a tag is one of a tour: by the tour's own list, every digit of whose ids counts. */
async function hasTag(gateway: Connection, resource_code: string, id: string | undefined, signal: AbortSignal) {
  const { text } = await gateway.send(hotList.declaration, { resource_code }, { signal });
  const { data } = parseExact(text) as { readonly data: { readonly tagList?: readonly { readonly id: unknown }[] } };
  return data.tagList?.some((tag) => String(tag.id) === id);
}

function refusalOf(error: unknown): Response {
  const { name, httpStatus, status, requestId, retryAfterS } = (error ?? {}) as GatewayError;
  // By its name: that of a gateway from another copy of the package, as where one is required and one imported, is no instance of ours.
  if (name === 'GatewayError' && FOR_USERS.includes(httpStatus)) {
    return refusal(httpStatus, status, 'Check what was asked for.', {}, requestId);
  }
  const wait = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
  return refusal(503, 'err_unavailable', 'The tour cannot be read now. Try again later.', wait, requestId);
}

function refusal(httpStatus: number, status: string, message: string, headers = {}, request_id = ''): Response {
  const envelope = {
    request_id,
    trace_id: '',
    business_code: '',
    osi_request_id: '',
    code: -1,
    status,
    cost: 0,
    message,
    data: null,
  };
  return answer(httpStatus, JSON.stringify(envelope), { 'cache-control': 'no-store', ...headers });
}

function answer(status: number, body: string, headers: Record<string, string>): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      // For pages of the same origin only, and different for each user.
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Cookie, Authorization',
      ...headers,
    },
  });
}
