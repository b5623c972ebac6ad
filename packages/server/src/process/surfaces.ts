import type { Server } from 'node:http';
import type { Config } from '../config/config.ts';
import { runsJobs, servesGateway, servesPortal } from '../config/parts.ts';
import type { Secrets } from '../config/secrets.ts';
import { watchAssetStore } from '../kernel/assets/asset-store-watch.ts';
import { hotAssets } from '../kernel/assets/hot-assets.ts';
import type { Database } from '../kernel/database/database.ts';
import { boundConnections } from '../kernel/http/connection-bound.ts';
import type { Limiter } from '../kernel/limiter/limiter.ts';
import type { Logger } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Tracing } from '../observe/tracing.ts';
import { assetCollector } from './asset-collector.ts';
import { connectionShares } from './connection-shares.ts';
import { fetchingOf, requestWorkerOf } from './dashboard-parts.ts';
import { gatewayAddressOf } from './gateway-address.ts';
import { createGatewaySurface, type GatewaySurface } from './gateway-surface.ts';
import { headsJob } from './heads-job.ts';
import { finderJob } from './keys/finder-job.ts';
import { keyHolder } from './keys/key-holder.ts';
import { mailJob } from './mail-job.ts';
import { messageOf, type NodeSupportDeps, nodeSupport } from './node-support.ts';
import { openAssetStore } from './open-asset-store.ts';
import { createPortalSurface } from './portal-surface.ts';
import { retentionJob } from './retention/retention-job.ts';
import { retentionOf } from './retention/rules.ts';
import type { ServiceFolders } from './service.ts';
import { warningJob } from './warning-job.ts';
import { webhookJob } from './webhook-job.ts';

/** The surfaces beside the operator's port; a process serves both, or the part that SERVE_ONLY names. */
export type SurfaceName = 'gateway' | 'portal';

/** The surfaces of one process, composed but not listening yet. */
export interface Surfaces {
  readonly metrics: Metrics;
  readonly servers: Readonly<Partial<Record<SurfaceName, Server>>>;
  /** Starts background work. Call it once the surfaces are open. */
  startWork(): void;
  /** Polls for changes; resolves when this process has applied all that were committed before. */
  look(): Promise<void>;
  /** Why requests cannot be answered now; empty when they can. */
  unreadiness(): readonly string[];
  /** What does not work although requests can be answered: files whose store is away; empty otherwise. */
  warnings(): readonly string[];
  /** Stops background work; after the servers, before the database. */
  close(): Promise<void>;
}

export interface SurfaceParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly log: Logger;
  readonly folders: ServiceFolders;
  /** Counts instead of the limiter that the configuration names; closed with the surfaces. */
  readonly limiter?: Limiter;
  /** Notifies the other processes of this machine of changed apps and tours; this one polls by itself. */
  readonly tellOthers?: () => Promise<void>;
  /** Where spans of calls go; missing for none. */
  readonly tracing?: Tracing | undefined;
}

/** What every process knows and counts; its server is missing where another process is the gateway. */
type Node = Omit<GatewaySurface, 'server'> & Partial<Pick<GatewaySurface, 'server'>>;

