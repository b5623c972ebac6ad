import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { beginStep, type EndStep } from '../kernel/steps.ts';

/** What Node.js's own clients tell of a request. */
interface Told {
  readonly request: object;
  readonly response?: { readonly statusCode?: number };
}

/** Notes calls of other services, by `fetch` and by `node:http`, as steps: method and host alone. @returns Stops noting. */
export function watchOutgoingCalls(): () => void {
  const ends = new WeakMap<object, EndStep>();
  const begin = (request: object, method: string, host: string) => {
    const end = beginStep(`${method} ${host}`, { 'http.request.method': method, 'server.address': host });
    if (end !== undefined) ends.set(request, end);
  };
  const end = ({ request, response }: Told) => {
    ends.get(request)?.((response?.statusCode ?? 0) >= 500 || response === undefined);
    ends.delete(request);
  };
  const channels: Readonly<Record<string, (told: Told) => void>> = {
    'undici:request:create': ({ request }) => {
      const { method = '', origin = '' } = request as { method?: string; origin?: string | URL };
      begin(request, method, URL.canParse(String(origin)) ? new URL(String(origin)).host : '');
    },
    'undici:request:headers': end,
    'undici:request:error': end,
    'http.client.request.start': ({ request }) => {
      const { method = '', host = '' } = request as { method?: string; host?: string };
      begin(request, method, host);
    },
    'http.client.response.finish': end,
  };
  const entries = Object.entries(channels).map(
    ([name, told]) => [name, (message: unknown) => told(message as Told)] as const,
  );
  for (const [name, listener] of entries) subscribe(name, listener);
  return () => {
    for (const [name, listener] of entries) unsubscribe(name, listener);
  };
}
