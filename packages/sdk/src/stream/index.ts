/** Payloads too large to hold in memory: `@openhouse/sdk/stream`. */
import { transportError } from '../answers.ts';
import type { Connection, ReadOperation } from '../connection.ts';
import { TransportError } from '../errors.ts';
import { version } from '../generated/version.ts';
import { declarationOf, queryText } from '../operation.ts';
import { numbersOf } from '../options.ts';

export interface StreamOptions {
  /** Ends the call, or the body while it is read; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without a byte after which the answer has stalled; 10 000 by default. */
  readonly stallTimeoutMs?: number | undefined;
  /** Replaces the connection's `fetch`; it sees the access token. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** A success whose body has not been read to its end yet. */
export interface StreamedAnswer {
  readonly headers: Headers;
  /** The envelope, byte for byte. It fails when the answer breaks off or stalls: it is complete only if read to its end. */
  readonly body: ReadableStream<Uint8Array>;
}

const STALL_MS = 10_000;
/** Called through, because Workers refuse a fetch that was taken off its global. */
const usualFetch = (url: string, init: RequestInit) => fetch(url, init);
/** An envelope must say within this many bytes that it is a success. */
const HEAD_MAX_BYTES = 4096;

/**
 * Reads an operation without holding its payload in memory. If the answer is not a success, the usual call is made instead,
 * which renews the token, waits and retries where that helps, and otherwise throws.
 * @throws {GatewayError | TransportError} As the operation itself, except for the size of the answer.
 * @throws {TypeError} When an option is wrong.
 */
export async function streamOf<Input extends object>(
  connection: Connection,
  operation: ReadOperation & ((connection: never, input: Input) => Promise<unknown>),
  input: Input,
  options: StreamOptions = {},
): Promise<StreamedAnswer> {
  const { signal, fetch: send = connection.fetch ?? usualFetch } = options;
  if (typeof send !== 'function') throw new TypeError('fetch takes a function.');
  const { stallTimeoutMs } = numbersOf(options, { stallTimeoutMs: STALL_MS });
  const declaration = declarationOf(operation);
  const query = queryText(input);
  const url = `${connection.baseUrl}${declaration.path}${query && `?${query}`}`;
  const callOptions = signal === undefined ? {} : { signal };
  const begin = async (): Promise<StreamedAnswer | undefined> => {
    const { access_token: authorization } = await connection.accessToken(callOptions);
    const attempt = new AbortController();
    const give = () => attempt.abort(signal?.reason);
    signal?.addEventListener('abort', give);
    if (signal?.aborted) give();
    // The signal may live as long as the program, so every end of the answer removes the listener.
    const letGo = () => signal?.removeEventListener('abort', give);
    const end = () => {
      letGo();
      attempt.abort();
    };
    const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
      const timer = setTimeout(() => attempt.abort(stalled()), stallTimeoutMs);
      try {
        return await work;
      } catch (error) {
        letGo();
        if (attempt.signal.aborted) throw attempt.signal.reason;
        throw brokenOff(error);
      } finally {
        clearTimeout(timer);
      }
    };
    const asked = { operation: declaration.name, attempt: 1 };
    const stalled = () => transportError(asked, 'timeout', `Nothing came for ${stallTimeoutMs} ms.`);
    const brokenOff = (error?: unknown) =>
      error instanceof TransportError ? error : transportError(asked, 'connection', 'The answer broke off.');
    // Never followed: a redirect would carry the token to another address.
    const headers = { authorization, 'user-agent': `openhouse-sdk/${version}` };
    const init = { headers, redirect: 'manual', signal: attempt.signal } as const;
    try {
      const response = await inTime(send(url, init));
      const chunks = response.status === 200 ? response.body?.[Symbol.asyncIterator]() : undefined;
      const read = chunks && (() => inTime(chunks.next()));
      const head = read && (await readHead(read));
      if (read === undefined || head === undefined) {
        end();
        return undefined;
      }
      return { headers: response.headers, body: goingOn(head, read, { end, cut: brokenOff }) };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof TransportError) return undefined;
      throw error;
    }
  };

  const streamed = await begin();
  if (streamed !== undefined) return streamed;
  try {
    const { text, headers } = await connection.send(declaration, input, callOptions);
    return { headers, body: new Blob([text]).stream() };
  } catch (error) {
    // By its reason: the connection may be of another copy of the package, with another class.
    if ((error as Partial<TransportError> | undefined)?.reason !== 'too-large') throw error;
    // It succeeds by now, as with a new token, and nothing but its size is in the way.
    const again = await begin();
    if (again === undefined) throw error;
    return again;
  }
}

type Read = () => Promise<IteratorResult<Uint8Array, unknown>>;

/** The first chunks, up to where they say that the envelope is a success; undefined where they do not. */
async function readHead(read: Read): Promise<readonly Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < HEAD_MAX_BYTES) {
    const { done, value } = await read();
    if (done) return undefined;
    chunks.push(value);
    text += decoder.decode(value, { stream: true });
    // What stands before the payload is flat.
    const [head] = /^\s*\{[^{}[\]]*?"data"\s*:/.exec(text) ?? [];
    if (head !== undefined) {
      return /"status"\s*:\s*"success"/.test(head) && /"code"\s*:\s*0\s*,/.test(head) ? chunks : undefined;
    }
  }
  return undefined;
}

/**
 * The head, then what follows as somebody takes it: nothing is read ahead. A packed answer that was cut on the way ends as a whole
 * one does, so its brackets are counted.
 */
function goingOn(
  head: readonly Uint8Array[],
  read: Read,
  { end, cut }: { readonly end: () => void; readonly cut: () => Error },
): ReadableStream<Uint8Array> {
  const waiting = [...head];
  const brackets = bracketCounter();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const first = waiting.shift();
        const { done, value } = first === undefined ? await read() : { done: false, value: first };
        if (!done) {
          brackets.count(value);
          return controller.enqueue(value);
        }
        end();
        if (brackets.open() > 0) throw cut();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** In ASCII they differ from `[` and `]` in this bit alone, and no byte of a longer character of UTF-8 is one of them. */
const [BRACE, END_BRACE, BIT] = [0x7b, 0x7d, 0x20];

/** Counts the brackets of JSON that stand outside its texts, as its bytes come. */
function bracketCounter(): { count(chunk: Uint8Array): void; open(): number } {
  let depth = 0;
  let inText = false;
  let escaped = false;
  return {
    open: () => depth,
    count(chunk) {
      for (const byte of chunk) {
        if (escaped) escaped = false;
        else if (byte === QUOTE) inText = !inText;
        else if (inText) escaped = byte === BACKSLASH;
        else if ((byte | BIT) === BRACE) depth += 1;
        else if ((byte | BIT) === END_BRACE) depth -= 1;
      }
    },
  };
}
