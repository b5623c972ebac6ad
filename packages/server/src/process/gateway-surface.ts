import type { Server } from 'node:http';
import type { Secrets } from '../config/secrets.ts';
import { type UseAccounting, useAccounting } from '../gateway/accounting/accounting.ts';
import { lastReads } from '../gateway/accounting/last-reads.ts';
import { filesUrl, fileUrl } from '../gateway/files/link.ts';
import { createGateway, type GatewayDeps } from '../gateway/gateway.ts';
import type { Call } from '../gateway/http/call.ts';
import { callLine } from '../gateway/http/call-line.ts';
import { GatewayError } from '../gateway/http/gateway-error.ts';
import { frameCache } from '../gateway/reads/frame-cache.ts';
import { tourStore } from '../gateway/reads/store.ts';
import { evictChangedTours } from '../gateway/reads/tour-changes.ts';
import { appStandings } from '../gateway/tokens/app-standings.ts';
import { tourListStore } from '../gateway/tours/store.ts';
import { type AssetStore, AssetStoreAway } from '../kernel/assets/asset-store.ts';
import { replicaReads } from '../kernel/database/replica.ts';
import { isStoreAway } from '../kernel/database/store-away.ts';
import { clientAddress, type Proxies } from '../kernel/http/client-address.ts';
import { GATEWAY_PROBE } from '../kernel/http/gateway-probe.ts';
import { collectSteps, endSteps, stepsHere } from '../kernel/steps.ts';
import { type InfoLines, infoLines } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Tracing } from '../observe/tracing.ts';
import { fileStore } from '../tours/files/store.ts';
import { messageOf, type NodeSupport, type NodeSupportDeps, nodeSupport } from './node-support.ts';
import { proxiesOf } from './proxies.ts';
import { onceOnly } from './service.ts';

export interface GatewaySurfaceDeps
  extends Omit<NodeSupportDeps, 'looks' | 'cacheBytes' | 'cacheHits' | 'cacheMisses'> {
  readonly secrets: Pick<Secrets, 'accessTokenKeys' | 'appSecretPeppers' | 'linkKeys'>;
  readonly assets: AssetStore;
  /** Where spans of calls are sent; missing for none. */
  readonly tracing?: Tracing | undefined;
}

/** The gateway and its caches, composed from the configuration. */
export interface GatewaySurface extends Omit<NodeSupport, 'changes' | 'copy'> {
  readonly server: Server;
  /** Polls for changes; resolves when all that were committed before are applied. */
  look(): Promise<void>;
  /** Writes what is counted of usage. Call it when all requests are answered; safe to call twice. */
  settle(): Promise<void>;
  /** Settles. Closes the limiter last. */
  close(): Promise<void>;
}

const BYTES_PER_MEBIBYTE = 1024 * 1024;
/** Milliseconds between two flushes of usage; pages lag behind by at most this. */
const USE_FLUSH_MS = 5000;
/** Milliseconds between two writes of which tours were read: they are recorded to the minute. */
const READS_FLUSH_MS = 60_000;

/** What is logged of a request that could not be parsed. */
const NO_APP = { appKey: undefined, secretVersion: undefined } as const;

