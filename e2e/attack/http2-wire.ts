import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Surface } from './wire.ts';

/** Name and value of a header, every byte the caller's own. */
export type Header = readonly [name: string, value: string];

/** A request over HTTP/2 of which no client library would send every one. */
export interface Http2Request {
  readonly headers: readonly Header[];
  readonly body?: string;
  /** Sent behind the body. */
  readonly trailers?: readonly Header[];
}

/** Types and flags of frames (RFC 9113, 6). */
const FRAME = { data: 0, headers: 1, settings: 4, goAway: 7, reset: 3, bytes: 9 } as const;
const [END_STREAM, END_HEADERS, ACKNOWLEDGED] = [0x1, 0x4, 0x1];
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
/** Largest prefix of a length (RFC 7541, 5.1). */
const SHORT = 127;

/**
 * Sends a request over a connection of its own.
 * @param quietMs After so long without a byte it is taken that none comes.
 * @returns The bytes of its answer's body; empty where it was refused.
 */
export async function sendHttp2({ port, ca }: Surface, request: Http2Request, quietMs: number): Promise<string> {
  const { headers, body, trailers } = request;
  const socket = connect({
    host: '127.0.0.1',
    port,
    ...(ca && { ca }),
    servername: 'localhost',
    ALPNProtocols: ['h2'],
  });
  await once(socket, 'secureConnect');
  if (socket.alpnProtocol !== 'h2') throw new Error('the other side speaks no HTTP/2');
  const hasMore = body !== undefined || trailers !== undefined;
  socket.write(
    Buffer.concat([
      Buffer.from(PREFACE),
      frame(FRAME.settings, 0, 0, Buffer.alloc(0)),
      frame(FRAME.headers, END_HEADERS | (hasMore ? 0 : END_STREAM), 1, packed(headers)),
      ...(body === undefined ? [] : [frame(FRAME.data, trailers === undefined ? END_STREAM : 0, 1, Buffer.from(body))]),
      ...(trailers === undefined ? [] : [frame(FRAME.headers, END_HEADERS | END_STREAM, 1, packed(trailers))]),
    ]),
  );
  let received: Buffer = Buffer.alloc(0);
  const told: Buffer[] = [];
  let isOver = false;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= FRAME.bytes && received.length >= FRAME.bytes + received.readUIntBE(0, 3)) {
      const length = received.readUIntBE(0, 3);
      const [type = 0, flags = 0] = received.subarray(3, 5);
      if (type === FRAME.data) told.push(received.subarray(FRAME.bytes, FRAME.bytes + length));
      if (type === FRAME.settings && flags !== ACKNOWLEDGED)
        socket.write(frame(FRAME.settings, ACKNOWLEDGED, 0, Buffer.alloc(0)));
      const ends = (type === FRAME.data || type === FRAME.headers) && (flags & END_STREAM) !== 0;
      isOver ||= ends || type === FRAME.reset || type === FRAME.goAway;
      received = received.subarray(FRAME.bytes + length);
    }
    if (isOver) socket.end();
  });
  socket.setTimeout(quietMs, () => socket.destroy());
  await closed;
  return Buffer.concat(told).toString();
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(FRAME.bytes);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Literals without indexing and without Huffman codes (RFC 7541, 6.2.2): each byte stays as it is. */
const packed = (headers: readonly Header[]): Buffer =>
  Buffer.concat(headers.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]));

function text(given: string): Buffer {
  const bytes = Buffer.from(given, 'latin1');
  const length: number[] = [Math.min(bytes.length, SHORT)];
  if (bytes.length >= SHORT) {
    let rest = bytes.length - SHORT;
    for (; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) + 128);
    length.push(rest);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}
