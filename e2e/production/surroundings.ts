import { makeAuthority } from '../../packages/server/src/testing/certificates.ts';
import { nginxProgram, startNginx } from '../../packages/server/src/testing/nginx.ts';
import { type OidcServer, startOidcServer } from '../../packages/server/src/testing/oidc-server.ts';
import { type PgBouncer, pgbouncerProgram, startPgBouncer } from '../../packages/server/src/testing/pgbouncer.ts';
import { postgresPrograms } from '../../packages/server/src/testing/postgres-server.ts';
import { folderWith, redisProgram } from '../../packages/server/src/testing/processes.ts';
import { type RedisServer, startRedis } from '../../packages/server/src/testing/redis.ts';
import { type SwiftServer, startSwift } from '../../packages/server/src/testing/swift.ts';
import { swiftMissing } from '../../packages/server/src/testing/swift-programs.ts';
import { hasChromium } from '../browser.ts';
import { type Cluster, OWNER, postgresTools, startCluster } from '../deploy/cluster.ts';
import { deployedNginx, providerInFront } from '../deploy/in-front.ts';
import type { Settings } from '../deploy/installation.ts';
import { freePorts } from '../service.ts';

/** Roles of the database that own nothing: of portal and jobs, and of the gateway. */
export const [SERVER, GATE] = ['openhouse_server', 'openhouse_gate'] as const;
/** Header in which nginx says which process answered. */
export const ANSWERED_BY = 'x-answered-by';
const CLIENT = { id: 'openhouse-portal', secret: 'a secret of the client' } as const;
/** Connections that the pooler has to the server, for each role. */
const POOL_SIZE = 20;

/** What holds the data of an installation. */
export interface Store {
  readonly cluster: Cluster;
  readonly pooler: PgBouncer;
  readonly bucket: string;
}

/** What an installation stands on and between. */
export interface Surroundings {
  readonly swift: SwiftServer;
  readonly redis: RedisServer;
  readonly provider: OidcServer;
  /** File of the certificate of whoever signed those of nginx. */
  readonly authority: string;
  /** What the settings of the service say of all this: addresses, and what is secret of them. */
  readonly settings: Settings;
  readonly secrets: Settings;
}

/** Ends what was started, when the stage goes. */
export type Keep = <Started>(started: Started, end: (started: Started) => Promise<unknown>) => Started;

/** @returns Which of the programs are not on this machine. */
export function missingPrograms(): readonly string[] {
  const found = {
    PostgreSQL: postgresPrograms() && postgresTools(),
    PgBouncer: pgbouncerProgram(),
    Redis: redisProgram(),
    nginx: nginxProgram(),
    OpenSSL: folderWith('openssl'),
    Chromium: hasChromium || undefined,
  };
  const missing = Object.entries(found).filter(([, program]) => program === undefined);
  return [...missing.map(([name]) => name), ...swiftMissing()];
}

/** A new cluster with the roles and the empty database that the guide makes, and a pooler before it. */
export async function emptyStore(bucket: string, keep: Keep): Promise<Store> {
  const cluster = keep(await startCluster([SERVER, GATE]), (it) => it.stop());
  const logins = [OWNER, SERVER, GATE].map(cluster.addressOf);
  const pooler = await startPgBouncer(pgbouncerProgram() ?? '', cluster.url, POOL_SIZE, logins);
  return { cluster, pooler: keep(pooler, (it) => it.stop()), bucket };
}

/**
 * Starts everything but the service and what holds its data.
 * @param folder Where certificates lie.
 * @param behind Ports of the processes that nginx passes calls on to.
 */
export async function startSurroundings(
  folder: string,
  behind: { readonly portal: readonly number[]; readonly gateway: readonly number[] },
  keep: Keep,
): Promise<Surroundings> {
  const missing = missingPrograms();
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: not found.`);
  const redis = keep(await startRedis(redisProgram() ?? ''), (it) => it.delete());
  const swift = keep(await startSwift(), (it) => it.delete());

  const [port = 0, providerPort = 0] = await freePorts(2);
  const at = (name: string) => `https://${name}.openhouse.example:${port}`;
  const [portal, gateway, login] = [at('developers'), at('gateway'), at('login')];
  const provider = await startOidcServer({
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    callbackUrl: `${portal}/auth/sign-in-callback`,
    logoutUrl: `${portal}/auth/logout-notice`,
    issuer: login,
    port: providerPort,
  });
  keep(provider, (it) => it.kill());

  const authority = makeAuthority(folder, 'authority');
  const host = (address: string) => {
    const { hostname: name } = new URL(address);
    return { ...authority.sign(name, name, 1), name, port };
  };
  const inFront = await deployedNginx(
    { host: host(portal), ports: behind.portal },
    { host: host(gateway), ports: behind.gateway },
  );
  const told = inFront.replaceAll('location / {', `location / {\n    add_header ${ANSWERED_BY} $upstream_addr always;`);
  const servers = `${told}\n${providerInFront(host(login), providerPort)}`;
  keep(await startNginx(nginxProgram() ?? '', servers, port), (it) => it.stop());
  return {
    swift,
    redis,
    provider,
    authority: authority.file,
    settings: {
      PORTAL_URL: portal,
      BASE_URL: gateway,
      LOGIN_URL: login,
      IDENTITY_PROVIDER: 'oidc',
      OIDC_ISSUER: login,
      OIDC_CLIENT_ID: CLIENT.id,
      DATABASE_POOLER: 'transaction',
    },
    secrets: { REDIS_URL: redis.url, OIDC_CLIENT_SECRET: CLIENT.secret },
  };
}
