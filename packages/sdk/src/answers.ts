import { GatewayError, TransportError, type TransportReason } from './errors.ts';
import { parseExact } from './exact-json.ts';
import { adviceOf } from './generated/failures.ts';
import type { Shield } from './shield.ts';

/** An answer of the gateway as it came. */
export interface RawAnswer {
  readonly httpStatus: number;
  readonly headers: Headers;
  readonly text: string;
}

/** An answer that succeeded. */
export interface Success extends RawAnswer {
  readonly data: unknown;
  readonly requestId: string;
  readonly traceId: string;
}

/** Whose answer it is. */
export interface Asked {
  readonly operation: string;
  readonly attempt: number;
}

const ADVICE: Readonly<Record<TransportReason, string>> = {
  connection: 'Check that the gateway runs and that baseUrl is its address.',
  timeout: 'Check the network and the gateway, or raise attemptTimeoutMs and totalTimeoutMs.',
  redirect: "Set baseUrl to the gateway's own address, often https instead of http: credentials follow no redirect.",
  malformed: 'Check that baseUrl is the address of the gateway itself and not of something in front of it.',
  'too-large': 'Raise maxResponseBytes if the answer is expected to be that large.',
};

/** An error of a call without a usable answer. */
export function transportError(
  asked: Asked,
  reason: TransportReason,
  sentence: string,
  more: {
    readonly httpStatus?: number;
    readonly retryAfterS?: number | undefined;
    readonly causeCode?: string | undefined;
  } = {},
): TransportError {
  return new TransportError(`${asked.operation}: ${sentence} ${ADVICE[reason]}`, {
    operation: asked.operation,
    attempts: asked.attempt,
    advice: ADVICE[reason],
    reason,
    httpStatus: more.httpStatus,
    retryAfterS: more.retryAfterS,
    causeCode: more.causeCode,
  });
}

/**
 * Judges an answer by HTTP status and envelope alike (SPEC 5): neither alone makes a success.
 * @throws {GatewayError | TransportError}
 */
export function judge(raw: RawAnswer, asked: Asked, exact: boolean, shield: Shield): Success {
  const { httpStatus, text } = raw;
  const facts = { httpStatus, retryAfterS: retryAfterS(raw.headers) };
  if (httpStatus >= 300 && httpStatus < 400) {
    throw transportError(asked, 'redirect', `the answer is a redirect (HTTP ${httpStatus}).`, facts);
  }
  const envelope = envelopeOf(text, exact);
  if (envelope === undefined) {
    throw transportError(asked, 'malformed', `the answer is not an envelope (HTTP ${httpStatus}).`, facts);
  }
  const { code, status } = envelope;
  const requestId = shield.clean(String(envelope.request_id ?? ''));
  const traceId = shield.clean(String(envelope.trace_id ?? ''));
  if (code === 0 && status === 'success') {
    if (httpStatus === 200) return { ...raw, data: envelope.data, requestId, traceId };
    throw transportError(asked, 'malformed', `the envelope says success, HTTP says ${httpStatus}.`, facts);
  }
  const named = shield.clean(status);
  const advice = Object.hasOwn(adviceOf, status)
    ? (adviceOf[status] ?? '')
    : 'Quote the request id when you ask for help.';
  const said = typeof envelope.message === 'string' ? shield.clean(envelope.message) : advice;
  throw new GatewayError(`${asked.operation}: ${named}: ${said}`, {
    ...facts,
    operation: asked.operation,
    attempts: asked.attempt,
    advice,
    status: named,
    code,
    requestId,
    traceId,
  });
}

interface Envelope extends Readonly<Record<string, unknown>> {
  readonly code: number;
  readonly status: string;
}

function envelopeOf(text: string, exact: boolean): Envelope | undefined {
  let value: unknown;
  try {
    value = exact ? parseExact(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { code, status } = value as Record<string, unknown>;
  return typeof code === 'number' && typeof status === 'string' ? (value as Envelope) : undefined;
}

/** Seconds of a Retry-After header: a number, or a date by the clock of whoever sent it. */
export function retryAfterS(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const atMs = Date.parse(value);
  if (Number.isNaN(atMs)) return undefined;
  return Math.max(0, Math.ceil((atMs - serverNowMs(headers)) / 1000));
}

/** Milliseconds since the Unix epoch by the server's Date header, else by our own clock. */
export function serverNowMs(headers: Headers): number {
  const atMs = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(atMs) ? Date.now() : atMs;
}
