import { join } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import { type Config, isProduction, loadsDemo } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import type { Database } from '../kernel/database/database.ts';
import { judgeHost, outsideFetch } from '../kernel/http/outside-fetch.ts';
import type { Limiter } from '../kernel/limiter/limiter.ts';
import { type RequestWorker, requestWorker } from '../portal/apps/request-worker.ts';
import { embeddedAppService } from '../portal/apps/upstream/embedded.ts';
import { httpAppService } from '../portal/apps/upstream/http.ts';
import type { UpstreamAppService } from '../portal/apps/upstream/upstream-app-service.ts';
import { altchaCheck } from '../portal/bot-check/altcha.ts';
import type { BotCheck } from '../portal/bot-check/bot-check.ts';
import { siteverifyCheck, siteverifyServices } from '../portal/bot-check/siteverify.ts';
import type { DashboardParts } from '../portal/dashboard.ts';
import { httpGatewayClient } from '../portal/gateway-client/http-gateway-client.ts';
import type { PortalLog } from '../portal/http/log.ts';
import { webhookNotifier } from '../portal/notifications/webhook.ts';
import { UPLOAD_BYTES_OF_NODE } from '../portal/tours/import-places.ts';
import type { UploadCounts } from '../portal/tours/upload-counts.ts';

/** Milliseconds a call to the upstream app service may take; shorter than a lease of an App request. */
const UPSTREAM_TIMEOUT_MS = 10_000;
/** Milliseconds a service may take to judge a bot check. */
const BOT_CHECK_TIMEOUT_MS = 5000;

export interface DashboardSources {
  readonly config: Config;
  readonly secrets: Pick<Secrets, 'accessTokenKeys' | 'appSecretPepper' | 'appSecretSealingKeys' | 'cookieSecrets'>;
  readonly database: Database;
  readonly log: PortalLog;
  /** Completes App requests; another process does where it is missing. */
  readonly worker?: RequestWorker;
  /** Files of tours. */
  readonly assets: AssetStore;
  /** Where the portal's back end reaches the gateway. */
  readonly gatewayAddress: string;
  readonly limiter: Limiter;
  /** Folder of the demo's bundles. */
  readonly demoBundles: string;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  /** Lets this node's gateway know of changed apps at once. */
  readonly onAppsChanged: () => Promise<void>;
  /** The same of tours. */
  readonly onToursChanged: () => Promise<void>;
  /** Counts uploads. */
  readonly uploads: UploadCounts;
  /** What works, and what operators say. */
  readonly status: DashboardParts['status'];
}

/** Chooses the adapters that the configuration names. */
export function dashboardParts(sources: DashboardSources): DashboardParts {
  const { config, secrets, assets, gatewayAddress, onAppsChanged, onToursChanged } = sources;
  return {
    pepper: secrets.appSecretPepper,
    sealingKeys: secrets.appSecretSealingKeys,
    upstream: upstreamOf(config, sources.nowMs),
    worker: sources.worker ?? NO_WORKER,
    botCheck: botCheckOf(sources),
    revealMaxSignInAgeS: config.REVEAL_MAX_SIGN_IN_AGE_S,
    operators: {
      addresses: new Set(config.OPERATORS ?? []),
      maxSignInAgeS: config.OPERATOR_MAX_SIGN_IN_AGE_S,
    },
    gateway: httpGatewayClient({
      baseUrl: gatewayAddress,
      accessTokenKeys: secrets.accessTokenKeys,
      nowMs: sources.nowMs,
    }),
    demo: loadsDemo(config) ? { limiter: sources.limiter } : null,
    notify: notifierOf(sources),
    onAppsChanged,
    onToursChanged,
    assets,
    uploadDirectory: join(config.DATA_DIR, DATA_DIRECTORY.uploads),
    bundles: { directory: sources.demoBundles, gateway: config.BASE_URL },
    uploadBounds: {
      perAddress: config.UPLOADS_PER_ADDRESS,
      ipv6Bits: config.IP_LIMIT_IPV6_BITS,
      bytesOfNode: UPLOAD_BYTES_OF_NODE,
    },
    appLimitPerMinute: config.APP_LIMIT_PER_MINUTE,
    usageKeepDays: config.USAGE_KEEP_DAYS,
    teamDeletionDays: config.TEAM_DELETION_GRACE_DAYS,
    sendsMail: config.MAIL_FROM !== null,
    portalUrl: config.PORTAL_URL,
    webhookAddresses: {
      requiresTls: isProduction(config),
      judge: async (host) =>
        isProduction(config) ? judgeHost(host, { allowedHosts: config.ALLOW_INSIDE_HOSTS }) : 'outside',
    },
    uploads: sources.uploads,
    status: sources.status,
  };
}

