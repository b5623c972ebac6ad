import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { GatewayRequest } from '../http/gateway-request.ts';
import type { GatewayResponse, SplicedBody } from '../http/gateway-response.ts';
import type { SpaciousBytes } from '../http/spacious-bytes.ts';
import { readBorrowed } from './borrowed-reads.ts';
import { KEEP_ALIVE_MS, MAX_REQUESTS_PER_SOCKET } from './connection-bounds.ts';
import { writeDirectly } from './direct-writes.ts';
import { onceASecond } from './http-date.ts';
import { type OrdinaryHead, ordinaryHeads } from './ordinary-head.ts';

/** Callbacks to the owner of a connection. */
export interface ConnectionOwner {
  /** One request; the answer is written to the response. */
  readonly onRequest: (request: GatewayRequest, response: GatewayResponse) => void;
  /** Something out of the ordinary: from these bytes on, which are shared memory, node:http reads the connection. */
  readonly giveToNode: (connection: OrdinaryConnection, bytes: Buffer) => void;
  /** The caller closed its side in the middle of a request. */
  readonly onCutShort: (connection: OrdinaryConnection) => void;
  /** Maximum number of requests on one connection. */
  readonly maxRequests: () => number;
  /** Whether the server drains: each connection gets one more answer. */
  readonly isWindingDown: () => boolean;
  /** Milliseconds of a monotonic clock, as of a moment ago. */
  readonly nowMs: () => number;
}

/** What a connection is waiting for. */
type Awaited = 'request' | 'body' | 'answer';

/** The last header lines, Date among them; by the time in milliseconds since the Unix epoch. */
const keptLines = onceASecond(
  (date) =>
    `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}, max=${MAX_REQUESTS_PER_SOCKET}\r\n\r\n`,
);
const lastLines = onceASecond((date) => `Date: ${date}\r\nConnection: close\r\n\r\n`);
const OK = 'HTTP/1.1 200 OK\r\n';

/**
 * Maximum size of an answer that is copied into one buffer, in bytes: one write of one buffer costs less than three of
 * three.
 */
const MAX_COPIED_BYTES = 32 * 1024;
/**
 * Reused, because allocating a buffer for each call costs more than the copy. The system has taken its bytes when a
 * write returns.
 */
let scratch = Buffer.allocUnsafeSlow(MAX_COPIED_BYTES);
const NOTHING = Buffer.alloc(0);

/**
 * One connection and its ordinary requests, one after the other: reads them and writes their answers. Node's own
 * handling of a request and its answer is most of the cost of a small read (decision 0071).
 */
