import { MCP_PATH } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import { REGISTER_PATH, TOKEN_PATH } from './addresses.ts';

/** Seconds for which a browser remembers what it was told before a call. */
const REMEMBERED_S = 600;

const WELL_KNOWN = '/.well-known/';
const CALLED: readonly string[] = [MCP_PATH, REGISTER_PATH, TOKEN_PATH];

/**
 * Lets pages of any origin call and read what agents' programs call: `/mcp`, registration, token and discovery, refusals included
 * (decision 0228). Never with cookies: browsers refuse an answer to `*` for a call that has any.
 */
export function answerAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const [path = ''] = url.split(/[?#]/, 1);
    if (!CALLED.includes(path) && !path.startsWith(WELL_KNOWN)) return;
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'www-authenticate, retry-after, x-request-id',
    });
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': path.startsWith(WELL_KNOWN) ? 'GET' : 'POST',
        // `*` is every header but this one.
        'access-control-allow-headers': 'authorization, *',
        'access-control-max-age': String(REMEMBERED_S),
      })
      .send();
  });
}
