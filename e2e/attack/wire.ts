import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** One answer as its bytes were framed. */
export interface WireAnswer {
  readonly status: number;
  /** Status line and headers, as sent. */
  readonly head: string;
  /** By their names in lower case; the last of those that occur twice. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without its framing. */
  readonly body: Buffer;
}

/** A connection on which every byte is the caller's own. */
export interface Wire {
  /** Resolves when the bytes have left. */
  write(bytes: string | Buffer): Promise<void>;
  /**
   * @param methods Of the requests that are to be answered: an answer to HEAD has no body.
   * @param quietMs After so long without a byte it is taken that none comes; without it that is an error.
   * @returns The answers up to that many, fewer when the connection ends or is quiet.
   */
  read(methods: readonly string[], quietMs?: number): Promise<WireAnswer[]>;
  /** Resolves when the other side has closed, or after so many milliseconds. @returns Whether it has. */
  ended(withinMs: number): Promise<boolean>;
  /** Bytes that have come and belong to no answer that was read. */
  readonly rest: Buffer;
  end(): void;
  destroy(): void;
  /** Ends the connection with RST. */
  reset(): void;
}

/** A place to connect to. */
export interface Surface {
  readonly name: 'direct' | 'behind nginx';
  readonly port: number;
  /** Certificate of the authority; without one there is no TLS. */
  readonly ca: Buffer | undefined;
}

/** How long an answer may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 60_000;

export async function openWire({ port, ca }: Surface): Promise<Wire> {
  const socket: Socket =
    ca === undefined
      ? connect(port, '127.0.0.1')
      : connectTls({ host: '127.0.0.1', port, ca, servername: 'localhost' });
  let received: Buffer = Buffer.alloc(0);
  let isOver = false;
  const arrivals = new Set<() => void>();
  const tell = () => {
    for (const arrival of [...arrivals]) arrival();
  };
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    tell();
  });
  for (const event of ['error', 'close', 'end']) {
    socket.on(event, () => {
      isOver = true;
      tell();
    });
  }
  await once(socket, ca === undefined ? 'connect' : 'secureConnect');

  /** @returns Whether something came, the end included. */
  const arrival = (withinMs: number) =>
    new Promise<boolean>((resolve) => {
      const came = () => {
        clearTimeout(timer);
        arrivals.delete(came);
        resolve(true);
      };
      const timer = setTimeout(() => {
        arrivals.delete(came);
        resolve(false);
      }, withinMs);
      arrivals.add(came);
    });

  return {
    write: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    async read(methods, quietMs) {
      const answers: WireAnswer[] = [];
      while (answers.length < methods.length) {
        const framed = firstAnswer(received, methods[answers.length] ?? '', isOver);
        if (framed !== undefined) {
          received = received.subarray(framed.length);
          if (framed.answer.status >= 200) answers.push(framed.answer);
          continue;
        }
        if (isOver) break;
        if (await arrival(quietMs ?? PATIENCE_MS)) continue;
        if (quietMs === undefined) throw new Error(`no answer within ${PATIENCE_MS} ms, after ${answers.length}`);
        break;
      }
      return answers;
    },
    async ended(withinMs) {
      const deadline = performance.now() + withinMs;
      while (!isOver && performance.now() < deadline) await arrival(deadline - performance.now());
      return isOver;
    },
    get rest() {
      return received;
    },
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
    reset: () => void (ca === undefined ? socket.resetAndDestroy() : socket.destroy()),
  };
}

/** The first answer of the bytes; undefined while it is not whole. */
function firstAnswer(
  bytes: Buffer,
  method: string,
  isOver: boolean,
): { readonly answer: WireAnswer; readonly length: number } | undefined {
  const border = bytes.indexOf('\r\n\r\n');
  if (border === -1) return undefined;
  const head = bytes.toString('latin1', 0, border);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const matched = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine);
  if (matched === null) throw new Error(`no status line where an answer begins: ${JSON.stringify(statusLine)}`);
  const status = Number(matched[1]);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const from = border + 4;
  const answered = (body: Buffer, length: number) => ({ answer: { status, head, headers, body }, length });
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return answered(Buffer.alloc(0), from);
  if (headers['transfer-encoding'] === 'chunked') {
    const whole = unchunked(bytes, from);
    return whole && answered(whole.body, whole.end);
  }
  const length = headers['content-length'];
  if (length === undefined) return isOver ? answered(bytes.subarray(from), bytes.length) : undefined;
  const end = from + Number(length);
  return bytes.length < end ? undefined : answered(bytes.subarray(from, end), end);
}

function unchunked(bytes: Buffer, from: number): { readonly body: Buffer; readonly end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const end = line + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), end: end + 2 };
    parts.push(bytes.subarray(line + 2, end));
    at = end + 2;
  }
}

/** A request as text, its target and headers exactly as given. */
export function requestText(method: string, target: string, headers: readonly string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, ...length, '', body].join('\r\n');
}

/** Sends bytes on a connection of their own. @returns The first answer, undefined when there was none. */
export async function sendOnce(
  surface: Surface,
  bytes: string | Buffer,
  { method = 'GET', quietMs }: { readonly method?: string; readonly quietMs?: number } = {},
): Promise<WireAnswer | undefined> {
  const wire = await openWire(surface);
  await wire.write(bytes);
  const [answer] = await wire.read([method], quietMs);
  wire.destroy();
  return answer;
}
