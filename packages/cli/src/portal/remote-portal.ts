import { Readable } from 'node:stream';
import { IMPORT_PROGRESS_TYPE, type ImportProgressLine, PortalClock, TEAM_HEADER } from '@openhouse/contract';
import { distrust, silenceOf } from '../bounded-call.ts';
import { Refusal, UsageError } from '../command.ts';
import { withScheme } from '../gateway-client.ts';
import { languageHeaders } from '../languages/locale.ts';
import { type Told, told } from '../told.ts';
import type { World } from '../world.ts';
import {
  type AnyInput,
  dataOfAnswer,
  type PortalAnswer,
  type PortalCaller,
  pathOf,
  refusalOf,
  type UsedCredential,
} from './portal-caller.ts';

/** How long an answer is waited for, in milliseconds: each without a byte of it, and all of it. */
interface Patience {
  readonly silenceMs: number;
  readonly wholeMs: number;
}

/** For each kind of call. A long download over a slow line is no fault; an upload with its import may say nothing for long. */
export interface Patiences {
  readonly call: Patience;
  readonly download: Patience;
  readonly upload: Patience;
}

const HOUR_MS = 60 * 60 * 1000;
const PATIENCES: Patiences = {
  call: { silenceMs: 30_000, wholeMs: 5 * 60_000 },
  download: { silenceMs: 30_000, wholeMs: HOUR_MS },
  // Decision 0058.
  upload: { silenceMs: HOUR_MS, wholeMs: HOUR_MS },
};

export interface RemotePortal {
  readonly url: string;
  readonly baseUrl: string;
  /** Token of the session; undefined for calls that act for nobody. */
  readonly token: string | undefined;
  /** Public code of the Team to work in; undefined for the active one. */
  readonly team: string | undefined;
  /** `openhouse/0.1.0 …`, for the list of sessions. */
  readonly userAgent: string;
  /** The kind of token; absent for calls without one, and where it does not matter. */
  readonly credential?: UsedCredential;
  /** In which the portal says what is wrong. */
  readonly language?: World['language'];
  /** The usual one where it is absent. */
  readonly patiences?: Patiences;
}

/** The portal over the network. The token is sent in one header and appears nowhere else: in no URL, error or log. */
export function remotePortal({
  url,
  baseUrl,
  token,
  team,
  userAgent,
  language,
  credential = { kind: 'none' },
  patiences = PATIENCES,
}: RemotePortal): PortalCaller {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': userAgent,
    ...languageHeaders(language),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(team !== undefined && { [TEAM_HEADER]: team }),
  };
  const clock = new PortalClock();
  let heardOf = false;
  const unreachable = (why: Told) => new Refusal('UNREACHABLE', told`The portal at ${url} does not answer: ${why}`, 4);
  const send = async (
    path: string,
    init: RequestInit,
    { silenceMs, wholeMs }: Patience,
    read: (answer: Answered) => Promise<string>,
  ) => {
    const ending = new AbortController();
    const endAfter = (ms: number, why: Told) => setTimeout(() => ending.abort(unreachable(why)), ms);
    const silent = endAfter(silenceMs, told`it sent nothing for ${silenceMs / 1000} s. Try again.`);
    const endless = endAfter(wholeMs, told`it sent no whole answer in ${wholeMs / 1000} s. Try again.`);
    try {
      // Following a redirect would send the token to another address.
      const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init, signal: ending.signal });
      clock.learn(answer.headers.get('date'));
      heardOf = true;
      const { status, headers } = answer;
      const retryAfterS = headers.get('retry-after') ?? '';
      const text = await read({ headers, chunks: heardChunks(answer, () => silent.refresh()) });
      return { httpStatus: status, retryAfterS, text, headers };
    } catch (error) {
      if (ending.signal.aborted) throw ending.signal.reason;
      // What was to be sent could not be read, which is no fault of the portal.
      const own = usageErrorIn(error);
      if (own !== undefined) throw own;
      throw distrust(error, url) ?? unreachable(silenceOf(error, url));
    } finally {
      clearTimeout(silent);
      clearTimeout(endless);
    }
  };
  const ask = (method: string, path: string, body: unknown, patience: Patience): Promise<PortalAnswer> => {
    const sent =
      method === 'POST'
        ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
        : { headers };
    return send(path, { method, ...sent }, patience, textOf);
  };
  const asked = { target: url, credential };
  return {
    target: url,
    baseUrl,
    credential,
    async call(endpoint, input) {
      const { params, query, body } = input as AnyInput;
      const path = pathOf(endpoint, params, query);
      return dataOfAnswer(await ask(endpoint.method, path, body, patiences.call), asked) as never;
    },
    async upload(endpoint, input, { mediaType, body }, tell) {
      const { params, query } = input as AnyInput;
      const sent = {
        method: 'POST',
        headers: { ...headers, accept: `${IMPORT_PROGRESS_TYPE}, application/json`, 'content-type': mediaType },
        // fetch requires half duplex for a stream.
        body: Readable.toWeb(body) as NonNullable<RequestInit['body']>,
        duplex: 'half',
      } as const;
      const path = pathOf(endpoint, params, query);
      const answer = await send(path, sent, patiences.upload, (answered) => lastLine(answered, tell));
      return dataOfAnswer(uploadOutcome(answer), asked) as never;
    },
    async text(path) {
      const answer = await ask('GET', path, undefined, patiences.download);
      // A page in HTML is no download: something before the portal answered.
      const isPage = answer.headers?.get('content-type')?.startsWith('text/html') === true;
      if (answer.httpStatus !== 200 || isPage) throw refusalOf(answer, asked);
      return answer.text;
    },
    async nowMs() {
      // Of no page: any answer states the time.
      if (!heardOf) await send('/', { method: 'HEAD' }, patiences.call, textOf);
      return clock.nowMs();
    },
    close: async () => undefined,
  };
}

