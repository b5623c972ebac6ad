import { Readable } from 'node:stream';
import { IMPORT_PROGRESS_TYPE, type ImportProgressLine, PortalClock, TEAM_HEADER } from '@openhouse/contract';
import { distrust, silenceOf } from '../bounded-call.ts';
import { Refusal, UsageError } from '../command.ts';
import { withScheme } from '../gateway-client.ts';
import {
  type AnyInput,
  dataOfAnswer,
  type PortalAnswer,
  type PortalCaller,
  pathOf,
  refusalOf,
  type UsedCredential,
} from './portal-caller.ts';

/** Timeout of one call, in milliseconds. */
const CALL_MS = 30_000;
/** Timeout of an upload with its import, in milliseconds (decision 0058). */
const UPLOAD_MS = 60 * 60 * 1000;

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
}

/** The portal over the network. The token is sent in one header and appears nowhere else: in no URL, error or log. */
export function remotePortal({
  url,
  baseUrl,
  token,
  team,
  userAgent,
  credential = { kind: 'none' },
}: RemotePortal): PortalCaller {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': userAgent,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(team !== undefined && { [TEAM_HEADER]: team }),
  };
  const clock = new PortalClock();
  let heardOf = false;
  const send = async (path: string, init: RequestInit, read: (answer: Response) => Promise<string>) => {
    try {
      // Following a redirect would send the token to another address.
      const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
      clock.learn(answer.headers.get('date'));
      heardOf = true;
      const retryAfterS = answer.headers.get('retry-after') ?? '';
      return { httpStatus: answer.status, retryAfterS, text: await read(answer), headers: answer.headers };
    } catch (error) {
      throw (
        distrust(error, url) ??
        new Refusal('UNREACHABLE', `The portal at ${url} does not answer: ${silenceOf(error, url)}`, 4)
      );
    }
  };
  const ask = (method: string, path: string, body: unknown): Promise<PortalAnswer> => {
    const sent =
      method === 'POST'
        ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
        : { headers };
    return send(path, { method, signal: AbortSignal.timeout(CALL_MS), ...sent }, textOf);
  };
  return {
    target: url,
    baseUrl,
    credential,
    async call(endpoint, input) {
      const { params, query, body } = input as AnyInput;
      return dataOfAnswer(await ask(endpoint.method, pathOf(endpoint, params, query), body), url) as never;
    },
    async upload(endpoint, input, { mediaType, body }, tell) {
      const { params, query } = input as AnyInput;
      const sent = {
        method: 'POST',
        headers: { ...headers, accept: `${IMPORT_PROGRESS_TYPE}, application/json`, 'content-type': mediaType },
        // fetch requires half duplex for a stream.
        body: Readable.toWeb(body) as NonNullable<RequestInit['body']>,
        duplex: 'half',
        signal: AbortSignal.timeout(UPLOAD_MS),
      } as const;
      const answer = await send(pathOf(endpoint, params, query), sent, (response) => lastLine(response, tell));
      return dataOfAnswer(uploadOutcome(answer), url) as never;
    },
    async text(path) {
      const answer = await ask('GET', path, undefined);
      // A page in HTML is no download: something before the portal answered.
      const isPage = answer.headers?.get('content-type')?.startsWith('text/html') === true;
      if (answer.httpStatus !== 200 || isPage) throw refusalOf(answer, url);
      return answer.text;
    },
    async nowMs() {
      // Of no page: any answer states the time.
      if (!heardOf) await send('/', { method: 'HEAD', signal: AbortSignal.timeout(CALL_MS) }, textOf);
      return clock.nowMs();
    },
    close: async () => undefined,
  };
}

/** The envelope at the end of an answer with lines of progress (decision 0058). */
async function lastLine(answer: Response, tell: (progress: ImportProgressLine['progress']) => void): Promise<string> {
  if (answer.headers.get('content-type')?.startsWith(IMPORT_PROGRESS_TYPE) !== true) return answer.text();
  const decoder = new TextDecoder();
  let rest = '';
  let last = '';
  for await (const chunk of answer.body ?? []) {
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
    'The address of a portal is https://host, or http://localhost:port on this machine, without a path, a password or a query.',
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
async function textOf(answer: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
}
