import { type ExitCode, Refusal, UsageError } from './command.ts';
import { type Told, told } from './told.ts';

/** The gateway refused or did not answer; the message is its own sentence. */
export class GatewayRefusal extends Refusal {
  override name = 'GatewayRefusal';
  override readonly retryAfterS: number | undefined;

  constructor(status: string, said: Told, exitCode: ExitCode = 1, retryAfterS?: number) {
    super(status, said, exitCode);
    this.retryAfterS = retryAfterS;
  }
}

/** What one answer may take. */
export interface AnswerBounds {
  /** Milliseconds in which nothing comes: the answer has stalled. */
  readonly stallMs: number;
  /** Milliseconds for the whole answer: one that trickles has an end too. */
  readonly wholeMs: number;
  /** Bytes of the body. */
  readonly bytes: number;
}

/** An answer that came whole. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Seconds without a byte after which an answer counts as stalled, where nobody says another number. */
export const STALL_S = 30;
/** How many times the stall timeout a whole answer may take: five minutes by default. */
const WHOLE_TIMES = 10;

/** @param stallS Seconds without a byte. */
export const boundsOf = (stallS: number, bytes: number): AnswerBounds => ({
  stallMs: stallS * 1000,
  wholeMs: stallS * 1000 * WHOLE_TIMES,
  bytes,
});

/**
 * Sends a request and reads the whole answer, within bounds. A redirect is not followed: it would carry credentials to
 * another address.
 * @throws {GatewayRefusal} UNREACHABLE, which is worth a repeat: no connection, an answer that stalls or breaks off.
 * @throws {GatewayRefusal} ENDLESS, likewise: more than the bounds, where no length was declared.
 * @throws {Refusal} TOO_LARGE
 * @throws {UsageError} when the certificate is not trusted.
 */
export async function boundedCall(
  url: string,
  init: RequestInit,
  { stallMs, wholeMs, bytes }: AnswerBounds,
): Promise<WholeAnswer> {
  const { origin } = new URL(url);
  const away = (what: Told) => new GatewayRefusal('UNREACHABLE', told`The gateway at ${origin} ${what}`, 4);
  const ending = new AbortController();
  const stalled = setTimeout(() => ending.abort(away(told`sent nothing for ${stallMs / 1000} s.`)), stallMs);
  const endless = setTimeout(
    () => ending.abort(away(told`did not finish its answer in ${wholeMs / 1000} s.`)),
    wholeMs,
  );
  let begun = false;
  try {
    const { status, headers, body } = await fetch(url, { redirect: 'manual', ...init, signal: ending.signal });
    begun = true;
    if (Number(headers.get('content-length')) > bytes) {
      ending.abort();
      throw new Refusal('TOO_LARGE', told`an answer is longer than ${bytes} bytes`);
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of body ?? []) {
      stalled.refresh();
      length += chunk.length;
      // Without a length that was declared, it may have no end, which is a fault that passes.
      if (length > bytes) {
        throw new GatewayRefusal(
          'ENDLESS',
          told`The gateway at ${origin} sent more than ${bytes} bytes, and no end.`,
          4,
        );
      }
      chunks.push(chunk);
    }
    return { status, headers, body: Buffer.concat(chunks) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (ending.signal.aborted) throw ending.signal.reason;
    const distrusted = distrust(error, origin);
    if (distrusted !== undefined) throw distrusted;
    throw away(begun ? told`broke off its answer.` : told`does not answer: ${silenceOf(error, url)}`);
  } finally {
    clearTimeout(stalled);
    clearTimeout(endless);
  }
}

/** OpenSSL's codes for a certificate with an unknown issuer, another host, or outside its validity. */
const DISTRUST =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_[A-Z_]+|CERT_[A-Z_]+|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** What to do about a certificate that is not trusted; undefined for any other error. */
export function distrust(error: unknown, origin: string): UsageError | undefined {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string' && DISTRUST.test(code)) {
    return new UsageError(
      told`The certificate of ${origin}, or of the proxy before it, is not trusted here (${code}). If it comes from an authority of your own, name its certificate in OPENHOUSE_CA_FILE.`,
    );
  }
  return cause === undefined || cause === error ? undefined : distrust(cause, origin);
}

/** How the proxy of a connection is known in the environment. */
const PROXY = told`the proxy that HTTP_PROXY or HTTPS_PROXY names`;

/** Why there is no answer, in words, and what to do: by the code of the system or of OpenSSL that is the cause. */
export function silenceOf(error: unknown, url: string): Told {
  const { code, hostname, address, port, message } = causeOf(error);
  const place = port === undefined ? told`${address ?? ''}` : told`${address ?? ''} port ${port}`;
  const at = address === undefined ? told`there` : told`at ${place}`;
  const asked = new URL(url);
  // A connection to somewhere else than the address is one to the proxy.
  const isProxy = port !== undefined && port !== Number(asked.port || (asked.protocol === 'https:' ? 443 : 80));
  const [, refused] = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(message ?? '') ?? [];
  if (refused !== undefined)
    return told`${PROXY} answered HTTP ${refused}. Does it want a user name and password before its host, or not lead there?`;
  // What `fetch` says of a port of another protocol, before it calls anybody.
  if (message === 'bad port') return told`no client of HTTP calls port ${asked.port}. Let it listen at another one.`;
  switch (code) {
    case 'ECONNREFUSED':
      return told`nothing listens ${at}${isProxy ? told`, ${PROXY}` : ''}. Is the address right, and is it running?`;
    case 'ENOTFOUND':
      if (hostname !== undefined && hostname !== asked.hostname)
        return told`nobody knows the name ${hostname} of ${PROXY}. Is it spelt right?`;
      return told`nobody knows the name ${hostname ?? told`of the host`} here. Is it spelt right, or does a proxy know it (HTTPS_PROXY)?`;
    case 'EAI_AGAIN':
      return told`the name ${hostname ?? told`of the host`} cannot be looked up now. Is there a network?`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return told`no connection in time. Is there a network, and does a firewall let it through?`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return told`no way leads ${address === undefined ? at : told`to ${address}`}. Is there a network?`;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return told`it speaks no TLS at this port. Write http:// if it is on this machine, else name the port of the proxy before it.`;
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return told`it closed the connection. If it was being restarted, try again; else, is it the right port, and http:// or https:// as it takes?`;
    default:
      // A number, as a DOMException has one, says nothing to people.
      return told`${typeof code === 'string' ? code : told`there is no connection`}. Is the address right, and is it running?`;
  }
}

interface Cause {
  readonly code?: unknown;
  readonly message?: string;
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
}

/** The innermost cause that has a code, else the innermost; of several attempts, as at `localhost`, the last one. */
function causeOf(error: unknown): Cause {
  const own = (error ?? {}) as Cause & { readonly cause?: unknown; readonly errors?: readonly unknown[] };
  const inner = own.cause ?? own.errors?.at(-1);
  const deeper = inner === undefined || inner === error ? own : causeOf(inner);
  return deeper.code === undefined && own.code !== undefined ? own : deeper;
}

/** Seconds of Retry-After: a number, or a date by the clock of whoever sent it; undefined without one. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const atMs = Date.parse(value);
  if (Number.isNaN(atMs)) return undefined;
  const nowMs = Date.parse(headers.get('date') ?? '') || Date.now();
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

/** Statuses that mean: the same call may succeed later. */
export const LATER: readonly number[] = [408, 425, 429, 502, 503, 504];
