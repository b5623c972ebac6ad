import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { givenTraceId } from '../../kernel/http/traceparent.ts';

const TRACE_ID_BYTES = 16;

const traceIds = new WeakMap<FastifyRequest, string>();

/** The trace of a call: the caller's, or one of its own. Every line of the log about the call has the same. */
export function traceIdOf(request: FastifyRequest): string {
  const known = traceIds.get(request);
  if (known !== undefined) return known;
  const traceId = givenTraceId(request.headers.traceparent) ?? randomBytes(TRACE_ID_BYTES).toString('hex');
  traceIds.set(request, traceId);
  return traceId;
}

/** What every line of the log about a call begins with. */
export const lineOf = (request: FastifyRequest) => ({
  request_id: request.id,
  trace_id: traceIdOf(request),
  route: request.routeOptions.url,
});
