import type { Server } from 'node:http';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { type UseAccounting, useAccounting } from '../gateway/accounting/accounting.ts';
import { lastReads } from '../gateway/accounting/last-reads.ts';
import { filesUrl, fileUrl } from '../gateway/files/link.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { Call } from '../gateway/http/call.ts';
import { callLine } from '../gateway/http/call-line.ts';
import { GatewayError } from '../gateway/http/gateway-error.ts';
import { frameCache } from '../gateway/reads/frame-cache.ts';
import { tourStore } from '../gateway/reads/store.ts';
import { evictChangedTours } from '../gateway/reads/tour-changes.ts';
import { appStandings } from '../gateway/tokens/app-standings.ts';
import { tourListStore } from '../gateway/tours/store.ts';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import { changeFeed, type Moved } from '../kernel/changes/change-feed.ts';
import type { Database } from '../kernel/database/database.ts';
import { serverState } from '../kernel/database/server-state.ts';
import { isStoreAway } from '../kernel/database/store-away.ts';
import { clientAddress, type Proxies } from '../kernel/http/client-address.ts';
import type { Limiter } from '../kernel/limiter/limiter.ts';
import { memoryLimiter } from '../kernel/limiter/memory.ts';
import { redisLimiter } from '../kernel/limiter/redis.ts';
import { type InfoLines, infoLines, type Logger } from '../observe/log.ts';
import { createMetrics, type Metrics } from '../observe/metrics.ts';
import { fileStore } from '../tours/files/store.ts';
import { proxiesOf } from './proxies.ts';

export interface GatewaySurfaceDeps {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly assets: AssetStore;
  readonly log: Logger;
  /** Counts instead of the limiter that the configuration names; closed with the gateway. */
  readonly limiter?: Limiter | undefined;
  /** Lets the other processes of this machine know of changed apps and tours. */
  readonly tellOthers?: (() => Promise<void>) | undefined;
}

/** The gateway and what it remembers, composed from the configuration. */
export interface GatewaySurface {
  readonly server: Server;
  /** Polls for changes; resolves when all that were committed before are applied. */
  look(): Promise<void>;
  /** After a change of apps or tours: resolves when this machine knows of it; other nodes learn by polling. */
  onChanged(): Promise<void>;
  readonly metrics: Metrics;
  /** Closed with the gateway. */
  readonly limiter: Limiter;
  /** Why calls that need the database cannot be answered now; empty when they can. */
  unreadiness(): readonly string[];
  close(): Promise<void>;
}

const BYTES_PER_MEBIBYTE = 1024 * 1024;
/** Milliseconds between two flushes of usage; pages lag behind by at most this. */
const USE_FLUSH_MS = 5000;
/** Milliseconds between two writes of which tours were read: they are noted to the minute. */
const READS_FLUSH_MS = 60_000;

/** What is logged of a request that could not be parsed. */
const NO_APP = { appKey: undefined, secretVersion: undefined } as const;

