import { connect, type Socket } from 'node:net';
import type { Expected } from './load.ts';

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * One connection that carries one request at a time, and judges every response by its status and length. When a response
 * says that it is the connection's last, the next request goes over a new one.
 */
export class Connection {
  /** Told of each whole response. */
  onAnswer: (isRight: boolean) => void = () => {};
  #socket: Socket;
  readonly #expected: Expected;
  readonly #open: () => Socket;
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the body still to come; undefined while the head is read. */
  #missing: number | undefined;
  #isRight = true;
  #isLast = false;

  constructor(port: number, expected: Expected, onBroken: (error: Error) => void) {
    this.#expected = expected;
    this.#open = () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.on('data', (chunk) => this.#take(chunk));
      socket.on('error', onBroken);
      return socket.on('end', () => onBroken(new Error('the server closed the connection')));
    };
    this.#socket = this.#open();
  }

  send(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners('end').destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#missing !== undefined) {
      this.#count(chunk.length);
      return;
    }
    const head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = head.indexOf(HEAD_END);
    if (end === -1) {
      this.#head = head;
      return;
    }
    const text = head.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
    const { status, minLength, maxLength } = this.#expected;
    this.#isRight = text.startsWith(`HTTP/1.1 ${status} `) && length >= minLength && length <= maxLength;
    this.#isLast = /\r\nconnection: close\r\n/i.test(`${text}\r\n`);
    this.#head = Buffer.alloc(0);
    this.#missing = Number.isNaN(length) ? 0 : length;
    this.#count(head.length - end - HEAD_END.length);
  }

  #count(bytes: number): void {
    this.#missing = (this.#missing ?? 0) - bytes;
    if (this.#missing > 0) return;
    // More bytes than announced are as wrong as fewer.
    const isRight = this.#isRight && this.#missing === 0;
    this.#missing = undefined;
    if (this.#isLast) {
      this.close();
      this.#socket = this.#open();
    }
    this.onAnswer(isRight);
  }
}
