import type { Server } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AssetStore } from './assets/asset-store.ts';
import { localAssetStore } from './assets/local-asset-store.ts';
import { fileStore } from './assets/store.ts';
import { type ChangeFeed, changeFeed } from './changes/change-feed.ts';
import { type Config, isProduction } from './config.ts';
import type { Database } from './database/database.ts';
import { migrate, requireMigrated } from './database/migrate.ts';
import { type DemoFacts, loadDemo } from './demo/load-demo.ts';
import { createGateway } from './gateway.ts';
import { type Call, costMsOf } from './http/call.ts';
import type { Limiter } from './limiter/limiter.ts';
import { memoryLimiter } from './limiter/memory.ts';
import { redisLimiter } from './limiter/redis.ts';
import { listen, stopListening } from './listen.ts';
import { createLog, type Logger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { openStore } from './open-store.ts';
import { createOperator } from './operator.ts';
import { createPortalSurface } from './portal-surface.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { type AppStandings, appStandings } from './tokens/app-standings.ts';
import { type FrameCache, frameCache } from './tours/frame-cache.ts';
import { type TourStore, tourStore } from './tours/store.ts';
import { evictChangedTours } from './tours/tour-changes.ts';

/** A running service. */
export interface Service {
  readonly addresses: { readonly portal: string; readonly gateway: string; readonly signIn: string };
  /** What was loaded for the demo; undefined when it was not asked for. */
  readonly demo: DemoFacts | undefined;
  /** Finishes what is under way, then ends everything. Safe to call twice. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Folder of the demo's bundles. */
  readonly demoBundles: string;
  /** Build output of the portal's pages. */
  readonly pages: string;
  readonly log?: Logger;
}

/** Everything the surfaces are made of. */
interface Parts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly database: Database;
  readonly standings: AppStandings;
  readonly store: TourStore;
  readonly cache: FrameCache;
  readonly changes: ChangeFeed;
  readonly metrics: Metrics;
}

const BYTES_PER_MEBIBYTE = 1024 * 1024;

