import type { FastifyInstance } from 'fastify';
import { type Config, isProduction } from '../config/config.ts';
import { cookieDomain } from '../config/cookie-domain.ts';
import type { Secrets } from '../config/secrets.ts';
import { ConfigError } from '../config/variables.ts';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import type { Database } from '../kernel/database/database.ts';
import type { Limiter } from '../kernel/limiter/limiter.ts';
import type { Metrics } from '../observe/metrics.ts';
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
import { createPortal } from '../portal/portal.ts';
import { dashboardParts } from './dashboard-parts.ts';
import { proxiesOf } from './proxies.ts';
import { callbackUrlOf } from './sign-in-page.ts';

export interface PortalParts {
  readonly config: Config;
  readonly secrets: Pick<
    Secrets,
    'accessTokenKeys' | 'cookieSecrets' | 'sessionSealingKeys' | 'appSecretPepper' | 'appSecretSealingKeys'
  >;
  readonly database: Database;
  readonly log: PortalLog;
  readonly metrics: Pick<Metrics, 'portalCall' | 'providerOutage'>;
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
}

/** What a person meets in a browser, without ports. */
export interface PortalSurface {
  readonly portal: FastifyInstance;
  /** Completes App requests between its start and its stop. */
  readonly worker: RequestWorker;
}

/** Composes the portal for the identity provider that the configuration names. */
export function createPortalSurface(parts: PortalParts): PortalSurface {
  const { config, secrets, database, log, pagesDirectory } = parts;
  const nowMs = Date.now;
  const proxies = proxiesOf(config);
  const callbackUrl = callbackUrlOf(config);
  const domain = cookieDomain(config.PORTAL_URL, isProduction(config), config.SVC_AUTH_COOKIE_DOMAIN);
  if ('problem' in domain) throw new ConfigError([domain.problem]);
  const oidc = config.IDENTITY_PROVIDER === 'oidc' ? oidcOptions(config, callbackUrl) : undefined;
  const dashboard = dashboardParts(parts);
  const provider = oidc === undefined ? ticketIdentity(config, callbackUrl) : oidcProvider(oidc);
  const portal = createPortal({
    database,
    identity: watchOutages(withBreakers(provider, nowMs), parts.metrics.providerOutage),
    backChannelLogout: oidc === undefined ? null : oidcLogout(oidc),
    portalUrl: config.PORTAL_URL,
    baseUrl: config.BASE_URL,
    environment: config.APP_ENV,
    cookieDomain: domain.domain,
    sessionIdleS: config.SESSION_IDLE_S,
    cookieSecrets: secrets.cookieSecrets,
    sessionSealingKeys: secrets.sessionSealingKeys,
    dashboard,
    pagesDirectory,
    proxies,
    log,
    addressLimit: {
      limiter: parts.limiter,
      perMinute: config.PORTAL_IP_LIMIT_PER_MINUTE,
      ipv6Bits: config.IP_LIMIT_IPV6_BITS,
      proxies,
    },
    onAnswered: parts.metrics.portalCall,
    nowMs,
  });
  return { portal, worker: dashboard.worker };
}

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
    timeoutMs: config.IDENTITY_TIMEOUT_MS,
    nowMs: Date.now,
  };
}
