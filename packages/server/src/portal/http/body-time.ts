import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseBrokenRequest } from './server.ts';

/** Milliseconds in which the body of a call must arrive. */
const BODY_TIME_MS = 30_000;

/**
 * An onRequest hook: Node has one timeout for all requests of a server, and uploads need a long one. It gives every
 * other body a short one, also bodies that nobody reads.
 */
export function limitBodyTime(timeoutMs: number = BODY_TIME_MS) {
  return async ({ raw, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
    if (!hasBody || routeOptions.config?.uploadTypes !== undefined) return;
    const timer = setTimeout(() => {
      if (reply.raw.headersSent || !raw.socket.writable) raw.destroy();
      else refuseBrokenRequest('ERR_HTTP_REQUEST_TIMEOUT', raw.socket);
    }, timeoutMs);
    timer.unref();
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
  };
}
