import type { Server } from 'node:http';

/**
 * Answers callers that end their side of the connection once their request is sent, as TCP allows; `node:http` closes theirs
 * instead and drops the answer. The connection is closed with the answer (decision 0104). For one server, before it listens.
 */
export function answerHalfClosed<S extends Server>(server: S): S {
  // Not among Node's types, though as old as its server.
  return Object.assign(server, { httpAllowHalfOpen: true });
}
