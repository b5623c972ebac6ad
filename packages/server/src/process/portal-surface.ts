import { createPublicKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Config, isProduction } from '../config/config.ts';
import { cookieDomain } from '../config/cookie-domain.ts';
import type { Secrets } from '../config/secrets.ts';
import { ConfigError } from '../config/variables.ts';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import type { Database } from '../kernel/database/database.ts';
import type { Limiter } from '../kernel/limiter/limiter.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Tracing } from '../observe/tracing.ts';
import type { RequestWorker } from '../portal/apps/request-worker.ts';
import type { PortalLog } from '../portal/http/log.ts';
import { withBreakers } from '../portal/identity/breaker.ts';
import { BUILTIN_GATEWAY_PATH } from '../portal/identity/builtin/server.ts';
import type { IdentityProvider } from '../portal/identity/identity-provider.ts';
import { oidcProvider } from '../portal/identity/oidc.ts';
import { oidcLogout } from '../portal/identity/oidc-logout.ts';
import type { OidcOptions } from '../portal/identity/oidc-options.ts';
import { watchOutages } from '../portal/identity/outages.ts';
import { ticketProvider } from '../portal/identity/ticket.ts';
import type { ReportKeys } from '../portal/leaks/rules.ts';
import { createPortal } from '../portal/portal.ts';
import { gatewayAnswers, watchProvider } from '../portal/status/measures.ts';
import { statusBoard } from '../portal/status/status-board.ts';
import { dashboardParts } from './dashboard-parts.ts';
import { proxiesOf } from './proxies.ts';
import { callbackUrlOf } from './sign-in-page.ts';

export interface PortalParts {
  readonly config: Config;
  readonly secrets: Pick<
    Secrets,
    | 'accessTokenKeys'
    | 'cookieSecrets'
    | 'sessionSealingKeys'
    | 'appSecretPepper'
    | 'appSecretPeppers'
    | 'appSecretSealingKeys'
  >;
  readonly database: Database;
  readonly log: PortalLog;
  readonly metrics: Pick<Metrics, 'portalCall' | 'providerOutage' | 'upload' | 'uploadedTour'>;
  /** Counts calls by address; shared with the gateway, under keys of its own. */
  readonly limiter: Limiter;
  /** Files of tours; shared with the gateway. */
  readonly assets: AssetStore;
  /** Where the portal's back end reaches the gateway. */
  readonly gatewayAddress: string;
  /** Lets the gateway of this machine know of changed apps at once; other nodes learn by polling. */
  readonly onAppsChanged: () => Promise<void>;
  /** The same of tours. */
  readonly onToursChanged: () => Promise<void>;
  /** Build output of the pages; null serves none. */
  readonly pagesDirectory: string | null;
  /** Folder of the demo's bundles. */
  readonly demoBundles: string;
  /** Completes App requests; another process does where it is missing. */
  readonly worker?: RequestWorker;
  /** Why requests cannot be answered now; empty when they can. */
  readonly unreadiness: () => readonly string[];
  /** Whether the database refuses changes, though it answers reads. */
  readonly refusesChanges: () => boolean;
  /** Whether the store of files is away. */
  readonly filesAway: () => boolean;
  /** Milliseconds since the Unix epoch; by the database's clock, where several machines share one. */
  readonly nowMs: () => number;
  /** Where spans of calls go; missing for none. */
  readonly tracing?: Tracing | undefined;
}

