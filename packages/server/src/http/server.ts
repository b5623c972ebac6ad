import { randomBytes, randomUUID } from 'node:crypto';
import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { type GatewayFailureStatus, gatewayFailures } from '@openhouse/contract';
import { failureBody } from './answer.ts';
import { KEEP_ALIVE_MS, MAX_REQUESTS_PER_SOCKET } from './keep-alive.ts';

/** Bounds on a connection; Node's own are a minute and more (decision 0018). */
export const SERVER_OPTIONS: ServerOptions = {
  // Request line and headers; larger answers err_headers_too_large.
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: 5000,
  // Node would answer a missing Host without an envelope; the screen refuses it with one.
  requireHostHeader: false,
};

const failureOfCode: Readonly<Record<string, GatewayFailureStatus>> = {
  HPE_HEADER_OVERFLOW: 'err_headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'err_request_timeout',
};

/** A request that never became a call: Node's parser refused it. */
export interface BrokenRequest {
  readonly requestId: string;
  readonly traceId: string;
  readonly status: GatewayFailureStatus;
  /** Of the connection; empty when that is gone. */
  readonly address: string;
}

/**
 * Requests that Node's parser refuses get the failure envelope as well, and their connection is closed.
 * @param onRefused Told of each.
 */
export function refuseBrokenRequests(server: Server, onRefused: (refused: BrokenRequest) => void): void {
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    onRefused(writeRefusal(socket, failureOfCode[error.code ?? ''] ?? 'err_request_malformed', []));
  });
  // An expectation beyond 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer 417 without an envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket: Socket) => {
    onRefused(writeRefusal(socket, 'err_method_not_allowed', ['Allow: GET, HEAD, POST']));
  });
}

function writeRefusal(socket: Socket, status: GatewayFailureStatus, headers: readonly string[]): BrokenRequest {
  const { httpStatus, message, advice } = gatewayFailures[status];
  const requestId = randomUUID();
  const address = socket.remoteAddress ?? '';
  const call = { requestId, traceId: randomBytes(16).toString('hex'), startedAtMs: performance.now() };
  const body = failureBody(call, status, `${message} ${advice}`);
  const head = [
    `HTTP/1.1 ${httpStatus} ${status}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...headers,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  return { requestId, traceId: call.traceId, status, address };
}
