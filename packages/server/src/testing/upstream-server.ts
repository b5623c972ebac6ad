import { createServer } from 'node:http';
import { newAppKey, newXid } from '../apps/app-secret.ts';
import { listen } from '../kernel/http/listen.ts';

/** An upstream app service as the contract describes it, on a loopback port. */
export interface UpstreamServer {
  readonly url: string;
  /** App keys by idempotency key: the apps it has made. */
  readonly made: ReadonlyMap<string, string>;
  /** How it answers the next calls; undefined answers well. */
  fault: ((call: { readonly method: string; readonly body: string }) => [number, string] | undefined) | undefined;
  /** Unix timestamp in seconds of every trial; null while pending. */
  trialEndsAt: number | null;
  /** Calls so far. */
  calls: number;
  close(): void;
}

export async function startUpstream(): Promise<UpstreamServer> {
  const made = new Map<string, string>();
  const credential = (app_key: string) => ({
    app_key,
    xid: newXid(),
    category: 'open',
    trial_ends_at: upstream.trialEndsAt,
  });
  // Sent although only category open is asked for: it must never be seen.
  const unasked = { app_key: 'default-credential', xid: 'default-xid', category: 'commerce', trial_ends_at: null };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      upstream.calls += 1;
      const fault = upstream.fault?.({ method: request.method ?? '', body });
      if (fault !== undefined) {
        if (fault[0] !== 0) response.writeHead(fault[0]).end(fault[1]);
        return;
      }
      const credentials = request.method === 'GET' ? [...made.values()].map(credential) : [credential(keyOf(body))];
      const data = { credentials: [unasked, ...credentials] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 0, status: 'success', data }));
    });
  });
  const keyOf = (body: string): string => {
    const { idempotency_key } = JSON.parse(body) as { idempotency_key: string };
    const appKey = made.get(idempotency_key) ?? newAppKey();
    made.set(idempotency_key, appKey);
    return appKey;
  };
  const upstream: UpstreamServer = {
    url: `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`,
    made,
    fault: undefined,
    trialEndsAt: null,
    calls: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return upstream;
}
