import { judge, type RawAnswer, type Success, transportError } from './answers.ts';
import type { RequestEvent } from './connection.ts';
import { GatewayError, TransportError } from './errors.ts';
import type { Settings } from './options.ts';
import { NotText, readText, TooLarge } from './read-text.ts';
import { orAborted, type Scope } from './scope.ts';
import type { Shield } from './shield.ts';

/** One request, with what hooks do not get to see. */
export interface WireRequest extends RequestEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

/** What one request is sent with. */
export interface Wire {
  readonly settings: Settings;
  readonly shield: Shield;
}

/**
 * Sends one request and judges its answer; hooks hear of both.
 * @throws {GatewayError | TransportError} Or the reason of the scope's signal.
 */
export async function sendOnce(wire: Wire, scope: Scope, timeoutMs: number, request: WireRequest): Promise<Success> {
  const { onRequest, onResponse } = wire.settings;
  const { operation, method, url, attempt } = request;
  const event = { operation, method, url, attempt };
  const added = quietly(() => onRequest?.(event));
  const startedMs = performance.now();
  const told = (rest: {
    httpStatus?: number;
    requestId?: string;
    traceId?: string;
    error?: GatewayError | TransportError;
  }) => quietly(() => onResponse?.({ ...event, durationMs: performance.now() - startedMs, ...rest }));
  try {
    const raw = await receive(wire, scope, timeoutMs, request, typeof added === 'object' ? added : {});
    const success = judge(raw, request, wire.settings.exact, wire.shield);
    const { httpStatus, requestId, traceId } = success;
    told({ httpStatus, requestId, traceId });
    return success;
  } catch (error) {
    if (error instanceof GatewayError) {
      const { httpStatus, requestId, traceId } = error;
      told({ httpStatus, requestId, traceId, error });
    } else if (error instanceof TransportError) {
      const { httpStatus } = error;
      told({ ...(httpStatus === undefined ? {} : { httpStatus }), error });
    } else told({});
    throw error;
  }
}

/** Sends and reads, until the attempt's time is over or the scope ends. */
async function receive(
  { settings, shield }: Wire,
  scope: Scope,
  timeoutMs: number,
  request: WireRequest,
  added: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const attempt = new AbortController();
  const stop = () => attempt.abort(scope.signal.reason);
  const late = () => attempt.abort(transportError(request, 'timeout', `no whole answer came within ${timeoutMs} ms.`));
  const timer = setTimeout(late, timeoutMs);
  scope.signal.addEventListener('abort', stop);
  if (scope.signal.aborted) stop();
  try {
    const { method, url, body } = request;
    const { signal } = attempt;
    const headers = headersOf(added, request.headers);
    // Never followed: a redirect would carry the form with the app secret to another address.
    const init: RequestInit = { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }) };
    const exchange = async () => {
      const response = await settings.fetch(url, init);
      const text = await readText(response.body, settings.maxResponseBytes);
      return { httpStatus: response.status, headers: response.headers, text };
    };
    return await orAborted(exchange(), signal);
  } catch (error) {
    if (attempt.signal.aborted) throw attempt.signal.reason;
    if (error instanceof TooLarge) {
      throw transportError(request, 'too-large', `the answer has more than ${settings.maxResponseBytes} bytes.`);
    }
    if (error instanceof NotText) throw transportError(request, 'malformed', 'the answer is not UTF-8 text.');
    // The error itself stays here: runtimes quote header values in theirs.
    const causeCode = codeOf(error, shield);
    const because = causeCode === undefined ? '' : ` (${causeCode})`;
    const sentence = `${settings.baseUrl} could not be reached, or broke off${because}.`;
    throw transportError(request, 'connection', sentence, { causeCode });
  } finally {
    clearTimeout(timer);
    scope.signal.removeEventListener('abort', stop);
  }
}

/** Headers of hooks below our own; invalid ones of hooks are left out. */
function headersOf(added: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(added)) quietly(() => headers.set(name, value));
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

/** The system's code somewhere in the chain of causes, as in `ECONNREFUSED`. */
function codeOf(error: unknown, shield: Shield): string | undefined {
  let cause = error;
  for (let depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth += 1) {
    const { code, cause: next } = cause as { code?: unknown; cause?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) && !shield.finds(code)) return code;
    cause = next;
  }
  return undefined;
}

/** What a hook throws must not break calls. */
function quietly<T>(hook: () => T): T | undefined {
  try {
    return hook();
  } catch {
    return undefined;
  }
}
