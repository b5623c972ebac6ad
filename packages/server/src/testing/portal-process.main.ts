/** Program of `startPortalProcess`: a portal in a process of its own, which kills itself where its parent says. */
import type { AddressInfo } from 'node:net';
import type { Database } from '../kernel/database/database.ts';
import { openDatabase } from '../kernel/database/open-database.ts';
import { NO_PROXIES } from '../kernel/http/client-address.ts';
import { httpAppService } from '../portal/apps/upstream/http.ts';
import { altchaCheck } from '../portal/bot-check/altcha.ts';
import { createPortal } from '../portal/portal.ts';
import { testDashboard } from './dashboard.ts';
import { instantIdentity } from './instant-identity.ts';
import { testLog } from './portal.ts';

/** What the parent says first. Keys are hexadecimal, so that both processes are nodes of one installation. */
export interface PortalProcessOrder {
  readonly databaseUrl: string;
  readonly key: string;
  readonly upstreamUrl: string;
  readonly portalUrl: string;
  readonly leaseS: number;
}

/** Kill yourself at the n-th statement from now on: before it is sent, or once it is answered. */
export interface KillPoint {
  readonly statement: number;
  readonly side: 'before' | 'after';
}

let killPoint: KillPoint | undefined;
let statements = 0;

/** Every statement on its way to the store, and back. */
function watched<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(_target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      if (property === 'connect') return async () => watched((await value.call(target)) as object);
      if (property !== 'query') return value.bind(target);
      return async (...args: unknown[]) => {
        statements += 1;
        const number = statements;
        if (killPoint?.statement === number && killPoint.side === 'before') process.kill(process.pid, 'SIGKILL');
        const answer: unknown = await value.apply(target, args);
        if (killPoint?.statement === number && killPoint.side === 'after') process.kill(process.pid, 'SIGKILL');
        return answer;
      };
    },
  });
}

async function start({ databaseUrl, key, upstreamUrl, portalUrl, leaseS }: PortalProcessOrder): Promise<void> {
  const opened = await openDatabase({ url: databaseUrl, maxConnections: 8, statementTimeoutMs: 20_000 });
  const database: Database = { ...opened, pool: watched(opened.pool) };
  const keys = [{ id: 1, key: Buffer.from(key, 'hex') }];
  const dashboard = testDashboard(database, {
    pepper: Buffer.from(key, 'hex'),
    sealingKeys: keys,
    leaseS,
    botCheck: altchaCheck({ pool: database.pool, keys, maxNumber: 50, nowMs: Date.now }),
    upstream: httpAppService({ url: upstreamUrl, token: 'token', timeoutMs: 10_000, defaultXid: null }),
  });
  const app = createPortal({
    database,
    identity: instantIdentity(),
    backChannelLogout: null,
    leakReports: null,
    portalUrl,
    baseUrl: 'https://gateway.example.com',
    environment: 'production',
    cookieDomain: 'example.com',
    sessionIdleS: 0,
    cookieSecrets: keys,
    sessionSealingKeys: keys,
    dashboard,
    pagesDirectory: null,
    proxies: NO_PROXIES,
    log: testLog(),
    nowMs: Date.now,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  dashboard.worker.start();
  process.send?.({ port: (app.server.address() as AddressInfo).port });
}

process.on('message', (message: { start: PortalProcessOrder } | { kill: KillPoint }) => {
  if ('start' in message) void start(message.start);
  else {
    [killPoint, statements] = [message.kill, 0];
    process.send?.({ armed: true });
  }
});
// A parent that is gone leaves nobody behind.
process.on('disconnect', () => process.exit());
