import { type Asked, judge, type RawAnswer, type Success, transportError } from './answers.ts';
import type { RequestEvent, ResponseEvent } from './connection.ts';
import type { Copy } from './copies.ts';
import { GatewayError, TransportError } from './errors.ts';
import { version } from './generated/version.ts';
import type { Settings } from './options.ts';
import { quietly } from './quietly.ts';
import { readText } from './read-text.ts';
import { openScope, orAborted, type Scope } from './scope.ts';
import type { Shield } from './shield.ts';

/** What requests are sent with. */
export interface Wire {
  readonly settings: Settings;
  readonly shield: Shield;
}

/** What hooks do not get to see of a request. */
export interface HiddenParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  /** What is kept of an earlier answer, where 304 may say that it still holds. */
  readonly copy?: Copy | undefined;
}

/**
 * Sends one request and judges its answer; hooks hear of both.
 * @throws {GatewayError | TransportError} Or the reason of the scope's signal.
 */
export async function sendOnce(
  wire: Wire,
  scope: Scope,
  timeoutMs: number,
  request: RequestEvent,
  hidden: HiddenParts,
): Promise<Success> {
  const { onRequest, onResponse, ids, debug } = wire.settings;
  const added = quietly(() => onRequest?.(request));
  const startedMs = performance.now();
  const tell = (end: Partial<Success> | GatewayError | TransportError) =>
    quietly(() => {
      const { httpStatus, requestId, traceId } = end as Partial<Success>;
      const error = end instanceof Error ? end : undefined;
      const event = { ...request, durationMs: performance.now() - startedMs, httpStatus, requestId, traceId, error };
      if (debug) console.error(debugLine(event));
      return onResponse?.(event);
    });
  try {
    const success = judge(
      await receive(wire, scope, timeoutMs, request, hidden, added ?? {}),
      request,
      ids === 'bigint-safe',
      wire.shield,
    );
    tell(success);
    return success;
  } catch (error) {
    tell(error instanceof GatewayError || error instanceof TransportError ? error : {});
    throw error;
  }
}

/** What an event tells, in a line: no header and no body is in it, and so no secret. */
function debugLine({
  operation,
  method,
  url,
  attempt,
  durationMs,
  httpStatus,
  requestId,
  error,
}: ResponseEvent): string {
  const end = error?.message ?? `${operation}: ${httpStatus === undefined ? 'given up' : 'success'}`;
  const ids = requestId ? `, request ${requestId}` : '';
  return `openhouse: ${method} ${url} attempt ${attempt}, HTTP ${httpStatus ?? 'none'}, ${Math.round(durationMs)} ms${ids}: ${end}`;
}

/** What Node's `fetch` says of a proxy that opens no way to the gateway. Aborts of our own have been told apart before. */
const PROXY_REFUSES = 'UND_ERR_ABORTED';

/** Sends and reads, until the attempt's time is over or the scope ends. */
async function receive(
  { settings, shield }: Wire,
  scope: Scope,
  timeoutMs: number,
  request: RequestEvent & Asked,
  { headers = {}, body, copy }: HiddenParts,
  added: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const attempt = openScope(timeoutMs, scope.signal, () =>
    transportError(request, 'timeout', `No whole answer came within ${timeoutMs} ms.`),
  );
  const { signal } = attempt;
  const exchange = async () => {
    const response = await settings.fetch(request.url, {
      method: request.method,
      headers: headersOf(added, headers),
      signal,
      // Never followed: a redirect would carry the form with the app secret to another address.
      redirect: 'manual',
      body: body ?? null,
    });
    const text = await readText(response.body, settings.maxResponseBytes, (reason, sentence) =>
      transportError(request, reason, sentence),
    );
    const { status } = response;
    return { httpStatus: status, headers: response.headers, text: status === 304 && copy ? copy.text : text };
  };
  try {
    return await orAborted(exchange(), signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof TransportError) throw error;
    const causeCode = codeOf(error, shield);
    const sentence = `${settings.baseUrl} could not be reached, or broke off${causeCode && ` (${causeCode})`}.`;
    throw transportError(request, 'connection', sentence, {
      ...(causeCode && { causeCode }),
      ...(causeCode === PROXY_REFUSES && { advice: 'A proxy refused: does it want a password?' }),
    });
  } finally {
    attempt.close();
  }
}

/** Headers of the connection and of the body, and those that ask for another answer: a hook that hands on what it was called with has them. */
const NOT_OF_HOOKS =
  /^(accept-enc|connection|content-|expect|host|if-|keep-|proxy-|range|te$|trailer|transfer-|upgrade)/i;

/** Headers of hooks below our own; invalid ones of hooks are left out. Hooks may give another `user-agent`. */
function headersOf(added: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>): Headers {
  const headers = new Headers({ 'user-agent': `openhouse-sdk/${version}` });
  for (const [name, value] of Object.entries(added)) {
    if (!NOT_OF_HOOKS.test(name)) quietly(() => headers.set(name, value));
  }
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

/** The system's code somewhere in the chain of causes, as in `ECONNREFUSED`; empty without one. `localhost` is several attempts. */
function codeOf(error: unknown, shield: Shield): string {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) && !shield.finds(code)) return code;
  const inner = cause ?? errors?.[0];
  return inner === undefined || inner === error ? '' : codeOf(inner, shield);
}
