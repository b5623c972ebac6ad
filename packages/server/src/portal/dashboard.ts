import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import type { Database } from '../kernel/database/database.ts';
import { type Proxies, rawClientAddress } from '../kernel/http/client-address.ts';
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import type { RequestWorker } from './apps/request-worker.ts';
import { appRoutes } from './apps/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import type { BotCheck } from './bot-check/bot-check.ts';
import { botCheckRoutes } from './bot-check/routes.ts';
import type { DemoCallDeps } from './console/call-demo.ts';
import { consoleRoutes } from './console/routes.ts';
import { explorerRoutes } from './explorer/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import type { GatewayClient } from './gateway-client/gateway-client.ts';
import type { PortalLog } from './http/log.ts';
import { type Asking, type AskingOf, askingOf } from './session/asking.ts';
import type { Membership } from './session/store.ts';
import type { Visitor } from './session/visitor.ts';
import { teamRoutes } from './teams/routes.ts';
import { keepProfile } from './teams/store.ts';
import { teamTourRoutes } from './tours/routes.ts';
import { usageRoutes } from './usage/routes.ts';

/** What the dashboard needs beyond signing in: secrets of apps, who makes apps, and how people are told from scripts. */
export interface DashboardParts {
  readonly pepper: Buffer;
  readonly sealingKeys: KeyRing;
  /** Completes App requests; whoever listens starts it, closing the portal ends it. */
  readonly worker: RequestWorker;
  readonly botCheck: BotCheck;
  /** Seconds since signing in within which secrets are revealed; 0 sets no bound (`REVEAL_MAX_SIGN_IN_AGE_S`). */
  readonly revealMaxSignInAgeS: number;
  /** Calls the gateway for an app, as an integrator's back end would; closed with the portal. */
  readonly gateway: GatewayClient;
  /** Files of tours. */
  readonly assets: AssetStore;
  /** What anybody may read of the demo tours; null where there is no demo. */
  readonly demo: DemoCallDeps['demo'];
  /** Tells people outside of the portal; never throws. */
  readonly notify: (message: string) => void;
  /** Lets this node's gateway know of a change before the answer leaves. */
  readonly onAppsChanged: () => Promise<void>;
  /** The same of tours. */
  readonly onToursChanged: () => Promise<void>;
  /** Where uploads are kept while they are imported. */
  readonly uploadDirectory: string;
  /** Calls that an app may make in a minute; 0 without a limit. */
  readonly appLimitPerMinute: number;
}

export interface DashboardDeps extends DashboardParts {
  readonly database: Database;
  readonly visitorOf: (request: FastifyRequest) => Promise<Visitor>;
  /** The active Team of a session, without asking the identity provider. */
  readonly teamOf: (request: FastifyRequest) => Promise<Membership | undefined>;
  readonly proxies: Proxies;
  readonly log: PortalLog;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** People whose profile is known to be stored as it is. */
const KNOWN_PROFILES = 10_000;

/** Teams, Developer apps, secrets and audit: the calls behind the dashboard. */
export function dashboard(app: FastifyInstance, deps: DashboardDeps): { readonly askingOf: AskingOf } {
  const { database, log, nowMs } = deps;
  const known = new LRUCache<string, string>({ max: KNOWN_PROFILES });

  const whoAsks = async (request: FastifyRequest): Promise<Asking> => {
    const asking = askingOf(await deps.visitorOf(request), rawClientAddress(request.raw, deps.proxies));
    const profile = JSON.stringify([asking.name, asking.email]);
    if (known.get(asking.personId) !== profile) {
      await keepProfile(database.pool, asking.personId, asking.name, asking.email);
      known.set(asking.personId, profile);
    }
    return asking;
  };

  app.addHook('preClose', () => deps.worker.stop());
  app.addHook('onClose', async () => deps.gateway.close());
  teamRoutes(app, { database, askingOf: whoAsks });
  appRoutes(app, {
    database,
    askingOf: whoAsks,
    pepper: deps.pepper,
    sealingKeys: deps.sealingKeys,
    botCheck: deps.botCheck,
    revealMaxSignInAgeS: deps.revealMaxSignInAgeS,
    nowMs,
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
    log,
    onChanged: deps.onToursChanged,
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
  usageRoutes(app, { pool: database.pool, askingOf: whoAsks, appLimitPerMinute: deps.appLimitPerMinute, nowMs });
  feedbackRoutes(app, { pool: database.pool, askingOf: whoAsks, log, notify: deps.notify });
  return { askingOf: whoAsks };
}
