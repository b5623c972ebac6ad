import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { callMetrics, DURATION_BUCKETS_S, type GatewayCallFacts } from './call-metrics.ts';
import { declared, type MetricName } from './metric-list.ts';
import { serviceVersion } from './service-version.ts';

/** What an operator can watch. Labels never hold a code, a key or an address: their values are few and public. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts one answered call of the gateway. */
  gatewayCall(call: GatewayCallFacts, costMs: number): void;
  /** Counts one answered call of the portal. */
  portalCall(call: PortalCallFacts): void;
  /** Counts one request that this node counted for the limits alone, because the shared limiter was away. */
  countedAlone(): void;
  /** Notes how many other processes count the limits of the same callers elsewhere. */
  limitsApart(processes: number): void;
  /** Counts one upload of tours that arrived. @param outcome Such as `imported`. */
  upload(outcome: string, bytes: number, costMs: number): void;
  /** Counts one tour of an upload. @param outcome Such as `created`. */
  uploadedTour(outcome: string): void;
  /** Counts files that nothing named any more and that this node removed. */
  assetsCollected(count: number): void;
  /** Counts rows that were kept as long as the operator has set, and removed. @param kind Such as `usage`. */
  retentionRemoved(kind: string, count: number): void;
  /** Counts one try of a webhook. @param outcome Such as `delivered`. */
  webhook(outcome: string): void;
  /** Counts one mail. @param outcome Such as `sent`. */
  mail(outcome: string): void;
  /** Counts one time that the database was another copy than before. */
  databaseMoved(): void;
  /** Counts one connection that was closed unread. */
  connectionRefused(surface: string): void;
  /** Counts one statement that read payloads, where a replica is named. @param server The one that answered: `replica` or `database`. */
  payloadsRead(server: string): void;
  /** Counts one call that found the identity provider unavailable. @param call What it was made for, such as `profile`. */
  providerOutage(call: string): void;
}

/** What is counted of a call of the portal. */
export interface PortalCallFacts {
  readonly method: string;
  /** The route's pattern, never the address that was asked for; `none` where no route matched. */
  readonly route: string;
  readonly httpStatus: number;
  readonly costMs: number;
  /** How the forwarding header did not fit TRUST_PROXY_HOPS; undefined when it did. */
  readonly forwarding: string | undefined;
}

/** Calls of the portal by how their forwarding header did not fit TRUST_PROXY_HOPS; `openhouse doctor` reads it. */
export const FORWARDING_MISMATCHES = 'openhouse_portal_forwarding_mismatches_total';

/** Methods that stand in labels; a caller may invent others. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST']);

/** An archive may hold hundreds of tours. */
const UPLOAD_BUCKETS_S = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/**
 * Labels of counters that an alert watches begin at 0. To Prometheus a series that begins with its first count has not grown: of a
 * burst between two scrapes the alert would see nothing.
 */
const SURFACES = ['gateway', 'portal'] as const;
const MAILS_NOT_SENT = ['postponed', 'failed'] as const;
const PROVIDER_CALLS = ['begin', 'finish', 'profile'] as const;

/** Files of the pages: each is a route, with a name that changes at every build. */
const ASSETS = '/assets/';

