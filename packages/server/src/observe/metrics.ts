import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { callMetrics, DURATION_BUCKETS_S, type GatewayCallFacts } from './call-metrics.ts';

/** What an operator can watch. Labels never hold a code, a key or an address: their values are few and public. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts one answered call of the gateway. */
  gatewayCall(call: GatewayCallFacts, costMs: number): void;
  /** Counts one answered call of the portal. */
  portalCall(call: PortalCallFacts): void;
  /** Counts one request that this node counted for the limits alone, because the shared limiter was away. */
  countedAlone(): void;
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
}

/** Methods that stand in labels; a caller may invent others. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST']);

/** Files of the pages: each is a route, with a name that changes at every build. */
const ASSETS = '/assets/';

export interface MetricSources {
  readonly cacheBytes: () => number;
  readonly standingAgeMs: () => number;
}

export function createMetrics({ cacheBytes, standingAgeMs }: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gatewayCall = callMetrics(registry);
  new Gauge({
    name: 'openhouse_frame_cache_bytes',
    help: 'Bytes of tour payloads in memory.',
    registers: [registry],
    collect() {
      this.set(cacheBytes());
    },
  });
  new Gauge({
    name: 'openhouse_standing_age_seconds',
    help: 'Age of what this node knows of apps and tours, in seconds.',
    registers: [registry],
    // Of several workers the one that knows least counts.
    aggregator: 'max',
    collect() {
      this.set(standingAgeMs() / 1000);
    },
  });
  const portalCalls = new Counter({
    name: 'openhouse_portal_calls_total',
    help: 'Calls of the portal by method, route pattern and HTTP status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const portalDurations = new Histogram({
    name: 'openhouse_portal_call_seconds',
    help: 'Time from request to answer, in seconds, by route pattern.',
    labelNames: ['route'] as const,
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  const countedAlone = new Counter({
    name: 'openhouse_limiter_counted_alone_total',
    help: 'Requests that this node counted for the limits alone, because REDIS_URL was away.',
    registers: [registry],
  });
  const outages = new Counter({
    name: 'openhouse_identity_provider_outages_total',
    help: 'Calls that found the identity provider unavailable, held back ones included, by call.',
    labelNames: ['call'] as const,
    registers: [registry],
  });
  return {
    registry,
    gatewayCall,
    portalCall({ method, route, httpStatus, costMs }) {
      const label = route.startsWith(ASSETS) ? `${ASSETS}*` : route;
      portalCalls.inc({ method: KNOWN_METHODS.has(method) ? method : 'other', route: label, status: httpStatus });
      portalDurations.observe({ route: label }, costMs / 1000);
    },
    countedAlone: () => countedAlone.inc(),
    providerOutage(call) {
      outages.inc({ call });
    },
  };
}
