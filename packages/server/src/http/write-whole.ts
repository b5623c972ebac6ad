import type { Socket } from 'node:net';
import { limitLines } from '../limiter/limits.ts';
import type { Call } from './call.ts';
import { concludeDirect, directSocket } from './direct.ts';
import { headersOf } from './header-lines.ts';
import { httpDate } from './http-date.ts';
import { KEEP_ALIVE_MS, MAX_REQUESTS_PER_SOCKET } from './keep-alive.ts';

/** A body in three parts: text of one byte a character around bytes that are sent as they lie. */
export interface SplicedBody {
  readonly opening: string;
  readonly payload: Buffer;
  readonly closing: string;
}

const COMMON_LINES =
  'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n';
/** What Node says itself of a connection that stays open. */
const KEEP_ALIVE_LINES = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}, max=${MAX_REQUESTS_PER_SOCKET}\r\n`;

/** Largest answer that is copied into one piece, in bytes: one write of one buffer costs less than three of three. */
const MAX_COPIED_BYTES = 32 * 1024;
/** Reused, because a new buffer a call costs more than the copy. The system has taken its bytes when a write returns. */
let scratch = Buffer.allocUnsafeSlow(MAX_COPIED_BYTES);

/** Headers of every answer, as lines: `Name: value\r\n` each. @param length Bytes of the body. */
export function headLines(call: Call, length: number, lines: string): string {
  const limits = limitLines(call.appVerdict, call.addressVerdict);
  return `${COMMON_LINES}${lines}Content-Length: ${length}\r\nX-Request-Id: ${call.requestId}\r\n${limits}`;
}

/**
 * Answers 200 with a body that is whole.
 * @param lines Further headers, as lines.
 */
export function writeWhole(call: Call, lines: string, body: SplicedBody): void {
  const { opening, payload, closing } = body;
  const head = headLines(call, opening.length + payload.length + closing.length, lines);
  const socket = directSocket(call);
  if (socket === undefined) {
    writeThroughNode(call, head, body);
    return;
  }
  call.isWritten = true;
  const text = `HTTP/1.1 200 OK\r\n${head}Date: ${httpDate(Date.now())}\r\n${KEEP_ALIVE_LINES}\r\n${opening}`;
  if (text.length + payload.length + closing.length <= MAX_COPIED_BYTES) writeCopied(socket, text, payload, closing);
  else {
    socket.cork();
    socket.write(text, 'latin1');
    socket.write(payload);
    socket.write(closing, 'latin1');
    socket.uncork();
  }
  concludeDirect(call, socket);
}

function writeCopied(socket: Socket, text: string, payload: Buffer, closing: string): void {
  const textLength = scratch.write(text, 0, 'latin1');
  payload.copy(scratch, textLength);
  const closingAt = textLength + payload.length;
  const end = closingAt + scratch.write(closing, closingAt, 'latin1');
  socket.write(scratch.subarray(0, end));
  // A slow reader: the bytes still wait in this buffer, so it stays theirs.
  if (socket.writableLength > 0) scratch = Buffer.allocUnsafeSlow(MAX_COPIED_BYTES);
}

function writeThroughNode({ response }: Call, head: string, { opening, payload, closing }: SplicedBody): void {
  response.writeHead(200, headersOf(head));
  response.cork();
  response.write(opening, 'latin1');
  response.write(payload);
  response.end(closing, 'latin1');
  response.uncork();
}
