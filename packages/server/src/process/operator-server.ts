import { createServer, type Server, type ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { answerHalfClosed } from '../kernel/http/half-closed.ts';

export interface OperatorDeps {
  /** Every metric in Prometheus' text format. */
  readonly metrics: () => Promise<string>;
  /** Why the service cannot serve now; empty when it can. */
  readonly unreadiness: () => readonly string[] | Promise<readonly string[]>;
  /** What does not work although it can serve; /readyz reports it and stays 200. */
  readonly warnings: () => readonly string[] | Promise<readonly string[]>;
}

/** The operator's own port (decision 0080): /healthz (alive), /readyz (can serve), /metrics (Prometheus). */
export function createOperator({ metrics, unreadiness, warnings: warningsOf }: OperatorDeps): Server {
  async function sendReadiness(response: ServerResponse): Promise<void> {
    const [reasons, warnings] = await Promise.all([unreadiness(), warningsOf()]);
    const ready = reasons.length === 0;
    answer(response, ready ? 200 : 503, { ready, reasons, ...(warnings.length > 0 && { warnings }) });
  }
  async function sendMetrics(response: ServerResponse): Promise<void> {
    const text = await metrics();
    response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' });
    response.end(text);
  }
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, { error: 'GET only' });
    if (path === '/healthz') return answer(response, 200, { status: 'alive' });
    if (path === '/readyz') return later('readiness', response, sendReadiness);
    if (path === '/metrics') return later('metrics', response, sendMetrics);
    answer(response, 404, { error: 'try /healthz, /readyz or /metrics' });
  });
  return answerHalfClosed(server);
}

function later(what: string, response: ServerResponse, send: (response: ServerResponse) => Promise<void>): void {
  send(response).catch(() => answer(response, 500, { error: `${what} unavailable` }));
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(`${JSON.stringify(body)}\n`);
}