/** Resolves once it knows the apps; it does not listen yet. */
export async function createGatewaySurface(deps: GatewaySurfaceDeps): Promise<GatewaySurface> {
  const { config, secrets, database, assets, log } = deps;
  const proxies = proxiesOf(config);
  // Never waits behind the portal's calls; the gateway's writes use the other connections.
  const reads = database.readPool ?? database.pool;
  const replica =
    database.replicaPool &&
    replicaReads(database.replicaPool, {
      copy: () => support.copy(),
      onTurn: (problem) => {
        if (problem === undefined) log.info('the replica serves reads');
        else log.warn({ reason: problem }, 'the replica is not read: the database is asked for everything');
      },
      onRead: (by) => metrics.payloadsRead(by),
    });
  const store = tourStore(reads, replica);
  const files = fileStore(reads);
  const cache = frameCache(Math.floor(config.FRAME_CACHE_MB * BYTES_PER_MEBIBYTE));
  const standings = appStandings(reads);
  const support = nodeSupport({
    ...deps,
    looks: [standings.look, evictChangedTours(store, cache)],
    cacheBytes: cache.size,
    cacheHits: cache.hits,
    cacheMisses: cache.misses,
  });
  const { changes, metrics, limiter, onChanged, nowMs } = support;
  const use = useAccounting(database, (error) => log.warn({ reason: messageOf(error) }, 'use could not be written'));
  const tourReads = lastReads(database, (error) =>
    log.warn({ reason: messageOf(error) }, 'reads of tours could not be written'),
  );
  const lines = infoLines(log);
  const standingStaleMaxMs = config.STANDING_STALE_MAX_S * 1000;
  const { accessTokenKeys, appSecretPeppers, linkKeys } = secrets;
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
      appSecretPeppers,
      lifetimeS: config.ACCESS_TOKEN_LIFETIME_S,
      nowMs,
    },
    reads: { store, cache, filesUrl: (team, code) => filesUrl(config.BASE_URL, team, code), onRead: tourReads.note },
    tours: { store: tourListStore(database.pool), fileUrl: (address) => fileUrl(config.BASE_URL, address) },
    activation: { database, onChanged },
    presign: { files, baseUrl: config.BASE_URL, linkKeys, linkLifetimeS: config.LINK_LIFETIME_S, nowMs },
    files: { files, assets, redirects: config.ASSET_DELIVERY === 'redirect', linkKeys, nowMs },
    around: deps.tracing && keptOnly(deps.tracing),
    onAnswered: callReporter({ proxies, lines, metrics, use, tracing: deps.tracing }),
    onMalformed: ({ status, ...request }) =>
      use.count({ ...request, ...NO_APP, operation: '', status, refusal: new GatewayError(status) }, 0),
    onBroken: ({ requestId: request_id, traceId: trace_id, operation, address }, error) => {
      const call = { request_id, trace_id, operation, address };
      if (error instanceof AssetStoreAway) log.warn({ ...call, reason: error.message }, 'asset store away');
      else if (isStoreAway(error)) log.warn({ ...call, reason: messageOf(error) }, 'database away');
      else log.error({ ...call, err: error }, 'broken');
    },
  });
  await changes.refresh();
  changes.start(config.STANDING_POLL_MS);
  use.start(USE_FLUSH_MS);
  tourReads.start(READS_FLUSH_MS);
  replica?.start();
  const settle = onceOnly(async () => {
    await Promise.all([use.stop(), tourReads.stop()]);
  });
  return {
    server,
    look: changes.refresh,
    onChanged,
    metrics,
    limiter,
    unreadiness: support.unreadiness,
    refusesChanges: support.refusesChanges,
    warnings() {
      const problem = replica?.problem();
      return [...support.warnings(), ...(problem === undefined ? [] : [`the replica is not read: ${problem}`])];
    },
    nowMs,
    settle,
    async close() {
      await changes.stop();
      await replica?.stop();
      await settle();
      await limiter.close();
    },
  };
}

interface Reports {
  readonly proxies: Proxies;
  readonly lines: InfoLines | undefined;
  readonly metrics: Metrics;
  readonly use: UseAccounting;
  readonly tracing: Tracing | undefined;
}

/** Collects the steps of the calls whose traces are kept; the others cost what they do without traces. */
function keptOnly(tracing: Tracing): NonNullable<GatewayDeps['around']> {
  return ({ traceId, request }, handle) => {
    if (tracing.keeps(traceId, request.headers.traceparent)) collectSteps([], handle);
    else handle();
  };
}

/** The steps of a call whose trace is dropped are not collected. */
function traceCall(tracing: Tracing, call: Call, endedAtMs: number, costMs: number): void {
  const steps = stepsHere();
  if (steps === undefined) return;
  endSteps(steps);
  const { operation, traceId, request, httpStatus, status, requestId, appKey } = call;
  tracing.record({
    name: operation === '' ? 'gateway' : operation,
    traceId,
    traceparent: request.headers.traceparent,
    endedAtMs,
    costMs,
    httpStatus,
    attributes: {
      'http.request.method': request.method,
      'openhouse.status': status,
      'openhouse.request_id': requestId,
      ...(appKey !== undefined && { 'openhouse.app_key': appKey }),
    },
    steps,
  });
}

/** Whether the portal asked for its status page. A refusal is a call all the same. */
const isProbe = ({ request: { method, target }, httpStatus }: Call): boolean =>
  method === GATEWAY_PROBE.method && target === GATEWAY_PROBE.path && httpStatus < 400;

/** @returns A function that counts an answered call and writes its log line: who, what, with which result. */
function callReporter({ proxies, lines, metrics, use, tracing }: Reports): (call: Call) => void {
  return (call) => {
    // Every portal asks every ten seconds: that would bury the lines of quiet hours, and dilute the share of calls that fail.
    if (isProbe(call)) return;
    // Refused before the address was determined.
    if (call.address === '') call.address = clientAddress(call.request, proxies);
    const costMs = performance.now() - call.startedAtMs;
    const atMs = Date.now();
    use.count(call, costMs, atMs);
    metrics.gatewayCall(call, costMs);
    lines?.write(callLine(call, atMs, Math.round(costMs)));
    if (tracing !== undefined) traceCall(tracing, call, atMs, costMs);
  };
}