export class OrdinaryConnection implements GatewayResponse {
  readonly socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #stopReading: () => void;
  readonly #readHead = ordinaryHeads();
  #awaited: Awaited = 'request';
  #sinceMs: number;
  #requests = 0;
  /** Whether the caller has closed its side. */
  #isEnded = false;
  /** Whether nothing may follow the current answer, or the last one. */
  #isLast = false;
  #isBegun = false;
  /** Whether the system has not taken the whole answer yet. */
  #isUntaken = false;
  /** Owner of the memory that the answer is in. */
  #lender: SpaciousBytes | undefined;
  /** Bytes received and not parsed yet. */
  #ahead: Buffer | undefined;
  /** Request whose body is not complete yet, and its bytes. */
  #head: OrdinaryHead | undefined;
  #parts: Buffer[] = [];
  #partsLength = 0;

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.socket = socket;
    this.#owner = owner;
    this.#sinceMs = owner.nowMs();
    this.#stopReading = readBorrowed(socket, this.#onRead);
    socket.on('end', this.#onEnd);
    socket.on('drain', this.#onDrain);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  /** Whether nothing has been sent on it yet. */
  get isNew(): boolean {
    return this.#requests === 0;
  }

  /** Whether it has no request to answer. */
  get isIdle(): boolean {
    return this.#awaited === 'request' && this.#ahead === undefined;
  }

  get awaited(): Awaited {
    return this.#awaited;
  }

  /** Since when it waits, by the owner's clock. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** Stops reading it: the caller of this function answers what was sent, and closes it. */
  giveUp(): void {
    this.#isLast = true;
  }

  /** Detaches from the socket, which somebody else reads from now on. */
  release(): void {
    this.#stopReading();
    this.socket.off('end', this.#onEnd);
    this.socket.off('drain', this.#onDrain);
    this.socket.off('error', this.#onError);
    this.socket.off('close', this.#onClose);
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  send(httpStatus: number, lines: string, { opening, payload, closing, spacious }: SplicedBody): void {
    this.#isBegun = true;
    const text = this.#headOf(httpStatus, lines) + opening;
    const lent = spacious?.lend(text, closing);
    if (lent !== undefined) {
      this.#lender = spacious;
      this.#writePiece(lent);
    } else if (text.length + payload.length + closing.length <= MAX_COPIED_BYTES) {
      this.#writePiece(copied(text, payload, closing));
    } else this.#writeParts(text, payload, closing);
  }

  #writePiece(piece: Buffer): void {
    this.#isUntaken = true;
    if (writeDirectly(this.socket, piece, this.#onTaken)) this.#onTaken();
    // A slow reader: the bytes that wait in this memory must not be overwritten.
    else if (piece.buffer === scratch.buffer) scratch = Buffer.allocUnsafeSlow(MAX_COPIED_BYTES);
  }

  #writeParts(text: string, payload: Buffer, closing: string): void {
    const { socket } = this;
    socket.cork();
    socket.write(text, 'latin1');
    socket.write(payload);
    socket.write(closing, 'latin1');
    socket.uncork();
    this.#conclude();
  }

  async stream(httpStatus: number, lines: string, body: Readable): Promise<void> {
    const { socket } = this;
    this.#isBegun = true;
    // The caller went away while the body was opened, or goes while it is sent: nothing is broken, and nobody waits for the rest.
    let isGone = socket.destroyed;
    const onGone = () => {
      isGone = !body.destroyed;
      body.destroy();
    };
    if (isGone) return void body.destroy();
    socket.once('close', onGone);
    socket.write(this.#headOf(httpStatus, lines), 'latin1');
    try {
      // Leaving the loop closes the body.
      for await (const chunk of body) {
        if (socket.destroyed) return;
        if (!socket.write(chunk)) await drained(socket);
      }
    } catch (error) {
      if (!isGone) throw error;
      return;
    } finally {
      socket.off('close', onGone);
    }
    this.#conclude();
  }

  cut(): void {
    this.socket.destroy();
  }

  #headOf(httpStatus: number, lines: string): string {
    this.#requests += 1;
    const isOver = this.#isEnded && this.#ahead === undefined;
    this.#isLast ||= isOver || this.#requests >= this.#owner.maxRequests() || this.#owner.isWindingDown();
    const statusLine = httpStatus === 200 ? OK : `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}\r\n`;
    return statusLine + lines + (this.#isLast ? lastLines(Date.now()) : keptLines(Date.now()));
  }

  /**
   * Continues with the next request once the system has taken the whole answer: while the reader is slow, no request is
   * read.
   */
  #conclude(): void {
    const { socket } = this;
    if (socket.writableLength === 0) this.#concluded();
    else if (socket.writableNeedDrain) this.#isUntaken = true;
    else {
      this.#isUntaken = true;
      socket.write(NOTHING, this.#onTaken);
    }
  }

  readonly #onTaken = (error?: Error | null): void => {
    if (!this.#isUntaken || error) return;
    this.#isUntaken = false;
    this.#concluded();
  };

  readonly #onDrain = (): void => this.#onTaken();

  readonly #onClose = (): void => this.#giveBack();

  #giveBack(): void {
    this.#lender?.giveBack();
    this.#lender = undefined;
  }

  #concluded(): void {
    this.#giveBack();
    this.#await('request');
    if (this.#isLast) this.socket.destroySoon();
    // Not at once: the answers of a long pipeline would nest on the stack.
    else if (this.#ahead !== undefined) setImmediate(this.#onAhead);
    else if (this.#isEnded) this.socket.destroySoon();
  }

  readonly #onAhead = (): void => {
    const bytes = this.#ahead;
    if (bytes === undefined || this.#awaited !== 'request' || this.socket.destroyed) return;
    this.#ahead = undefined;
    this.#onRead(bytes, bytes.length);
    // Otherwise bytes would arrive faster than they are answered.
    if (this.#ahead === undefined) this.socket.resume();
  };

  #await(awaited: Awaited): void {
    this.#awaited = awaited;
    this.#sinceMs = this.#owner.nowMs();
  }

  /** @param memory Its first `length` bytes are valid until this returns. */
  readonly #onRead = (memory: Buffer, length: number): void => {
    if (this.#isLast) return;
    if (this.#awaited === 'request' && this.#ahead === undefined) this.#begin(memory, length);
    else if (this.#awaited === 'body') this.#continueBody(memory.subarray(0, length));
    else {
      // Handled in its turn; until then no more is read.
      this.#ahead = Buffer.concat([this.#ahead ?? NOTHING, memory.subarray(0, length)]);
      this.socket.pause();
    }
  };

  #begin(memory: Buffer, length: number): void {
    const head = this.#readHead(memory, length);
    if (head === undefined) {
      this.#owner.giveToNode(this, memory.subarray(0, length));
      return;
    }
    const { headLength, bodyLength } = head;
    if (length === headLength && bodyLength === 0) this.#ask(head, NOTHING);
    else if (length >= headLength + bodyLength) this.#ask(head, memory.subarray(headLength, length));
    else {
      this.#head = head;
      this.#await('body');
      this.#continueBody(memory.subarray(headLength, length));
    }
  }

  #continueBody(bytes: Buffer): void {
    const head = this.#head;
    this.#parts.push(Buffer.from(bytes));
    this.#partsLength += bytes.length;
    if (head === undefined || this.#partsLength < head.bodyLength) return;
    const rest = Buffer.concat(this.#parts);
    this.#head = undefined;
    this.#parts = [];
    this.#partsLength = 0;
    this.#ask(head, rest);
  }

  /** @param rest The body, and what came behind it. */
  #ask({ method, target, headers, bodyLength, closes }: OrdinaryHead, rest: Buffer): void {
    this.#isLast = closes;
    if (!closes && rest.length > bodyLength) {
      this.#ahead = Buffer.from(rest.subarray(bodyLength));
      this.socket.pause();
    }
    this.#awaited = 'answer';
    this.#isBegun = false;
    const body = bodyLength === 0 ? NOTHING : Buffer.from(rest.subarray(0, bodyLength));
    const { remoteAddress } = this.socket;
    this.#owner.onRequest(new OrdinaryRequest(method, target, headers, remoteAddress, body), this);
  }

  readonly #onEnd = (): void => {
    this.#isEnded = true;
    if (this.#awaited === 'body') this.#owner.onCutShort(this);
    else if (this.isIdle) this.socket.destroySoon();
  };

  readonly #onError = (): void => {
    this.socket.destroy();
  };
}

class OrdinaryRequest implements GatewayRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string | undefined;
  readonly ambiguity = undefined;
  readonly #body: Buffer;

  constructor(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>>,
    remoteAddress: string | undefined,
    body: Buffer,
  ) {
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.remoteAddress = remoteAddress;
    this.#body = body;
  }

  body(): Buffer {
    return this.#body;
  }
}

/** One piece, in the reused memory. */
function copied(text: string, payload: Buffer, closing: string): Buffer {
  const textLength = scratch.write(text, 0, 'latin1');
  payload.copy(scratch, textLength);
  const closingAt = textLength + payload.length;
  const end = closing === '' ? closingAt : closingAt + scratch.write(closing, closingAt, 'latin1');
  return scratch.subarray(0, end);
}

/** Resolves when more may be written, or the connection is closed. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('drain', done);
    socket.on('close', done);
  });
}