/** @returns The surfaces, once they know the apps. */
export async function createSurfaces(parts: SurfaceParts): Promise<Surfaces> {
  const { config, secrets, database, log, folders } = parts;
  const watch = watchAssetStore(await openAssetStore(config), {
    onAway: (reason) => log.error({ reason }, 'asset store away: files are answered with 503'),
    onBack: () => log.info('asset store back'),
  });
  const assets = watch.store;
  const nodeParts = { ...parts, assetsAway: () => watch.away() !== undefined };
  const node: Node = servesGateway(config)
    ? await createGatewaySurface({ ...nodeParts, assets: hotAssets(assets) })
    : await createNode(nodeParts);
  try {
    const { metrics, limiter, onChanged, nowMs } = node;
    const jobs = { config, secrets, database, log, onAppsChanged: onChanged, nowMs };
    const worker = runsJobs(config) ? requestWorkerOf(jobs) : undefined;
    const portal = servesPortal(config)
      ? createPortalSurface({
          ...jobs,
          ...(worker && { worker }),
          metrics,
          limiter,
          assets,
          gatewayAddress: gatewayAddressOf(config),
          onToursChanged: onChanged,
          pagesDirectory: folders.pages,
          demoBundles: folders.demoBundles,
          tracing: parts.tracing,
          unreadiness: node.unreadiness,
          refusesChanges: node.refusesChanges,
          filesAway: nodeParts.assetsAway,
        })
      : undefined;
    await portal?.ready();
    const collector = runsJobs(config)
      ? assetCollector({
          database,
          assets,
          keepS: config.ASSET_KEEP_S,
          onCollected(count) {
            metrics.assetsCollected(count);
            log.info({ count }, 'files that nothing named were removed');
          },
          onFailed: (error) => log.warn({ reason: messageOf(error) }, 'files could not be collected'),
        })
      : undefined;
    const retention = runsJobs(config)
      ? retentionJob({
          database,
          retention: retentionOf(config),
          onRemoved: metrics.retentionRemoved,
          onFailed: (error) => log.warn({ reason: messageOf(error) }, 'retention failed'),
        })
      : undefined;
    const warnings = runsJobs(config)
      ? warningJob({
          config,
          database,
          onFailed: (error) => log.warn({ reason: messageOf(error) }, 'warnings could not be looked for'),
        })
      : undefined;
    const mails = runsJobs(config)
      ? mailJob({
          config,
          secrets,
          database,
          onOutcome(outcome, reason) {
            metrics.mail(outcome);
            if (outcome === 'postponed' || outcome === 'failed') log.warn({ outcome, reason }, 'a mail was not sent');
          },
          onFailed: (error) => log.warn({ reason: messageOf(error) }, 'mails could not be sent'),
        })
      : undefined;
    const webhooks = runsJobs(config)
      ? webhookJob({
          database,
          keys: secrets.appSecretSealingKeys,
          fetching: fetchingOf(config),
          nowMs,
          onOutcome(outcome, reason) {
            metrics.webhook(outcome);
            if (outcome === 'given up') log.warn({ reason }, 'a webhook was given up');
          },
          onFailed: (error) => log.warn({ reason: messageOf(error) }, 'webhooks could not be sent'),
        })
      : undefined;
    const heads = runsJobs(config)
      ? headsJob({
          config,
          database,
          onFailed: (error) => log.warn({ reason: messageOf(error) }, 'heads of audit chains could not be sent'),
        })
      : undefined;
    const finders = runsJobs(config)
      ? finderJob({
          secrets,
          database,
          onFailed: (error) => log.warn({ reason: messageOf(error) }, 'finders of app secrets could not be made'),
        })
      : undefined;
    const holder = keyHolder({
      config,
      secrets,
      database,
      limiter,
      onFailed: (error) => log.warn({ reason: messageOf(error) }, 'which keys this process holds could not be noted'),
      onApart(names) {
        metrics.limitsApart(names.length);
        if (names.length === 0) log.info('limits are counted with the other processes again');
        else
          log.warn(
            { processes: names },
            'limits are counted apart from other processes: give all of them one REDIS_URL',
          );
      },
    });
    // Before anything is served: who looks whether every process has a key must find this one.
    await holder.start();
    const servers = { ...(node.server && { gateway: node.server }), ...(portal && { portal: portal.server }) };
    bound(servers, parts, metrics);
    return {
      metrics,
      servers,
      startWork() {
        worker?.start();
        watch.start();
        collector?.start();
        retention?.start();
        warnings?.start();
        mails?.start();
        webhooks?.start();
        heads?.start();
        finders?.start();
      },
      look: node.look,
      unreadiness: node.unreadiness,
      warnings() {
        const reason = watch.away();
        const apart = holder.apart();
        return [
          ...node.warnings(),
          ...(reason === undefined ? [] : [`files cannot be served: ${reason}`]),
          ...(apart.length === 0
            ? []
            : [`limits are counted apart from ${apart.join(', ')}: give all of them one REDIS_URL`]),
        ];
      },
      async close() {
        watch.stop();
        // At the same time: a process is killed soon after its grace, and a job may wait for something that does not
        // answer. Usage is in memory only, so it must not be written after such a job.
        const work = [collector, retention, warnings, mails, webhooks, heads, finders, worker];
        await Promise.all([node.settle(), ...work.map((job) => job?.stop())]);
        await holder.stop();
        await node.close();
      },
    };
  } catch (error) {
    await node.close();
    throw error;
  }
}

/** Gives each surface its share of what this process may open. */
function bound(servers: Surfaces['servers'], { config, log }: SurfaceParts, metrics: Metrics): void {
  const shares = connectionShares(config);
  if (shares === undefined) return;
  for (const surface of ['gateway', 'portal'] as const) {
    const server = servers[surface];
    if (server === undefined) continue;
    const most = shares[surface];
    const tell = (refused: number) =>
      log.warn({ surface, most, refused }, 'connections refused: raise the limit of file descriptors');
    boundConnections(server, most, () => metrics.connectionRefused(surface), tell);
  }
}

/** A process without the gateway keeps nothing of apps and tours; it only watches whether the database answers. */
async function createNode(parts: SurfaceParts & Pick<NodeSupportDeps, 'assetsAway'>): Promise<Node> {
  const support = nodeSupport({ ...parts, looks: [], cacheBytes: () => 0, cacheHits: () => 0, cacheMisses: () => 0 });
  const { changes, limiter } = support;
  await changes.refresh();
  changes.start(parts.config.STANDING_POLL_MS);
  return {
    ...support,
    look: changes.refresh,
    settle: async () => undefined,
    async close() {
      await changes.stop();
      await limiter.close();
    },
  };
}
