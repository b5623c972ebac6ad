import { IDEMPOTENCY_HEADER, type PortalFailureBody, TEAM_HEADER, TOUR_VERSION_HEADER } from '@openhouse/contract';
import { actionKey } from './action-key.ts';
import type { laterCalls } from './later-calls.ts';
import { type DataOfCall, type InputOfCall, type PortalCallName, portalCalls } from './portal-calls.ts';
import { portalClock } from './portal-clock.ts';
import { answeredByAnother, isOutdated, PortalError, PortalUnreachable } from './portal-error.ts';
import type { TourUpload, TourUploadResult, UploadTransport } from './tour-upload.ts';

/** What the client needs of the browser. */
export interface Browser {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** The page's cookies, as `document.cookie` spells them. */
  readonly cookies: () => string;
  /** Sends files; the browser's own requests when absent. */
  readonly upload?: UploadTransport;
}

/** An answer of the gateway, as its bytes came. */
export interface PassedOn {
  readonly text: string;
  /** Whole seconds of its Retry-After header, where it has one. */
  readonly retryAfterS: number | undefined;
  /** Which version of a tour it shows; only the answer to vr-info says so. */
  readonly tourVersion: string | undefined;
}

/** A file of the portal. */
export interface Download {
  /** As the portal names it. */
  readonly name: string;
  readonly content: Blob;
}

/** Calls the portal's JSON interface; every path, input and answer is typed by the contract. */
export interface PortalClient {
  /**
   * @throws {PortalError} The portal's failure, by its code.
   * @throws {PortalUnreachable} No answer, or one that is not the portal's.
   */
  call<Name extends PortalCallName>(
    name: Name,
    input: InputOfCall<Name>,
    signal?: AbortSignal,
    /** What a mutating call is one action by: a repetition with the same key is the same action (decision 0096). */
    key?: string,
  ): Promise<DataOfCall<Name>>;
  /** Sends a bundle or a work, with its progress. @throws as `call`. */
  importTours(upload: TourUpload): Promise<TourUploadResult>;
  /**
   * Reads an answer of the gateway that the portal passes on as it came, whatever its envelope says.
   * @throws {PortalError} The portal's own failure. @throws {PortalUnreachable} No answer, or one that is not the portal's.
   */
  passedOn(path: string, signal?: AbortSignal): Promise<PassedOn>;
  /** Reads a file that the portal makes for the shown Team. @throws as `call`. */
  download(path: string, signal: AbortSignal): Promise<Download>;
  /**
   * @param onOutdated Called when a call is refused because the account is no longer the one the page assumes.
   * @returns The same client for a page that shows a Team: each of its calls names it (decision 0095).
   */
  inTeam(id: string | undefined, onOutdated?: () => void): PortalClient;
}

/**
 * @returns A client that repeats the csrf cookie in its header on every mutating call, and mints a token once when the
 *   portal says that it is missing: the cookie lives for a day, a page may stay open for longer (SPEC 5.1).
 */
