import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type PortalFailureCode, portalFailures } from '@openhouse/contract';

/** Limits on requests and connections of the portal. */
export const PORTAL_LIMITS = {
  /** Bytes of a body. */
  bodyLimit: 64 * 1024,
  /** Bytes of request line and headers; a browser with many other cookies of the domain still fits. */
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  /** Milliseconds for a whole request, which only an upload needs; `limitBodyTime` gives the others less. */
  requestTimeout: 30 * 60_000,
  /** Longer than the usual 60 s of a load balancer, so that it closes idle connections and not we. */
  keepAliveTimeout: 65_000,
  maxRequestsPerSocket: 100_000,
} as const;

const codeOf: Readonly<Record<string, PortalFailureCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/**
 * Requests that Node's parser refuses get the failure envelope as well, and their connection is closed.
 *
 * @param nodeCode Of Node's error.
 */
export function refuseBrokenRequest(nodeCode: string, socket: Socket): void {
  const code = codeOf[nodeCode] ?? 'REQUEST_INVALID';
  const { httpStatus, message, advice } = portalFailures[code];
  const request_id = randomUUID();
  const body = JSON.stringify({ error: { code, message: `${message} ${advice}`, request_id } });
  const head = [
    `HTTP/1.1 ${httpStatus} ${code}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${request_id}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