/** Composes what a person meets in a browser, without ports, for the identity provider that the configuration names. */
export function createPortalSurface(parts: PortalParts): FastifyInstance {
  const { config, secrets, database, log, pagesDirectory, nowMs } = parts;
  const proxies = proxiesOf(config);
  const callbackUrl = callbackUrlOf(config);
  const domain = cookieDomain(config.PORTAL_URL, isProduction(config), config.SVC_AUTH_COOKIE_DOMAIN);
  if ('problem' in domain) throw new ConfigError([domain.problem]);
  const oidc = config.IDENTITY_PROVIDER === 'oidc' ? oidcOptions(config, callbackUrl) : undefined;
  const provider = oidc === undefined ? ticketIdentity(config, callbackUrl) : oidcProvider(oidc);
  const watched = watchProvider(withBreakers(provider));
  const answers = () => parts.unreadiness().length === 0;
  const status = statusBoard({
    pool: database.pool,
    measures: {
      portal: answers,
      gateway: async () => answers() && gatewayAnswers(parts.gatewayAddress),
      'sign-in': watched.works,
      imports: () => answers() && !parts.refusesChanges() && !parts.filesAway(),
    },
    nowMs,
  });
  const app = createPortal({
    database,
    identity: watchOutages(watched.identity, parts.metrics.providerOutage),
    backChannelLogout: oidc === undefined ? null : oidcLogout(oidc),
    leakReports:
      config.LEAK_REPORTS_SIGNED_BY === null
        ? null
        : { keys: reportKeysOf(config.LEAK_REPORTS_SIGNED_BY), peppers: secrets.appSecretPeppers },
    portalUrl: config.PORTAL_URL,
    baseUrl: config.BASE_URL,
    environment: config.APP_ENV,
    cookieDomain: domain.domain,
    sessionIdleS: config.SESSION_IDLE_S,
    cookieSecrets: secrets.cookieSecrets,
    sessionSealingKeys: secrets.sessionSealingKeys,
    dashboard: dashboardParts({
      ...parts,
      status,
      uploads: { upload: parts.metrics.upload, tour: parts.metrics.uploadedTour },
    }),
    pagesDirectory,
    proxies,
    log,
    addressLimit: {
      limiter: parts.limiter,
      perMinute: config.PORTAL_IP_LIMIT_PER_MINUTE,
      ipv6Bits: config.IP_LIMIT_IPV6_BITS,
      proxies,
    },
    keepsTrace: parts.tracing?.keeps,
    onAnswered: (call) => {
      parts.metrics.portalCall(call);
      if (call.steps === undefined) return;
      parts.tracing?.record({
        name: `${call.method} ${call.route}`,
        traceId: call.traceId,
        traceparent: call.traceparent,
        endedAtMs: Date.now(),
        costMs: call.costMs,
        httpStatus: call.httpStatus,
        attributes: {
          'http.request.method': call.method,
          'http.route': call.route,
          'openhouse.request_id': call.requestId,
        },
        steps: call.steps,
      });
    },
    nowMs,
  });
  app.addHook('onReady', async () => status.start());
  app.addHook('onClose', () => status.stop());
  return app;
}

const reportKeysOf = (published: ReadonlyMap<string, string>): ReportKeys =>
  new Map([...published].map(([name, pem]) => [name, createPublicKey(pem)]));

function ticketIdentity(config: Config, callbackUrl: string): IdentityProvider {
  const builtin = config.IDENTITY_PROVIDER === 'builtin';
  return ticketProvider({
    name: builtin ? 'builtin' : 'ticket',
    loginUrl: config.LOGIN_URL,
    gatewayUrl: builtin ? `${config.LOGIN_URL}${BUILTIN_GATEWAY_PATH}` : (config.TICKET_GATEWAY_URL ?? ''),
    callbackUrl,
    source: config.IDENTITY_SOURCE,
    timeoutMs: config.IDENTITY_TIMEOUT_MS,
  });
}

function oidcOptions(config: Config, callbackUrl: string): OidcOptions {
  return {
    issuer: config.OIDC_ISSUER ?? '',
    clientId: config.OIDC_CLIENT_ID ?? '',
    clientSecret: config.OIDC_CLIENT_SECRET,
    scope: config.OIDC_SCOPE,
    callbackUrl,
    source: config.IDENTITY_SOURCE,
    operatorClaim: config.OPERATOR_CLAIM,
    timeoutMs: config.IDENTITY_TIMEOUT_MS,
    nowMs: Date.now,
  };
}
