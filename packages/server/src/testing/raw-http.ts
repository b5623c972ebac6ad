import { connect } from 'node:net';

/** What came back for bytes that no HTTP client would send. */
export interface RawAnswer {
  /** HTTP status; 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 20_000;

/**
 * Sends bytes to a loopback port and reads the first answer until the server closes or its length is reached.
 * @param quietMs No answer within so many milliseconds counts as status 0; without it, it is an error.
 */
export function sendRaw(port: number, bytes: string | Buffer, quietMs?: number): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = Buffer.alloc(0);
    const finish = () => {
      socket.destroy();
      resolve(parse(received));
    };
    socket.setTimeout(quietMs ?? PATIENCE_MS, () => {
      if (quietMs === undefined) reject(new Error(`no answer within ${PATIENCE_MS} ms`));
      finish();
    });
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const { headers, body } = parse(received);
      const length = headers['content-length'];
      if (length !== undefined && Buffer.byteLength(body) >= Number(length)) finish();
    });
    socket.on('close', finish);
    // A reset after the answer is an answer; one before it shows as status 0.
    socket.on('error', finish);
  });
}

/** A request as text: a target and headers exactly as given. */
export function rawRequest(method: string, target: string, headers: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${target} HTTP/1.1`, ...headers, ...length, 'Connection: close', '', body].join('\r\n');
}

function parse(received: Buffer): RawAnswer {
  const text = received.toString('utf8');
  const border = text.indexOf('\r\n\r\n');
  if (border === -1) return { status: 0, headers: {}, body: '' };
  const [statusLine = '', ...lines] = text.slice(0, border).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = Buffer.from(text.slice(border + 4));
  const length = headers['content-length'] === undefined ? rest.length : Number(headers['content-length']);
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: rest.subarray(0, length).toString() };
}
