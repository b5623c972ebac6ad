import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import type { Database } from '../kernel/database/database.ts';
import { spokenIn } from '../kernel/http/accept-language.ts';
import { type Proxies, rawClientAddress } from '../kernel/http/client-address.ts';
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import type { Actions } from './actions/do-once.ts';
import type { RequestWorker } from './apps/request-worker.ts';
import { appRoutes } from './apps/routes.ts';
import type { UpstreamAppService } from './apps/upstream/upstream-app-service.ts';
import { auditRoutes } from './audit/routes.ts';
import type { BotCheck } from './bot-check/bot-check.ts';
import { botCheckRoutes } from './bot-check/routes.ts';
import type { DemoCallDeps } from './console/call-demo.ts';
import { consoleRoutes } from './console/routes.ts';
import { credentialRoutes } from './credentials/routes.ts';
import type { DemoBundles } from './demo/bundled-tour.ts';
import { embedRoutes } from './embeds/routes.ts';
import { explorerRoutes } from './explorer/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import type { GatewayClient } from './gateway-client/gateway-client.ts';
import type { PortalLog } from './http/log.ts';
import { mailStopRoutes } from './mail/stop-routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import { planOfTeamRoutes } from './plans/routes.ts';
import { type Asking, type AskingOf, askingOf } from './session/asking.ts';
import type { LiveCredential } from './session/credential-store.ts';
import type { Operators } from './session/operators.ts';
import type { Membership } from './session/store.ts';
import type { Visitor } from './session/visitor.ts';
import type { StatusBoard } from './status/status-board.ts';
import { teamRoutes } from './teams/routes.ts';
import { keepProfile } from './teams/store.ts';
import { teamTourRoutes, type UploadBounds } from './tours/routes.ts';
import type { UploadCounts } from './tours/upload-counts.ts';
import { usageRoutes } from './usage/routes.ts';
import { warningRoutes } from './warnings/routes.ts';
import type { WebhookAddresses } from './webhooks/change-webhooks.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** What the dashboard needs beyond sign-in: secrets of apps, the service that creates apps, and the bot check. */
export interface DashboardParts {
  readonly pepper: Buffer;
  readonly sealingKeys: KeyRing;
  /** Completes App requests; the process that listens starts it, closing the portal stops it. */
  readonly worker: RequestWorker;
  readonly botCheck: BotCheck;
  /** Seconds since signing in within which secrets are revealed; 0 for no limit (`REVEAL_MAX_SIGN_IN_AGE_S`). */
  readonly revealMaxSignInAgeS: number;
  readonly operators: Operators;
  /** Operators ask it about a trial. */
  readonly upstream: UpstreamAppService;
  /** Calls the gateway for an app, as an integrator's back end would; closed with the portal. */
  readonly gateway: GatewayClient;
  /** Files of tours. */
  readonly assets: AssetStore;
  /** Limits anonymous reads of the demo tours; null where there is no demo. */
  readonly demo: DemoCallDeps['demo'];
  /** Notifies people outside the portal; never throws. */
  readonly notify: (message: string) => void;
  /** Notifies this node's gateway of a change before the answer is sent. */
  readonly onAppsChanged: () => Promise<void>;
  /** The same for tours. */
  readonly onToursChanged: () => Promise<void>;
  /** Where uploads are kept while they are imported. */
  readonly uploadDirectory: string;
  readonly uploadBounds: UploadBounds;
  /** Counts uploads. */
  readonly uploads: UploadCounts;
  readonly bundles: DemoBundles;
  /** Rate limit of an app whose plan sets none, in calls per minute; 0 for no limit. */
  readonly appLimitPerMinute: number;
  /** Days that usage is kept (`USAGE_KEEP_DAYS`). */
  readonly usageKeepDays: number;
  /** Days from the request to delete a Team until it is deleted (`TEAM_DELETION_GRACE_DAYS`). */
  readonly teamDeletionDays: number;
  /** Whether mails are sent, so that invitations can be (`MAIL_FROM`). */
  readonly sendsMail: boolean;
  /** Public address of the portal, without a trailing slash: pages of public tours are below it. */
  readonly portalUrl: string;
  /** Where Teams may be told what happens. */
  readonly webhookAddresses: WebhookAddresses;
  /** What works, and what operators say. */
  readonly status: Pick<StatusBoard, 'now' | 'lookAtNote'>;
}

