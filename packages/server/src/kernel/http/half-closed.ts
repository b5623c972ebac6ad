import type { Server } from 'node:http';

/**
 * Answers callers that close their sending side after the request, as TCP allows; by default `node:http` closes the
 * connection and drops the answer. It is closed with the answer (decision 0104). Call it before the server listens.
 */
export function answerHalfClosed<S extends Server>(server: S): S {
  // Missing in Node's types, though as old as its server.
  return Object.assign(server, { httpAllowHalfOpen: true });
}