/** Resolves once it knows the apps; it does not listen yet. */
export async function createGatewaySurface(deps: GatewaySurfaceDeps): Promise<GatewaySurface> {
  const { config, secrets, database, assets, log } = deps;
  const nowMs = Date.now;
  const proxies = proxiesOf(config);
  // Never waits behind what the portal's calls wait for; what the gateway writes goes over the other connections.
  const reads = database.readPool ?? database.pool;
  const store = tourStore(reads);
  const files = fileStore(reads);
  const cache = frameCache(Math.floor(config.FRAME_CACHE_MB * BYTES_PER_MEBIBYTE));
  const standings = appStandings(reads);
  let readOnly = false;
  const copyNow = async () => {
    const state = await serverState(reads);
    readOnly = state.readOnly;
    return state.copy;
  };
  const changes = changeFeed(
    [standings.look, evictChangedTours(store, cache)],
    (error) => log.warn({ reason: messageOf(error) }, 'changes could not be read'),
    {
      served: database.served,
      copy: database.kind === 'postgres' ? copyNow : undefined,
      onMoved: (moved) => log.error(movedLine(moved), MOVED),
    },
  );
  const metrics = createMetrics({ cacheBytes: cache.size, standingAgeMs: changes.ageMs });
  const limiter = deps.limiter ?? limiterOf(config, log, metrics);
  const onChanged = async () => {
    await Promise.all([changes.refresh(), deps.tellOthers?.()]);
  };
  const use = useAccounting(database, (error) => log.warn({ reason: messageOf(error) }, 'use could not be written'));
  const tourReads = lastReads(database, (error) =>
    log.warn({ reason: messageOf(error) }, 'reads of tours could not be written'),
  );
  const lines = infoLines(log);
  const standingStaleMaxMs = config.STANDING_STALE_MAX_S * 1000;
  const { accessTokenKeys, appSecretPepper, linkKeys } = secrets;
  const server = createGateway({
    reader: config.GATEWAY_HTTP_READER,
    admission: {
      standings,
      accessTokenKeys,
      limiter,
      appLimitPerMinute: config.APP_LIMIT_PER_MINUTE,
      ipLimitPerMinute: config.IP_LIMIT_PER_MINUTE,
      ipLimitIpv6Bits: config.IP_LIMIT_IPV6_BITS,
      proxies,
      standingAgeMs: changes.ageMs,
      standingStaleMaxMs,
      nowMs,
    },
    exchange: {
      appByKey: standings.byKey,
      accessTokenKeys,
      appSecretPepper,
      lifetimeS: config.ACCESS_TOKEN_LIFETIME_S,
      nowMs,
    },
    reads: { store, cache, filesUrl: (team, code) => filesUrl(config.BASE_URL, team, code), onRead: tourReads.note },
    tours: { store: tourListStore(database.pool), fileUrl: (address) => fileUrl(config.BASE_URL, address) },
    activation: { database, onChanged },
    presign: { files, baseUrl: config.BASE_URL, linkKeys, linkLifetimeS: config.LINK_LIFETIME_S, nowMs },
    files: { files, assets, linkKeys, nowMs },
    onAnswered: callReporter(proxies, lines, metrics, use),
    onMalformed: ({ status, ...request }) =>
      use.count({ ...request, ...NO_APP, operation: '', status, refusal: new GatewayError(status) }, 0),
    onBroken: ({ requestId: request_id, operation }, error) => {
      if (isStoreAway(error)) log.warn({ request_id, operation, reason: messageOf(error) }, 'database away');
      else log.error({ request_id, operation, err: error }, 'broken');
    },
  });
  await changes.refresh();
  changes.start(config.STANDING_POLL_MS);
  use.start(USE_FLUSH_MS);
  tourReads.start(READS_FLUSH_MS);
  return {
    server,
    look: changes.refresh,
    onChanged,
    metrics,
    limiter,
    unreadiness() {
      if (changes.ageMs() > standingStaleMaxMs) return ['the database has not answered for too long'];
      if (changes.failing()) return ['the database is away'];
      if (database.refusesConnections?.()) return ['the database takes no connections'];
      return readOnly ? ['the database takes no changes'] : [];
    },
    async close() {
      await changes.stop();
      await use.stop();
      await tourReads.stop();
      await limiter.close();
      lines?.close();
    },
  };
}

function limiterOf({ REDIS_URL }: Config, log: Logger, metrics: Metrics) {
  if (REDIS_URL === null) return memoryLimiter();
  return redisLimiter(REDIS_URL, {
    onAway: (error) => log.warn({ reason: messageOf(error) }, 'shared limiter away: this node counts alone'),
    onBack: () => log.info('shared limiter back'),
    onCountedAlone: metrics.countedAlone,
  });
}

/** @returns What counts an answered call and writes its line: who, what, with which result. */
function callReporter(
  proxies: Proxies,
  lines: InfoLines | undefined,
  metrics: Metrics,
  use: UseAccounting,
): (call: Call) => void {
  return (call) => {
    // Refused before the address was looked at.
    if (call.address === '') call.address = clientAddress(call.request, proxies);
    const costMs = performance.now() - call.startedAtMs;
    const atMs = Date.now();
    use.count(call, costMs, atMs);
    metrics.gatewayCall(call, costMs);
    lines?.write(callLine(call, atMs, Math.round(costMs)));
  };
}

const MOVED = 'the database is another copy than before: apps and tours were read anew, and changes may be lost';

/** What the log says of a failover: from where, to where, and which changes that were acknowledged are gone. */
function movedLine({ from, to, back }: Moved): object {
  const lost = back.map(({ name, before, now }) => ({ counter: name, seen: String(before), now: String(now) }));
  return { from, to, lost };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