/** What a body ended its sending with: `fetch` has it for a cause. */
function usageErrorIn(error: unknown): UsageError | undefined {
  if (error instanceof UsageError || !(error instanceof Error)) return error instanceof UsageError ? error : undefined;
  return usageErrorIn(error.cause);
}

/** An answer whose body is still coming. */
interface Answered {
  readonly headers: Headers;
  readonly chunks: AsyncIterable<Uint8Array>;
}

async function* heardChunks({ body }: Response, heard: () => void): AsyncGenerator<Uint8Array> {
  heard();
  for await (const chunk of body ?? []) {
    heard();
    yield chunk;
  }
}

/** The envelope at the end of an answer with lines of progress (decision 0058). */
async function lastLine(answer: Answered, tell: (progress: ImportProgressLine['progress']) => void): Promise<string> {
  if (answer.headers.get('content-type')?.startsWith(IMPORT_PROGRESS_TYPE) !== true) return textOf(answer);
  const decoder = new TextDecoder();
  let rest = '';
  let last = '';
  for await (const chunk of answer.chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      last = line;
      const { progress } = JSON.parse(line) as Partial<ImportProgressLine>;
      if (progress !== undefined) tell(progress);
    }
  }
  return last;
}

/** After the first line of progress the HTTP status is 200, even if the envelope holds an error. */
function uploadOutcome(answer: PortalAnswer): PortalAnswer {
  const isRefusal = answer.httpStatus === 200 && answer.text.startsWith('{"error":');
  return isRefusal ? { ...answer, httpStatus: 422 } : answer;
}

/** Loopback hosts, where http is as safe as https. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * @returns The origin of a portal.
 * @throws {UsageError} for anything but an https address, or http on this machine: http would expose the token.
 */
export function portalOrigin(text: string): string {
  const address = parsedAddress(withScheme(text.trim()));
  const isPlain = address !== null && address.username === '' && address.password === '' && address.search === '';
  const isSafe = address?.protocol === 'https:' || (address?.protocol === 'http:' && LOOPBACK.test(address.hostname));
  if (isPlain && isSafe && (address.pathname === '/' || address.pathname === '')) return address.origin;
  // Not repeated: it may hold a password.
  throw new UsageError(
    told`The address of a portal is https://host, or http://localhost:port on this machine, without a path, a password or a query.`,
  );
}

function parsedAddress(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The text with the byte order mark that a download begins with, which `Response.text` leaves out. */
async function textOf({ chunks }: Answered): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(read));
}
