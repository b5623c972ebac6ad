import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type GatewayFailureStatus, MAX_BODY_BYTES } from '@openhouse/contract';
import { GatewayError } from '../http/gateway-error.ts';
import type { GatewayRequest } from '../http/gateway-request.ts';
import type { GatewayResponse, SplicedBody } from '../http/gateway-response.ts';
import { headersOf } from './header-lines.ts';

/**
 * A larger body is read and dropped up to this size, so that the client receives the answer instead of a reset
 * connection.
 */
const MAX_DRAINED_BYTES = 1024 * 1024;

const ENDED_EARLY = 'The body ended before its length.';

/** A request read by node:http. */
export class NodeRequest implements GatewayRequest {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  /** Why the rest of the body cannot be read. */
  #brokenBy: GatewayError | undefined;
  #onBroken: ((error: GatewayError) => void) | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  get method() {
    return this.#request.method ?? '';
  }

  get target() {
    return this.#request.url ?? '';
  }

  get headers() {
    return this.#request.headers;
  }

  get remoteAddress() {
    return this.#request.socket.remoteAddress;
  }

  get ambiguity() {
    return ambiguityOf(this.#request);
  }

  /** Its connection is closed after the answer when the body is too large. */
  body(): Promise<Buffer> {
    const request = this.#request;
    return new Promise((resolve, reject) => {
      this.#onBroken = reject;
      if (this.#brokenBy !== undefined) reject(this.#brokenBy);
      const chunks: Buffer[] = [];
      let size = 0;
      const tooLarge = () => {
        if (!this.#response.headersSent) this.#response.setHeader('Connection', 'close');
        reject(new GatewayError('err_payload_too_large'));
      };
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_BODY_BYTES) chunks.push(chunk);
        else if (size > MAX_DRAINED_BYTES) {
          request.pause();
          tooLarge();
        }
      });
      request.on('end', () => (size > MAX_BODY_BYTES ? tooLarge() : resolve(Buffer.concat(chunks))));
      const cutShort = () => {
        // Every request closes; creating an unused error would cost a tenth of an exchange.
        if (!request.readableEnded) reject(new GatewayError('err_request_malformed', ENDED_EARLY));
      };
      request.on('error', cutShort);
      request.on('close', cutShort);
    });
  }

  /** Refuses the call because the rest of its body cannot be read, unless it is answered without. @param code Of Node's error. */
  breakOff(code: string, status: GatewayFailureStatus): void {
    this.#brokenBy = new GatewayError(status, code === 'HPE_INVALID_EOF_STATE' ? ENDED_EARLY : undefined);
    this.#onBroken?.(this.#brokenBy);
  }
}

/** The response to a request read by node:http. */
export class NodeResponse implements GatewayResponse {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get isBegun() {
    return this.#response.headersSent;
  }

  send(httpStatus: number, lines: string, { opening, payload, closing }: SplicedBody): void {
    const response = this.#response;
    response.writeHead(httpStatus, headersOf(lines));
    response.cork();
    response.write(opening, 'latin1');
    response.write(payload);
    response.end(closing, 'latin1');
    response.uncork();
  }

  async stream(httpStatus: number, lines: string, body: Readable): Promise<void> {
    const response = this.#response;
    // The caller went away while the body was opened: nothing is broken. Newer versions of Node would refuse to send it, and
    // leave it open.
    if (response.destroyed) {
      body.destroy();
      return;
    }
    response.writeHead(httpStatus, headersOf(lines));
    // Or while it is sent: the caller went away, and not the body.
    let isGone = false;
    response.once('close', () => {
      isGone = !body.destroyed;
    });
    try {
      await pipeline(body, response);
    } catch (error) {
      if (!isGone) throw error;
    }
  }

  cut(): void {
    this.#response.destroy();
  }
}

/**
 * Ambiguities that Node accepts, although two readers could understand them differently: it takes a second Host header
 * and silently keeps the first of two Authorization headers.
 */
function ambiguityOf({ rawHeaders, httpVersion }: IncomingMessage): GatewayError | undefined {
  let hosts = 0;
  let authorizations = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    if (name === 'host') hosts += 1;
    else if (name === 'authorization') authorizations += 1;
  }
  // HTTP/1.0 has no Host header; since 1.1 there must be exactly one (RFC 9112, 3.2).
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
    return new GatewayError('err_request_malformed', `The request has ${hosts} Host headers. Send exactly one.`);
  }
  if (authorizations > 1) {
    return new GatewayError(
      'err_access_token_invalid',
      'The request has more than one Authorization header. Send one.',
    );
  }
  return undefined;
}