/** Another process finds within a second what was saved here. */
const NO_WORKER: RequestWorker = { wake: () => {}, start: () => {}, stop: async () => {} };

/** What completes App requests needs. */
export type JobSources = Pick<DashboardSources, 'config' | 'database' | 'log' | 'onAppsChanged' | 'nowMs'> & {
  readonly secrets: Pick<Secrets, 'appSecretPepper' | 'appSecretSealingKeys'>;
};

/** @returns What completes App requests, not started yet. */
export function requestWorkerOf(sources: JobSources): RequestWorker {
  const { config, secrets, database, log, onAppsChanged } = sources;
  const notify = notifierOf(sources);
  return requestWorker(
    {
      database,
      keys: { pepper: secrets.appSecretPepper, sealingKeys: secrets.appSecretSealingKeys },
      upstream: upstreamOf(config, sources.nowMs),
      onCompleted: ({ team, name, appKey }) => {
        log.info({ team, app_key: appKey }, 'app request completed');
        notify(`The app ${name} of ${team} is ready.`);
        onAppsChanged().catch(() => undefined);
      },
      onUnavailable: (reason) => log.warn({ reason }, 'upstream app service unavailable'),
    },
    (error) => log.error({ err: error }, 'an app request could not be completed'),
  );
}

function notifierOf({ config, log }: Pick<DashboardSources, 'config' | 'log'>) {
  const unheard = (reason: string) => log.warn({ reason }, 'nobody could be notified');
  return webhookNotifier(config.NOTIFY_WEBHOOK_URL, unheard, fetchingOf(config));
}

function upstreamOf(config: Config, nowMs: () => number): UpstreamAppService {
  if (config.UPSTREAM_APPS_URL === null) return embeddedAppService(nowMs);
  return httpAppService({
    url: config.UPSTREAM_APPS_URL,
    token: config.UPSTREAM_APPS_TOKEN ?? '',
    timeoutMs: UPSTREAM_TIMEOUT_MS,
    defaultXid: config.DEFAULT_CREDENTIAL_XID,
  });
}

function botCheckOf({ config, secrets, database, log, nowMs }: DashboardSources): BotCheck {
  const { pool } = database;
  if (config.BOT_CHECK === 'altcha') {
    return altchaCheck({ pool, keys: secrets.cookieSecrets, maxNumber: config.BOT_CHECK_ALTCHA_MAX, nowMs });
  }
  return siteverifyCheck({
    service: config.BOT_CHECK,
    url: config.BOT_CHECK_VERIFY_URL ?? siteverifyServices[config.BOT_CHECK].verifyUrl,
    scriptUrl: config.BOT_CHECK_SCRIPT_URL ?? siteverifyServices[config.BOT_CHECK].scriptUrl,
    siteKey: config.BOT_CHECK_SITE_KEY ?? '',
    secret: config.BOT_CHECK_SECRET ?? '',
    hostname: new URL(config.PORTAL_URL).hostname,
    timeoutMs: BOT_CHECK_TIMEOUT_MS,
    pool,
    fetching: fetchingOf(config),
    onUnavailable: (reason) => log.warn({ service: config.BOT_CHECK, reason }, 'bot check unavailable'),
  });
}

/** In production what is told or asked outside stays outside; in development a service may stand in on this machine. */
export const fetchingOf = (config: Config): typeof fetch =>
  isProduction(config) ? outsideFetch({ allowedHosts: config.ALLOW_INSIDE_HOSTS }) : fetch;
