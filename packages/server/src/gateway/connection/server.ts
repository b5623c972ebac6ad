import { channel } from 'node:diagnostics_channel';
import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type GatewayFailureStatus, gatewayFailures, MAX_HEAD_BYTES } from '@openhouse/contract';
import { brokenBytes } from '../../kernel/http/broken-bytes.ts';
import { answerHalfClosed } from '../../kernel/http/half-closed.ts';
import { WINDING_DOWN } from '../../kernel/http/listen.ts';
import { failureBody } from '../http/answer.ts';
import type { GatewayRequest } from '../http/gateway-request.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { newRequestId, newTraceId } from '../http/ids.ts';
import { CHECKING_MS, HEADERS_MS, KEEP_ALIVE_MS, MAX_REQUESTS_PER_SOCKET, REQUEST_MS } from './connection-bounds.ts';
import { NodeRequest, NodeResponse } from './node-exchange.ts';
import { type OrdinaryConnections, ordinaryConnections } from './ordinary-connections.ts';

/** Time limits of a connection; Node's defaults are a minute and more (decision 0018). */
const OPTIONS: ServerOptions = {
  // Request line and headers; larger ones are answered with err_headers_too_large.
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CHECKING_MS,
  // Node would answer a missing Host without an envelope; `NodeRequest` refuses it with one.
  requireHostHeader: false,
};

const failureOfCode: Readonly<Record<string, GatewayFailureStatus>> = {
  HPE_HEADER_OVERFLOW: 'err_headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'err_request_timeout',
};

/** A request that never became a call, because it could not be parsed. */
export interface BrokenRequest {
  readonly requestId: string;
  readonly traceId: string;
  readonly status: GatewayFailureStatus;
  /** Of the connection; empty when that is closed. */
  readonly address: string;
}

/** What reads requests: our own strict reader, as long as they are ordinary; or node:http from the start. */
export type HttpReader = 'strict' | 'node';

export interface GatewayServerDeps {
  readonly reader: HttpReader;
  /** One request; the answer is written to the response. */
  readonly onRequest: (request: GatewayRequest, response: GatewayResponse) => void;
  /**
   * Called for each request that could not be parsed. It has been answered with a failure envelope, and its connection
   * is closed.
   */
  readonly onRefused: (refused: BrokenRequest) => void;
}

/** Channel on which node:http publishes each request; tracing agents subscribe to it. */
const requestStarts = channel('http.server.request.start');

/**
 * Whether something watches node:http: through its diagnostics channel, or by a wrapper around the `emit` of its
 * servers, which they otherwise inherit. Neither would see what the strict reader answers.
 */
function isNodeHttpWatched(): boolean {
  return requestStarts.hasSubscribers || Object.hasOwn(Server.prototype, 'emit');
}

/**
 * The gateway's HTTP server. The strict reader serves a connection as long as it brings ordinary requests, and
 * node:http from the first other one on (decision 0071). While something watches node:http, new connections belong to
 * node:http from their first byte, so that a tracing agent sees every call.
 */
export class GatewayServer extends Server {
  readonly #ordinary: OrdinaryConnections | undefined;

  constructor({ reader, onRequest, onRefused }: GatewayServerDeps) {
    const requests = new WeakMap<IncomingMessage, NodeRequest>();
    super(OPTIONS, (message: IncomingMessage, response: ServerResponse) => {
      const request = new NodeRequest(message, response);
      requests.set(message, request);
      broken.request(message, response);
      onRequest(request, new NodeResponse(response));
    });
    const statusOf = (code: string) => failureOfCode[code] ?? 'err_request_malformed';
    const broken = brokenBytes({
      refuse: (code, socket) => onRefused(writeRefusal(socket, statusOf(code), [])),
      breakOff: (code, message) => requests.get(message)?.breakOff(code, statusOf(code)),
    });
    answerHalfClosed(this);
    this.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
    this.on('clientError', broken.clientError);
    // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer 417 without an
    // envelope.
    this.on('checkExpectation', (request, response) => this.emit('request', request, response));
    this.on('connect', (_request, socket: Socket) => {
      onRefused(writeRefusal(socket, 'err_method_not_allowed', ['Allow: GET, HEAD, POST']));
    });

    if (reader === 'node') return;
    // What node:http does with a new connection.
    const served = this.listeners('connection') as ((socket: Socket) => void)[];
    this.removeAllListeners('connection');
    const serveByNode = (socket: Socket) => {
      for (const serve of served) serve.call(this, socket);
    };
    const ordinary = ordinaryConnections({
      onRequest,
      maxRequests: () => this.maxRequestsPerSocket ?? MAX_REQUESTS_PER_SOCKET,
      serveByNode,
      onBroken: (code, socket) => this.emit('clientError', Object.assign(new Error(code), { code }), socket),
    });
    this.#ordinary = ordinary;
    this.on('connection', (socket: Socket) => (isNodeHttpWatched() ? serveByNode(socket) : ordinary.serve(socket)));
    this.on('listening', ordinary.startChecking);
    this.on('close', ordinary.stopChecking);
    this.on(WINDING_DOWN, ordinary.windDown);
  }

  override closeIdleConnections(): void {
    this.#ordinary?.closeIdle();
    super.closeIdleConnections();
  }

  override closeAllConnections(): void {
    this.#ordinary?.closeAll();
    super.closeAllConnections();
  }
}

/** Milliseconds in which a caller may read its refusal and close; a connection closed at once could lose the answer. */
const LINGER_MS = 2000;

function writeRefusal(socket: Socket, status: GatewayFailureStatus, headers: readonly string[]): BrokenRequest {
  const { httpStatus, message, advice } = gatewayFailures[status];
  const requestId = newRequestId();
  const address = socket.remoteAddress ?? '';
  const call = { requestId, traceId: newTraceId(), startedAtMs: performance.now() };
  const body = failureBody(call, status, `${message} ${advice}`);
  const head = [
    `HTTP/1.1 ${httpStatus} ${status}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...headers,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
  return { requestId, traceId: call.traceId, status, address };
}