/** One pool of connections to the database, as it is now. */
export interface PoolState {
  readonly pool: 'work' | 'reads' | 'replica';
  readonly busy: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** From when until when a certificate is valid, in milliseconds since the Unix epoch. */
export interface CertificateTimes {
  /** The variable that leads to it. */
  readonly of: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** What there is to do in the background, and what the audit log holds. */
export interface JobsState {
  /** App requests that are not completed. */
  readonly waiting: number;
  /** Age of the oldest of them, in seconds; 0 without one. */
  readonly oldestS: number;
  /** Age of the oldest mail that is not sent, in seconds; 0 without one. */
  readonly oldestMailS: number;
  readonly auditEntries: number;
  /** Seconds by which the oldest of each kind is kept longer than the operator has set; 0 when none is. */
  readonly overdueS: ReadonlyMap<string, number>;
}

export interface MetricSources {
  readonly cacheBytes: () => number;
  readonly cacheHits: () => number;
  readonly cacheMisses: () => number;
  readonly standingAgeMs: () => number;
  /** Whether the asset store is away. */
  readonly assetsAway: () => boolean;
  /** Seconds that the database's clock is ahead of this machine's. */
  readonly clockAheadS: () => number;
  /** Certificates that the configuration leads to. */
  readonly certificates: () => readonly CertificateTimes[];
  readonly pools: () => readonly PoolState[];
  /** Whether calls that need the database can be answered. */
  readonly ready: () => boolean;
  /** Whether the database refuses changes, though it answers reads. */
  readonly refusesChanges: () => boolean;
  /** Whether the limits are counted by the server that nodes share; undefined where none is configured. */
  readonly limiterShared: (() => boolean) | undefined;
  /** Asked at each look at the metrics; missing in a process that runs no jobs. */
  readonly jobs?: (() => Promise<JobsState>) | undefined;
}

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gatewayCall = callMetrics(registry);
  const counter = (name: MetricName) => new Counter({ ...declared(name), registers: [registry] });
  /** @param collect Sets it, at each look at the metrics. */
  const gauge = (name: MetricName, collect: (to: Gauge) => void | Promise<void>) =>
    new Gauge({
      ...declared(name),
      registers: [registry],
      collect() {
        return collect(this);
      },
    });
  gauge('openhouse_build_info', (to) => to.set({ version: serviceVersion(), node: process.versions.node }, 1));
  gauge('openhouse_frame_cache_bytes', (to) => to.set(sources.cacheBytes()));
  /** One that somebody else counts. */
  const counted = (name: MetricName, count: () => number) =>
    new Counter({
      ...declared(name),
      registers: [registry],
      collect() {
        this.reset();
        this.inc(count());
      },
    });
  counted('openhouse_frame_cache_hits_total', sources.cacheHits);
  counted('openhouse_frame_cache_misses_total', sources.cacheMisses);
  gauge('openhouse_standing_age_seconds', (to) => to.set(sources.standingAgeMs() / 1000));
  gauge('openhouse_database_clock_ahead_seconds', (to) => to.set(sources.clockAheadS()));
  gauge('openhouse_ready', (to) => to.set(sources.ready() ? 1 : 0));
  gauge('openhouse_database_refuses_changes', (to) => to.set(sources.refusesChanges() ? 1 : 0));
  const { limiterShared } = sources;
  // prom-client would show one that nothing sets as 0, which says that the server is away.
  if (limiterShared !== undefined) gauge('openhouse_limiter_shared', (to) => to.set(limiterShared() ? 1 : 0));
  gauge('openhouse_asset_store_away', (to) => to.set(sources.assetsAway() ? 1 : 0));
  gauge('openhouse_database_connections', (to) => {
    for (const { pool, busy, idle } of sources.pools()) {
      to.set({ pool, state: 'busy' }, busy);
      to.set({ pool, state: 'idle' }, idle);
    }
  });
  gauge('openhouse_database_connections_max', (to) => {
    for (const { pool, max } of sources.pools()) to.set({ pool }, max);
  });
  gauge('openhouse_database_waiting', (to) => {
    for (const { pool, waiting } of sources.pools()) to.set({ pool }, waiting);
  });
  jobGauges(gauge, sources.jobs);
  gauge('openhouse_certificate_start_seconds', (to) => {
    to.reset();
    for (const { of, startMs } of sources.certificates()) to.set({ of }, startMs / 1000);
  });
  gauge('openhouse_certificate_end_seconds', (to) => {
    to.reset();
    // Of several hosts in one address the one that ends first.
    for (const { of, endMs } of sources.certificates().toSorted((one, other) => other.endMs - one.endMs))
      to.set({ of }, endMs / 1000);
  });
  const moved = counter('openhouse_database_moved_total');
  const connectionsRefused = counter('openhouse_connections_refused_total');
  const portalCalls = counter('openhouse_portal_calls_total');
  const portalDurations = new Histogram({
    ...declared('openhouse_portal_call_seconds'),
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  const mismatches = counter(FORWARDING_MISMATCHES);
  const countedAlone = counter('openhouse_limiter_counted_alone_total');
  const apart = new Gauge({ ...declared('openhouse_limits_apart'), registers: [registry] });
  const uploads = counter('openhouse_uploads_total');
  const uploadDurations = new Histogram({
    ...declared('openhouse_upload_seconds'),
    buckets: UPLOAD_BUCKETS_S,
    registers: [registry],
  });
  const uploadBytes = counter('openhouse_upload_bytes_total');
  const uploadedTours = counter('openhouse_uploaded_tours_total');
  const collected = counter('openhouse_assets_collected_total');
  const removed = counter('openhouse_retention_removed_total');
  const payloadsRead = counter('openhouse_payload_statements_total');
  const mails = counter('openhouse_mails_total');
  const webhooks = counter('openhouse_webhooks_total');
  const outages = counter('openhouse_identity_provider_outages_total');
  for (const surface of SURFACES) connectionsRefused.inc({ surface }, 0);
  for (const outcome of MAILS_NOT_SENT) mails.inc({ outcome }, 0);
  for (const call of PROVIDER_CALLS) outages.inc({ call }, 0);
  uploads.inc({ outcome: 'failed' }, 0);
  return {
    registry,
    gatewayCall,
    portalCall({ method, route, httpStatus, costMs, forwarding }) {
      if (forwarding !== undefined) mismatches.inc({ kind: forwarding });
      const label = route.startsWith(ASSETS) ? `${ASSETS}*` : route;
      portalCalls.inc({ method: KNOWN_METHODS.has(method) ? method : 'other', route: label, status: httpStatus });
      portalDurations.observe({ route: label }, costMs / 1000);
    },
    countedAlone: () => countedAlone.inc(),
    limitsApart: (processes) => apart.set(processes),
    upload(outcome, bytes, costMs) {
      uploads.inc({ outcome });
      uploadBytes.inc(bytes);
      uploadDurations.observe(costMs / 1000);
    },
    uploadedTour: (outcome) => uploadedTours.inc({ outcome }),
    assetsCollected: (count) => collected.inc(count),
    mail: (outcome) => mails.inc({ outcome }),
    webhook: (outcome) => webhooks.inc({ outcome }),
    retentionRemoved: (kind, count) => removed.inc({ kind }, count),
    databaseMoved: () => moved.inc(),
    connectionRefused: (surface) => connectionsRefused.inc({ surface }),
    payloadsRead: (server) => payloadsRead.inc({ server }),
    providerOutage(call) {
      outages.inc({ call });
    },
  };
}

type MakeGauge = (name: MetricName, collect: (to: Gauge) => void | Promise<void>) => unknown;

/**
 * Milliseconds that a look waits for the database: far less than a scrape may take, and than a worker's report (`REPORT_PATIENCE_MS`). A
 * table may be locked for minutes, by a migration or `vacuum full`.
 */
const JOBS_PATIENCE_MS = 400;

/**
 * One question serves all of a look, and those that come while it is under way: each holds a connection. While the database is away, or
 * does not answer in time, they keep what they last said.
 */
function jobGauges(gauge: MakeGauge, ask: MetricSources['jobs']): void {
  let known: JobsState | undefined;
  let asking: Promise<void> | undefined;
  let looked: Promise<unknown> = Promise.resolve();
  const look = () => {
    asking ??= ask?.()
      .then(
        (jobs) => {
          known = jobs;
        },
        () => undefined,
      )
      .finally(() => {
        asking = undefined;
      });
    return within(asking, JOBS_PATIENCE_MS);
  };
  const state = async () => {
    await looked;
    return known;
  };
  gauge('openhouse_app_requests_waiting', async (to) => {
    looked = look();
    const jobs = await state();
    if (jobs !== undefined) to.set(jobs.waiting);
  });
  gauge('openhouse_app_requests_oldest_seconds', async (to) => {
    const jobs = await state();
    if (jobs !== undefined) to.set(jobs.oldestS);
  });
  gauge('openhouse_mails_oldest_seconds', async (to) => {
    const jobs = await state();
    if (jobs !== undefined) to.set(jobs.oldestMailS);
  });
  gauge('openhouse_audit_entries', async (to) => {
    const jobs = await state();
    if (jobs !== undefined) to.set(jobs.auditEntries);
  });
  gauge('openhouse_retention_overdue_seconds', async (to) => {
    const jobs = await state();
    for (const [kind, overdueS] of jobs?.overdueS ?? []) to.set({ kind }, overdueS);
  });
}

/** Resolves with the promise, or once the time is over. */
async function within(promise: Promise<void> | undefined, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
