import { breaksConnection } from '../breaks-connection.ts';
import { type NodeRequest, type NodeResponse, requestOf } from './request.ts';

export type { NodeRequest, NodeResponse } from './request.ts';

/** A web-standard handler, such as what `createProxy` makes. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * A handler for `node:http`, Express and Connect: `createServer(nodeListener(proxy))`, `app.use('/api/tours', nodeListener(proxy))`.
 * Express strips the path that it is mounted at; the handler sees the whole one, so `basePath` of the proxy stays.
 * Requests that no web-standard `Request` can be made of are answered 400. Whoever leaves ends the call.
 */
export function nodeListener(
  handler: Handler,
): (request: NodeRequest, response: NodeResponse, next?: (error: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    const left = new AbortController();
    response.on('close', () => left.abort(new Error('The client has left.')));
    try {
      const asked = await requestOf(request, left.signal);
      const answer = asked === undefined ? malformed() : await handler(asked);
      const body = new Uint8Array(await answer.arrayBuffer());
      // A HEAD has no body to count; its length is what the handler says.
      const length = body.length > 0 && { 'content-length': String(body.length) };
      response.writeHead(answer.status, { ...headersOf(answer), ...length });
      response.end(body);
    } catch (error) {
      // Nobody is left to be answered, and that they went is no error.
      if (left.signal.aborted && error === left.signal.reason) return;
      // createProxy answers its own failures: this is another handler's.
      if (breaksConnection(error)) response.destroy();
      else if (next !== undefined) next(error);
      else if (!response.headersSent) {
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
        response.end('Internal error.');
      }
    }
  };
}

/**
 * A handler for Fastify 5: `fastify.all('/api/tours/*', fastifyHandler(proxy))`. Hooks and headers of Fastify hold for it.
 */
export function fastifyHandler(
  handler: Handler,
): (request: { readonly raw: NodeRequest }, reply: { readonly raw: NodeResponse }) => Promise<Response> {
  return async (request, reply) => {
    const left = new AbortController();
    reply.raw.on('close', () => left.abort(new Error('The client has left.')));
    const asked = await requestOf(request.raw, left.signal);
    if (asked === undefined) return malformed();
    return handler(asked).catch((error: unknown) => {
      if (breaksConnection(error)) reply.raw.destroy();
      throw error;
    });
  };
}

/** Each cookie of its own: they cannot be joined. */
function headersOf({ headers }: Response): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
}

const malformed = () =>
  new Response('The request is malformed.', { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' } });
