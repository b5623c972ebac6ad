import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call as it arrived. */
export interface WildCall {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** How calls of one kind are answered. @param count 1 for the first call of the kind. */
export type WildAnswer = (response: ServerResponse, call: WildCall, count: number) => void;

/** An HTTP server that speaks the gateway's protocol, or anything else, as a test says. */
export interface WildGateway {
  readonly url: string;
  readonly calls: WildCall[];
  /** Answers the exchange; well unless a test says otherwise. */
  onExchange: WildAnswer;
  /** Answers everything else; with `{ name: 'Loft' }` unless a test says otherwise. */
  onCall: WildAnswer;
  /** Calls of the exchange so far. */
  exchanges(): number;
  /** Calls of anything else so far. */
  others(): number;
  close(): Promise<void>;
}

const EXCHANGE_PATH = '/auth/access_token';
export const TOKEN = 'oht_wild-token-that-must-not-leak';

export function sendEnvelope(
  response: ServerResponse,
  http: number,
  envelope: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): void {
  const ids = { request_id: 'request-1', trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', business_code: '' };
  response.writeHead(http, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ ...ids, osi_request_id: '', cost: 0, ...envelope }));
}

export function sendSuccess(response: ServerResponse, payload: unknown): void {
  sendEnvelope(response, 200, { code: 0, status: 'success', data: payload });
}

export function sendFailure(
  response: ServerResponse,
  http: number,
  status: string,
  {
    code = -1,
    message = 'A sentence.',
    headers = {},
  }: { code?: number; message?: string; headers?: Record<string, string> } = {},
): void {
  sendEnvelope(response, http, { code, status, message, data: null }, headers);
}

/** Answers an exchange with a token. @param lifetimeS Seconds it lasts by the server's own clock. */
export function sendToken(response: ServerResponse, token = TOKEN, lifetimeS = 600): void {
  sendSuccess(response, { access_token: token, expire_at: Math.floor(Date.now() / 1000) + lifetimeS });
}

export async function startWildGateway(): Promise<WildGateway> {
  const calls: WildCall[] = [];
  const count = (exchange: boolean) => calls.filter(({ path }) => (path === EXCHANGE_PATH) === exchange).length;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const { method = '', headers } = request;
    const call = { path, method, headers, body: Buffer.concat(chunks).toString() };
    calls.push(call);
    const isExchange = path === EXCHANGE_PATH;
    (isExchange ? gateway.onExchange : gateway.onCall)(response, call, count(isExchange));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway: WildGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    onExchange: (response) => sendToken(response),
    onCall: (response) => sendSuccess(response, { name: 'Loft' }),
    exchanges: () => count(true),
    others: () => count(false),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return gateway;
}
