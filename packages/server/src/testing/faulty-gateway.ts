import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { profileCall, sourceVerifyCall, ticketExchangeCall } from '@openhouse/contract';

/** What the gateway does with a call instead of answering it well; the answer it would have given is at hand. */
export type Fault = (
  response: ServerResponse,
  call: { readonly path: string; readonly data: Readonly<Record<string, unknown>>; readonly request: IncomingMessage },
) => void;

/** An internal gateway that speaks the ticket protocol and misbehaves on demand. */
export interface FaultyGateway {
  readonly url: string;
  /** Faults by path of the call; a call without one is answered well. */
  readonly faults: Map<string, Fault>;
  /** The profile it tells for a user id. */
  readonly profiles: Map<string, Readonly<Record<string, unknown>>>;
  /** Headers of every call, so that a test can see what was sent where. */
  readonly seen: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** Tickets are `<user id>` or `<user id>#<anything>`; each works once. */
export async function startFaultyGateway(): Promise<FaultyGateway> {
  const faults = new Map<string, Fault>();
  const profiles = new Map<string, Readonly<Record<string, unknown>>>();
  const seen: FaultyGateway['seen'] = [];
  const used = new Set<string>();

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    seen.push({ path, headers: request.headers });
    const body = await textOf(request);
    const asked = body === '' ? {} : (JSON.parse(body) as Record<string, string>);
    const fault = faults.get(path);
    const answer = (status: string, data: Readonly<Record<string, unknown>> | null) => {
      if (fault !== undefined && data !== null) fault(response, { path, data, request });
      else sendJson(response, 200, { code: data === null ? -1 : 0, status, data });
    };
    if (path === sourceVerifyCall.path) return answer('success', { source_verify: `verify-${seen.length}` });
    if (path === ticketExchangeCall.path) {
      const ticket = asked.ticket ?? '';
      if (used.has(ticket)) return answer('err_ticket_invalid', null);
      // A call that fails leaves the ticket good, as a gateway behind a broken network would.
      if (fault === undefined) used.add(ticket);
      const user_id = ticket.split('#')[0] ?? '';
      return answer('success', { token: `token-${user_id}`, source: asked.source, user_id });
    }
    if (path === profileCall.path) {
      const user_id = (request.headers.authorization ?? '').slice('token-'.length);
      const told = profiles.get(user_id) ?? { email: `${user_id}@example.com`, name: user_id };
      return answer('success', { user_id, ...told });
    }
    sendJson(response, 404, { code: -1, status: 'err_path_not_found', data: null });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    profiles,
    seen,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Listens, takes connections, never says a word: a stalled TLS handshake looks like this. */
export async function startSilentPort(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

export const raw =
  (status: number, type: string, body: string | Buffer): Fault =>
  (response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

/** The answer it would have given, but for this. */
export const told =
  (change: Readonly<Record<string, unknown>>): Fault =>
  (response, { data }) =>
    sendJson(response, 200, { code: 0, status: 'success', data: { ...data, ...change } });

/** A fault of the calls about one person; everybody else's are answered well. */
export const onlyFor =
  (user: string, fault: Fault): Fault =>
  (response, call) =>
    (call.data.user_id === user ? fault : told({}))(response, call);

/**
 * Faults of the network and of broken gateways, by number of the list `idp-faults`: each is an outage.
 * @param attackerUrl Where number 29 sends the caller.
 */
export const outageFaults = (attackerUrl: () => string): Readonly<Record<number, Fault>> => ({
  3: () => {},
  6: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).flushHeaders();
    setImmediate(() => response.destroy());
  },
  8: raw(200, 'application/json', ''),
  9: raw(200, 'text/html', '<h1>Sign in</h1>'),
  11: raw(200, 'application/json', '[]'),
  14: (response, { data }) => sendJson(response, 200, { code: -1, status: 'err', data }),
  15: told({ user_id: 7, email: {}, source_verify: 7 }),
  17: told({ user_id: '', source_verify: '' }),
  25: raw(200, 'application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  26: (response) => {
    response.socket?.end(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    );
  },
  28: (response, { path }) => response.writeHead(302, { location: path }).end(),
  29: (response, { path }) => response.writeHead(307, { location: `${attackerUrl()}${path}` }).end(),
  30: raw(401, 'text/html', 'who are you'),
  33: (response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
  36: raw(502, 'text/html', '<h1>Bad gateway</h1>'),
  37: raw(503, 'application/json', '{}'),
});
