import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PortalError } from './portal-error.ts';

/**
 * Watches the routes that are added from now on, and tells for an unmatched request whether its address is unknown or
 * only its method is wrong.
 */
export function watchMethods(app: FastifyInstance): (request: FastifyRequest) => PortalError {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const source = url
      .split('/')
      .map((part) =>
        part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(/[.+?^${}()|[\]\\*]/g, '\\$&'),
      )
      .join('/');
    routes.push({ pattern: new RegExp(`^${source}$`), methods: [method].flat() });
  });
  return (request) => {
    const [path = ''] = request.url.split(/[?#]/, 1);
    const methods = new Set(routes.flatMap(({ pattern, methods: taken }) => (pattern.test(path) ? taken : [])));
    if (methods.size === 0) return new PortalError('NOT_FOUND');
    return new PortalError('METHOD_NOT_ALLOWED', undefined, { allow: [...methods].sort().join(', ') });
  };
}