/** Composes and starts the service. What was opened is closed again when a later step fails. */
export async function startService(
  config: Config,
  { demoBundles, pages, log: given }: ServiceOptions,
): Promise<Service> {
  const log = given ?? createLog(config.LOG_LEVEL);
  const secrets = await loadSecrets(config);
  const closing: (() => Promise<unknown>)[] = [];
  const stop = onceOnly(async () => {
    for (const close of closing.toReversed()) await close();
  });
  try {
    let isClosing = false;
    const database = await openStore(config, ({ message }) => {
      // Connections that we end ourselves are not lost.
      if (!isClosing) log.warn({ reason: message }, 'database connection lost');
    });
    closing.push(() => {
      isClosing = true;
      return database.close();
    });
    // In production a new version must not change the schema by merely being started somewhere.
    if (isProduction(config)) await requireMigrated(database);
    else await migrate(database);
    const assets = localAssetStore(join(config.DATA_DIR, 'assets'));
    const addresses = { portal: config.PORTAL_URL, gateway: config.BASE_URL, signIn: config.LOGIN_URL };
    const demo = wantsDemo(config)
      ? await loadDemo({
          database,
          assets,
          addresses,
          pepper: secrets.appSecretPepper,
          bundles: demoBundles,
          dataDirectory: config.DATA_DIR,
        })
      : undefined;

    const parts = partsOf(config, secrets, log, database);
    await parts.changes.refresh();
    parts.changes.start(config.STANDING_POLL_MS);
    closing.push(() => parts.changes.stop());

    const limiter =
      config.REDIS_URL === null
        ? memoryLimiter()
        : redisLimiter(config.REDIS_URL, (error) => log.warn({ reason: messageOf(error) }, 'shared limiter away'));
    closing.push(() => limiter.close());

    const gateway = gatewayOf(parts, limiter, assets);
    let stopping = false;
    const operator = createOperator({
      registry: parts.metrics.registry,
      unreadiness: () => [
        ...(stopping ? ['stopping'] : []),
        ...(isStale(parts) ? ['the database has not answered for too long'] : []),
      ],
    });
    await open(operator, config.OPERATOR_PORT, config.OPERATOR_HOST);
    await open(gateway, config.GATEWAY_PORT, config.LISTEN_HOST);
    const { portal, signIn } = createPortalSurface({ config, secrets, database, log, pagesDirectory: pages });
    if (signIn !== null) await openApp(signIn, config.SIGN_IN_PORT);
    await openApp(portal, config.PORTAL_PORT);
    log.info(addresses, 'listening');

    return {
      addresses,
      demo,
      stop: () => {
        stopping = true;
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }

  async function openApp(app: FastifyInstance, port: number): Promise<void> {
    await app.ready();
    await open(app.server, port, config.LISTEN_HOST);
  }

  async function open(server: Server, port: number, host: string): Promise<void> {
    await listen(server, port, host);
    closing.push(() => stopListening(server, config.SHUTDOWN_GRACE_S * 1000));
  }
}

function partsOf(config: Config, secrets: Secrets, log: Logger, database: Database): Parts {
  const store = tourStore(database.pool);
  const cache = frameCache(config.FRAME_CACHE_MB * BYTES_PER_MEBIBYTE);
  const standings = appStandings(database.pool);
  const changes = changeFeed([standings.look, evictChangedTours(store, cache)], (error) =>
    log.warn({ reason: messageOf(error) }, 'changes could not be read'),
  );
  const metrics = createMetrics({ cacheBytes: cache.size, standingAgeMs: changes.ageMs });
  return { config, secrets, log, database, standings, store, cache, changes, metrics };
}

function gatewayOf(parts: Parts, limiter: Limiter, assets: AssetStore): Server {
  const { config, secrets, log, database, standings, store, cache, changes, metrics } = parts;
  const nowMs = Date.now;
  const files = fileStore(database.pool);
  const { accessTokenKeys, appSecretPepper, linkKeys } = secrets;
  return createGateway({
    admission: {
      standings,
      accessTokenKeys,
      limiter,
      appLimitPerMinute: config.APP_LIMIT_PER_MINUTE,
      ipLimitPerMinute: config.IP_LIMIT_PER_MINUTE,
      proxyHops: config.TRUST_PROXY_HOPS,
      standingAgeMs: changes.ageMs,
      standingStaleMaxMs: config.STANDING_STALE_MAX_S * 1000,
      nowMs,
    },
    exchange: {
      appByKey: standings.byKey,
      accessTokenKeys,
      appSecretPepper,
      lifetimeS: config.ACCESS_TOKEN_LIFETIME_S,
      nowMs,
    },
    reads: { store, cache },
    activation: { database, changes },
    presign: { files, baseUrl: config.BASE_URL, linkKeys, linkLifetimeS: config.LINK_LIFETIME_S, nowMs },
    files: { files, assets, linkKeys, nowMs },
    onAnswered: (call) => logCall(log, metrics, call),
    onBroken: (call, error) =>
      log.error({ request_id: call.requestId, operation: call.operation, err: error }, 'broken'),
  });
}

/** One line a call: who, what, with which result. Never a header, a query or a body. */
function logCall(log: Logger, metrics: Metrics, call: Call): void {
  const cost = costMsOf(call);
  metrics.gatewayCall(call, cost);
  log.info(
    {
      request_id: call.requestId,
      trace_id: call.traceId,
      operation: call.operation,
      app_key: call.appKey,
      secret_version: call.secretVersion,
      ...call.remarks,
      status: call.status,
      http_status: call.response.statusCode,
      cost,
    },
    'call',
  );
}

function wantsDemo(config: Config): boolean {
  return config.LOAD_DEMO === 'yes' || (config.LOAD_DEMO === 'auto' && !isProduction(config));
}

function isStale({ config, changes }: Parts): boolean {
  return changes.ageMs() > config.STANDING_STALE_MAX_S * 1000;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function onceOnly(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