export function createPortalClient(browser: Browser, team?: string, onOutdated?: () => void): PortalClient {
  const shown: Record<string, string> = team === undefined ? {} : { [TEAM_HEADER]: team };

  async function fetched(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const answer = await answerOf(browser.fetch(path, init), signal);
    portalClock.learn(answer.headers.get('date'));
    return answer;
  }

  async function send(name: PortalCallName, input: Input, signal?: AbortSignal, key?: string): Promise<unknown> {
    const [method, path] = splitOnce(await addressOfCall(name));
    const headers = { accept: 'application/json', ...shown };
    const init: RequestInit = { method, credentials: 'same-origin', headers };
    if (signal !== undefined) init.signal = signal;
    if (method === 'POST') {
      init.headers = {
        ...headers,
        'content-type': 'application/json',
        'x-csrf-token': csrfToken(browser.cookies()),
        ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }),
      };
      init.body = JSON.stringify(input.body ?? {});
    }
    return readAnswer(await fetched(addressOf(path, input), init, signal));
  }

  function get(path: string, signal: AbortSignal | undefined): Promise<Response> {
    const headers = { accept: 'application/json', ...shown };
    const init: RequestInit = { method: 'GET', credentials: 'same-origin', headers };
    if (signal !== undefined) init.signal = signal;
    return fetched(path, init, signal);
  }

  async function withToken<Answer>(run: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'CSRF_TOKEN_MISSING') throw error;
      await send('me', {}, signal);
      return run();
    }
  }

  async function toldOf<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      if (isOutdated(error)) onOutdated?.();
      throw error;
    }
  }

  return {
    call: async (name, input, signal, key = actionKey()) =>
      (await toldOf(withToken(() => send(name, input as Input, signal, key), signal))) as DataOfCall<typeof name>,
    async importTours(upload) {
      const { uploadTours, xhrTransport } = await loadUploads();
      const { upload: transport = xhrTransport } = browser;
      const [, path] = splitOnce(portalCalls['import-tours']);
      const own = () => ({
        ...shown,
        'x-csrf-token': csrfToken(browser.cookies()),
        [IDEMPOTENCY_HEADER]: upload.key,
      });
      return toldOf(withToken(() => uploadTours(transport, path, own(), upload), upload.signal));
    },
    async download(path, signal) {
      const answer = await get(path, signal);
      if (!answer.ok) await toldOf(readAnswer(answer));
      const [, name] = /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
      if (name === undefined) throw answeredByAnother(answer.status);
      return { name, content: await answerOf(answer.blob(), signal) };
    },
    async passedOn(path, signal) {
      const answer = await get(path, signal);
      const text = await answerOf(answer.text(), signal);
      if (text.startsWith('{"error":')) await toldOf(readAnswer(new Response(text, answer)));
      if (!text.startsWith('{')) throw answeredByAnother(answer.status);
      const tourVersion = answer.headers.get(TOUR_VERSION_HEADER) ?? undefined;
      return { text, retryAfterS: retryAfterOf(answer), tourVersion };
    },
    inTeam: (id, told) => createPortalClient(browser, id, told),
  };
}

/** Hardly any page uploads: not part of the first load. @throws {PortalUnreachable} */
export async function loadUploads(): Promise<typeof import('./tour-upload.ts')> {
  try {
    return await import('./tour-upload.ts');
  } catch {
    throw new PortalUnreachable('The code of uploads did not arrive.');
  }
}

/** @returns Method and path. @throws {PortalUnreachable} */
async function addressOfCall(name: PortalCallName): Promise<string> {
  if (Object.hasOwn(portalCalls, name)) return portalCalls[name as keyof typeof portalCalls];
  try {
    return (await import('./later-calls.ts')).laterCalls[name as keyof typeof laterCalls];
  } catch {
    throw new PortalUnreachable('The code of this call did not arrive.');
  }
}

interface Input {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: object | undefined;
}

/** @returns The value of the csrf cookie; empty when there is none, which the portal answers with CSRF_TOKEN_MISSING. */
function csrfToken(cookies: string): string {
  return /(?:^|;\s*)csrf=([^;]*)/.exec(cookies)?.[1] ?? '';
}

function splitOnce(call: string): [method: string, path: string] {
  const space = call.indexOf(' ');
  return [call.slice(0, space), call.slice(space + 1)];
}

function addressOf(path: string, { params, query }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const given = Object.entries(query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}

async function answerOf<Answer>(answer: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new PortalUnreachable('The portal did not answer.');
  }
}

async function readAnswer(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok && isRecord(body) && 'data' in body) return body.data;
  if (!answer.ok && isFailure(body)) {
    const { code, message, request_id } = body.error;
    throw new PortalError(code, message, request_id, retryAfterOf(answer));
  }
  throw answeredByAnother(answer.status);
}

/** @returns Whole seconds until a refused call may be repeated; undefined where the answer names none. */
function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFailure(body: unknown): body is PortalFailureBody {
  return isRecord(body) && isRecord(body.error) && typeof body.error.code === 'string';
}
