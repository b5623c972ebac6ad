import { setTimeout as wait } from 'node:timers/promises';
import type { AssetStore, StoredAsset } from '../../kernel/assets/asset-store.ts';
import { quoted } from './words.ts';

/** How files at other hosts are fetched, and where they are served from here. */
export interface ForeignFetching {
  /** Checks each connection, redirects included: an address inside the network is never called (decision 0094). */
  readonly fetch: typeof fetch;
  readonly userAgent: string;
  /** Address of the tour's files here, with a slash at its end. */
  readonly filesUrl: (code: string) => string;
  /** Sleeps so many milliseconds; tests pass their own. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Maximum number of concurrent fetches from one host. */
const OF_HOST_AT_ONCE = 2;
/** Maximum number of concurrent fetches. */
const AT_ONCE = 8;
/** Timeout of one file in milliseconds, whatever its size. */
const FILE_MS = 120_000;
const MAX_ATTEMPTS = 4;
/** First delay without Retry-After, in seconds; doubled with each attempt. */
const FIRST_WAIT_S = 1;
/** A host that asks for a longer delay is given up, in seconds. */
const LONGEST_WAIT_S = 60;
/** Consecutive failures after which a host is given up. */
const FAILURES_IN_A_ROW = 10;
/** Cache size of outcomes by address: tours of one estate share pictures. */
const KEPT_OUTCOMES = 100_000;
/** Statuses that may change with a retry. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The bytes in the asset store, or why they are not. */
export type Fetched = StoredAsset | { readonly failure: string };

/** Fetches files into the asset store. */
export interface FileFetcher {
  /** @param mostBytes Maximum size; more is a failure. */
  fetch(address: string, mostBytes: number): Promise<Fetched>;
}

interface Host {
  running: number;
  failuresInARow: number;
  /** Set when the host was given up, and why. */
  givenUp: string | undefined;
  /** All calls to the host wait for it: after one 429 the others would get one too. */
  pause: Promise<unknown>;
  readonly queue: (() => void)[];
}

/** A failure that a retry may resolve. */
class Passing extends Error {
  readonly retryAfterS: number | undefined;
  constructor(message: string, retryAfterS?: number) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}

/** A failure that a retry does not resolve. */
class Final extends Error {}

/**
 * Creates the fetcher of one import: it fetches an address once, two files of a host at a time, and retries temporary
 * failures after the delay that the host asks for. A host that fails ten times in a row is given up.
 */
export function fileFetcher(assets: AssetStore, { fetch, userAgent, sleep = wait }: ForeignFetching): FileFetcher {
  const hosts = new Map<string, Host>();
  const outcomes = new Map<string, Promise<Fetched>>();
  let running = 0;
  const queue: (() => void)[] = [];

  async function taken(host: Host): Promise<void> {
    while (host.running >= OF_HOST_AT_ONCE) await new Promise<void>((resolve) => host.queue.push(resolve));
    host.running += 1;
    while (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
    running += 1;
  }

  function given(host: Host): void {
    host.running -= 1;
    running -= 1;
    host.queue.shift()?.();
    queue.shift()?.();
  }

  async function once(address: string, mostBytes: number): Promise<StoredAsset> {
    const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' };
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(FILE_MS) });
    try {
      const status = `HTTP ${answer.status}`;
      if (PASSING.has(answer.status)) throw new Passing(status, secondsOf(answer.headers.get('retry-after')));
      if (answer.status !== 200 || answer.body === null) throw new Final(status);
      const type = answer.headers.get('content-type') ?? '';
      if (/^text\/html\b/i.test(type)) throw new Final('a page of HTML instead of a file');
      const tooLarge = new Final(`more than ${Math.floor(mostBytes / 1024 / 1024)} MiB`);
      if (Number(answer.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge;
      const stored = await assets.put(bounded(answer.body, mostBytes, tooLarge));
      if (stored.size === 0) throw new Final('an empty file');
      return stored;
    } finally {
      if (answer.body?.locked === false) await answer.body.cancel().catch(() => undefined);
    }
  }

  async function withRetries(host: Host, address: string, mostBytes: number): Promise<StoredAsset> {
    for (let attempt = 1; ; attempt += 1) {
      await host.pause;
      if (host.givenUp !== undefined) throw new Final(host.givenUp);
      try {
        const stored = await once(address, mostBytes);
        host.failuresInARow = 0;
        return stored;
      } catch (error) {
        const problem = explained(error);
        if (!(problem instanceof Passing)) throw problem;
        const waitS = problem.retryAfterS ?? FIRST_WAIT_S * 2 ** (attempt - 1);
        if (waitS > LONGEST_WAIT_S) {
          host.givenUp = `${problem.message}; the host asks for a break of ${waitS} s`;
          throw problem;
        }
        if (attempt === MAX_ATTEMPTS) throw problem;
        host.pause = sleep(waitS * 1000);
      }
    }
  }

  async function outcomeOf(address: string, mostBytes: number): Promise<Fetched> {
    if (!URL.canParse(address)) return { failure: 'an address that cannot be read' };
    const { host: name, username } = new URL(address);
    if (username !== '') return { failure: 'an address with a name and a password, which are for no import' };
    const host = hosts.get(name) ?? {
      running: 0,
      failuresInARow: 0,
      givenUp: undefined,
      pause: Promise.resolve(),
      queue: [],
    };
    hosts.set(name, host);
    await taken(host);
    try {
      return await withRetries(host, address, mostBytes);
    } catch (error) {
      if (!(error instanceof Passing || error instanceof Final)) throw error;
      if (error instanceof Passing) host.failuresInARow += 1;
      if (host.failuresInARow >= FAILURES_IN_A_ROW) {
        host.givenUp ??= `not asked: ${FAILURES_IN_A_ROW} files of ${name} in a row did not come`;
      }
      return { failure: error.message };
    } finally {
      given(host);
    }
  }

  return {
    fetch(address, mostBytes) {
      const known = outcomes.get(address);
      if (known !== undefined) return known;
      const outcome = outcomeOf(address, mostBytes);
      if (outcomes.size < KEPT_OUTCOMES) outcomes.set(address, outcome);
      return outcome;
    },
  };
}

/** The reason in words for a report; any other error, such as a full disk, is rethrown unchanged. */
function explained(error: unknown): unknown {
  if (error instanceof Passing || error instanceof Final || !(error instanceof Error)) return error;
  if ((error as { code?: unknown }).code === 'LEADS_INSIDE') return new Final(error.message.replace(/\.$/, ''));
  if (error.name === 'TimeoutError') return new Passing(`no whole answer in ${FILE_MS / 1000} s`);
  const isOfConnection = error.name === 'TypeError' || error.name === 'AbortError' || error.name === 'SocketError';
  if (!isOfConnection) return error;
  const cause = error.cause as { readonly code?: unknown; readonly message?: unknown } | undefined;
  return new Passing(`no answer: ${quoted(String(cause?.code ?? cause?.message ?? error.message))}`);
}

function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

async function* bounded(body: ReadableStream<Uint8Array>, mostBytes: number, tooLarge: Error) {
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) throw tooLarge;
    yield chunk;
  }
}
