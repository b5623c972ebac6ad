import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type BreakingProxy, startBreakingProxy } from '../../packages/server/src/testing/breaking-proxy.ts';
import { type TestBrowser, testBrowser } from '../../packages/server/src/testing/browser.ts';
import { signInAtProvider, startOidcServer } from '../../packages/server/src/testing/oidc-server.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { freePort } from '../../packages/server/src/testing/processes.ts';
import type { RedisServer } from '../../packages/server/src/testing/redis.ts';
import { startSmtp, type TestSmtp } from '../../packages/server/src/testing/smtp.ts';
import type { SwiftServer } from '../../packages/server/src/testing/swift.ts';
import { startTriedService, type TriedService } from '../../packages/server/src/testing/tried-service.ts';
import { zipArchive } from '../../packages/server/src/tours/import/testing/zip-archive.ts';

/** What the service depends on, each behind a proxy that breaks connections. */
export const dependencies = ['database', 'redis', 'files', 'mail', 'provider'] as const;
export type Dependency = (typeof dependencies)[number];

export interface FaultedService {
  readonly tried: TriedService;
  readonly proxies: Readonly<Record<Dependency, BreakingProxy>>;
  readonly smtp: TestSmtp;
  /** Uploads a tour with one file, which nothing has in memory. */
  uploadFiles(code: string): Promise<string>;
  /** Somebody goes through the provider's pages. @returns Their browser, and where the provider sends it back to. */
  arrive(login: string): Promise<{ readonly browser: TestBrowser; readonly callback: string }>;
  /** Past the proxy. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

export const FILE = 'open.txt';

export async function startFaultedService(
  serverUrl: string,
  redis: RedisServer,
  swift: SwiftServer,
): Promise<FaultedService> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  const behindProxy = async (port: number) => {
    const proxy = await startBreakingProxy(port);
    ends.push(() => proxy.close());
    return proxy;
  };
  const through = (address: string, proxy: BreakingProxy) =>
    Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(proxy.port) }).href.replace(/\/$/, '');
  try {
    const directory = await mkdtemp(join(tmpdir(), 'openhouse-faulted-'));
    ends.push(() => rm(directory, { recursive: true, force: true }));
    const databaseUrl = await createEmptyDatabase(serverUrl);
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    pool.on('error', () => {});
    ends.push(() => pool.end());
    const smtp = await startSmtp();
    ends.push(() => smtp.stop());
    const [portalPort, providerPort] = [await freePort(), await freePort()];
    const proxies = {
      database: await behindProxy(Number(new URL(databaseUrl).port)),
      redis: await behindProxy(Number(new URL(redis.url).port)),
      files: await behindProxy(Number(new URL(swift.endpoint).port)),
      mail: await behindProxy(smtp.port),
      provider: await behindProxy(providerPort),
    };
    const callback = `http://localhost:${portalPort}/auth/sign-in-callback`;
    const client = { clientId: 'openhouse', clientSecret: 'a secret of the client' };
    const provider = await startOidcServer({
      ...client,
      callbackUrl: callback,
      logoutUrl: `http://localhost:${portalPort}/auth/back-channel-logout`,
      issuer: `http://localhost:${proxies.provider.port}`,
      port: providerPort,
    });
    ends.push(() => provider.kill());
    const atProvider = (login: string) => (browser: TestBrowser, begun: string) =>
      signInAtProvider(browser, begun, login, callback);
    const settings = {
      PORTAL_PORT: String(portalPort),
      DATABASE_URL: through(databaseUrl, proxies.database),
      REDIS_URL: through(redis.url, proxies.redis),
      // Counted in Redis, and never reached.
      APP_LIMIT_PER_MINUTE: '1000000',
      IP_LIMIT_PER_MINUTE: '1000000',
      PORTAL_IP_LIMIT_PER_MINUTE: '1000000',
      ...swift.settings(await swift.newBucket()),
      S3_ENDPOINT: through(swift.endpoint, proxies.files),
      SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}`,
      MAIL_FROM: 'Openhouse <portal@openhouse.example>',
      IDENTITY_PROVIDER: 'oidc',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
    };
    const tried = await startTriedService(directory, settings, atProvider('mei'));
    ends.push(() => tried.service.stop());
    return {
      tried,
      proxies,
      smtp,
      uploadFiles: (code) => {
        const vrInfo = JSON.stringify({ resource_code: code, is_active: true });
        const entries = [
          { name: `${code}/vr-info.json`, content: vrInfo },
          { name: `${code}/assets/${FILE}`, content: `of ${code} ${Math.random()}` },
        ];
        return tried.send(
          `/api/tours/imports?name=${code}.zip`,
          new Uint8Array(zipArchive(entries)),
          'application/zip',
        );
      },
      arrive: async (login) => {
        const browser = testBrowser();
        const begun = await browser.go(`${tried.service.addresses.portal}/auth/sign-in`);
        return { browser, callback: await atProvider(login)(browser, begun.headers.get('location') ?? '') };
      },
      query: async <Row extends object>(sql: string) => (await pool.query<Row>(sql)).rows,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