export interface DashboardDeps extends DashboardParts {
  readonly database: Database;
  readonly visitorOf: (request: FastifyRequest) => Promise<Visitor>;
  /** The active Team of a session, without asking the identity provider. */
  readonly teamOf: (request: FastifyRequest) => Promise<Membership | undefined>;
  /** The credential of a Team that makes a call; undefined for a person. */
  readonly credentialOf: (request: FastifyRequest) => LiveCredential | undefined;
  readonly actions: Actions;
  readonly proxies: Proxies;
  readonly log: PortalLog;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** How many people are remembered whose stored profile is up to date. */
const KNOWN_PROFILES = 10_000;

/** Teams, Developer apps, secrets and audit: the calls behind the dashboard. */
export function dashboard(app: FastifyInstance, deps: DashboardDeps): { readonly askingOf: AskingOf } {
  const { database, log, nowMs } = deps;
  const known = new LRUCache<string, string>({ max: KNOWN_PROFILES });

  const whoAsks = async (request: FastifyRequest): Promise<Asking> => {
    const asking = askingOf(await deps.visitorOf(request), rawClientAddress(request.raw, deps.proxies), deps.operators);
    const language = spokenIn(request.headers['accept-language']);
    const profile = JSON.stringify([asking.name, asking.email, language]);
    // A command at the store has only stored profiles, a credential has none.
    const hasProfile = asking.operator === undefined && asking.credential === undefined;
    if (hasProfile && known.get(asking.personId) !== profile) {
      await keepProfile(database.pool, asking.personId, asking.name, asking.email, language);
      known.set(asking.personId, profile);
    }
    return asking;
  };

  app.addHook('preClose', () => deps.worker.stop());
  app.addHook('onClose', async () => deps.gateway.close());
  const { teamDeletionDays, onAppsChanged } = deps;
  teamRoutes(app, {
    database,
    askingOf: whoAsks,
    teamDeletionDays,
    invitationMails: deps.sendsMail ? { sealingKeys: deps.sealingKeys } : null,
    onAppsChanged,
  });
  appRoutes(app, {
    database,
    askingOf: whoAsks,
    pepper: deps.pepper,
    sealingKeys: deps.sealingKeys,
    botCheck: deps.botCheck,
    revealMaxSignInAgeS: deps.revealMaxSignInAgeS,
    nowMs,
    isRepetition: deps.actions.isRepetition,
    onRequested: ({ team, name }) => {
      log.info({ team, app: name }, 'app requested');
      deps.notify(`${team} asked for the app ${name}.`);
      deps.worker.wake();
    },
    onChanged: deps.onAppsChanged,
  });
  botCheckRoutes(app, { botCheck: deps.botCheck, askingOf: whoAsks });
  teamTourRoutes(app, {
    database,
    assets: deps.assets,
    askingOf: whoAsks,
    teamOf: deps.teamOf,
    uploadDirectory: deps.uploadDirectory,
    importOnce: deps.actions.importOnce,
    uploadBounds: deps.uploadBounds,
    counts: deps.uploads,
    bundles: deps.bundles,
    log,
    onChanged: deps.onToursChanged,
  });
  operatorRoutes(app, {
    database,
    askingOf: whoAsks,
    operators: deps.operators,
    upstream: deps.upstream,
    onUpstreamUnavailable: (reason) => log.warn({ reason }, 'upstream app service unavailable'),
    onChanged: deps.onAppsChanged,
    teamDeletionDays,
    onNoteChanged: deps.status.lookAtNote,
    nowMs,
  });
  auditRoutes(app, { pool: database.pool, askingOf: whoAsks });
  explorerRoutes(app, {
    pool: database.pool,
    askingOf: whoAsks,
    teamOf: deps.teamOf,
    gateway: deps.gateway,
    assets: deps.assets,
  });
  consoleRoutes(app, {
    database,
    askingOf: whoAsks,
    gateway: deps.gateway,
    sealingKeys: deps.sealingKeys,
    demo: deps.demo,
    addressOf: (request) => rawClientAddress(request.raw, deps.proxies),
  });
  usageRoutes(app, {
    pool: database.pool,
    askingOf: whoAsks,
    appLimitPerMinute: deps.appLimitPerMinute,
    usageKeepDays: deps.usageKeepDays,
    nowMs,
  });
  planOfTeamRoutes(app, {
    pool: database.pool,
    askingOf: whoAsks,
    appLimitPerMinute: deps.appLimitPerMinute,
    usageKeepDays: deps.usageKeepDays,
    teamDeletionDays,
  });
  credentialRoutes(app, { database, askingOf: whoAsks, credentialOf: deps.credentialOf });
  warningRoutes(app, { database, askingOf: whoAsks });
  webhookRoutes(app, {
    database,
    sealingKeys: deps.sealingKeys,
    addresses: deps.webhookAddresses,
    askingOf: whoAsks,
  });
  embedRoutes(app, { database, askingOf: whoAsks, portalUrl: deps.portalUrl });
  mailStopRoutes(app, { database });
  feedbackRoutes(app, { pool: database.pool, askingOf: whoAsks, log, notify: deps.notify });
  return { askingOf: whoAsks };
}
