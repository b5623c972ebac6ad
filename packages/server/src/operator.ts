import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

export interface OperatorDeps {
  readonly registry: Registry;
  /** Why the service cannot serve now; empty when it can. */
  readonly unreadiness: () => readonly string[];
}

/** The operator's own port (DESIGN 2): /healthz (alive), /readyz (can serve), /metrics (Prometheus). */
export function createOperator({ registry, unreadiness }: OperatorDeps): Server {
  return createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, { error: 'GET only' });
    if (path === '/healthz') return answer(response, 200, { status: 'alive' });
    if (path === '/readyz') {
      const reasons = unreadiness();
      return answer(response, reasons.length === 0 ? 200 : 503, { ready: reasons.length === 0, reasons });
    }
    if (path !== '/metrics') return answer(response, 404, { error: 'try /healthz, /readyz or /metrics' });
    registry.metrics().then(
      (text) => {
        response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
        response.end(text);
      },
      () => answer(response, 500, { error: 'the metrics could not be collected' }),
    );
  });
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(`${JSON.stringify(body)}\n`);
}
