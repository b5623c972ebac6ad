import { GatewayError, TransportError, type TransportReason } from './errors.ts';
import { parseExact } from './exact-json.ts';
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

/** Which request of which operation. */
export interface Asked {
  readonly operation: string;
  readonly attempt: number;
}

const ADVICE: Readonly<Record<TransportReason, string>> = {
  connection: 'Check baseUrl, and that the gateway runs.',
  timeout: 'Look at the network and the gateway, or raise the timeout.',
  redirect: 'Set baseUrl to the gateway itself, often https: credentials follow no redirect.',
  malformed: 'Set baseUrl to the gateway itself.',
  'too-large': 'Raise maxResponseBytes if that is expected.',
};

/** What proxies answer while nothing answers behind them. */
export const BY_PROXIES = [502, 503, 504];
const BEHIND_A_PROXY = 'A proxy answered, the gateway behind it did not: try later.';

/** An error of a request without a usable answer. */
export function transportError(
  { operation, attempt }: Asked,
  reason: TransportReason,
  sentence: string,
  more: {
    readonly httpStatus?: number;
    readonly retryAfterS?: number | undefined;
    readonly causeCode?: string;
    readonly advice?: string;
  } = {},
): TransportError {
  return new TransportError({ operation, attempts: attempt, advice: ADVICE[reason], reason, ...more }, sentence);
}

/**
 * Judges an answer by HTTP status and envelope alike (SPEC 5): neither alone makes a success.
 * @throws {GatewayError | TransportError}
 */
export function judge(raw: RawAnswer, asked: Asked, exact: boolean, shield: Shield): Success {
  const { httpStatus, text } = raw;
  const facts = {
    httpStatus,
    retryAfterS: retryAfterS(raw.headers),
    ...(BY_PROXIES.includes(httpStatus) && { advice: BEHIND_A_PROXY }),
  };
  const fail = (reason: TransportReason, what: string) =>
    transportError(asked, reason, `The answer is ${shield.clean(what)} (HTTP ${httpStatus}).`, facts);
  // 304 has a text where it stands for a copy (copies.ts).
  const isCopy = httpStatus === 304 && text !== '';
  if (httpStatus >= 300 && httpStatus < 400 && httpStatus !== 304) {
    const [origin] = /^https?:\/\/[\w.:[\]-]+(?=[/?#]|$)/.exec(raw.headers.get('location') ?? '') ?? [];
    throw fail('redirect', `a redirect${origin ? ` to ${origin}` : ''}`);
  }
  const envelope = parsed(text, exact);
  // A packed answer that was cut on the way is unpacked as far as it goes, and nothing else says so.
  if (envelope === undefined && httpStatus === 200 && /^\s*\{/.test(text)) {
    throw transportError(asked, 'connection', 'The answer is cut off.', { ...facts, advice: 'Does a proxy cut it?' });
  }
  const { code, status, message, data, request_id, trace_id } = envelope ?? {};
  if (typeof code !== 'number' || typeof status !== 'string') {
    const server = raw.headers.get('server');
    throw fail('malformed', `${/^\s*</.test(text) ? 'HTML' : 'not an envelope'}${server ? ` of ${server}` : ''}`);
  }
  const requestId = shield.clean(isCopy ? raw.headers.get('x-request-id') : request_id);
  const traceId = shield.clean(trace_id);
  if (code !== 0 || status !== 'success') {
    // Every path is the contract's: only what stands before it can be wrong.
    const hint = status === 'err_path_not_found' ? ' Set baseUrl to the address of the gateway alone.' : '';
    const advice = shield.clean(message) + hint || 'Quote the request id when you ask for help.';
    throw new GatewayError({
      ...facts,
      operation: asked.operation,
      attempts: asked.attempt,
      advice,
      status: shield.clean(status),
      code,
      requestId,
      traceId,
    });
  }
  if (httpStatus !== 200 && !isCopy) throw fail('malformed', 'an envelope of success');
  return { ...raw, data, requestId, traceId };
}

function parsed(text: string, exact: boolean): Readonly<Record<string, unknown>> | undefined {
  try {
    return (exact ? parseExact : JSON.parse)(text);
  } catch {
    return undefined;
  }
}

/** Seconds of a Retry-After header: a number, or a date by the clock of whoever sent it. */
function retryAfterS(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - serverNowMs(headers)) / 1000));
}

/** Milliseconds since the Unix epoch by the server's Date header, else by our own clock. */
export function serverNowMs(headers: Headers): number {
  return Date.parse(headers.get('date') ?? '') || Date.now();
}
