import type { Server } from 'node:http';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Database } from '../kernel/database/database.ts';
import type { Limiter } from '../kernel/limiter/limiter.ts';
import type { Logger } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { ownGatewayAddress } from './gateway-address.ts';
import { createGatewaySurface } from './gateway-surface.ts';
import { openAssetStore } from './open-asset-store.ts';
import { createPortalSurface } from './portal-surface.ts';

/** The two surfaces that every process serves, beside the operator's port. */
export type SurfaceName = 'gateway' | 'portal';

/** The surfaces of one process, composed but not listening yet. */
export interface Surfaces {
  readonly metrics: Metrics;
  readonly servers: Readonly<Record<SurfaceName, Server>>;
  /** Starts background work. Call it once the surfaces are open. */
  startWork(): void;
  /** Polls for changes; resolves when this process has applied all that were committed before. */
  look(): Promise<void>;
  /** Why requests cannot be answered now; empty when they can. */
  unreadiness(): readonly string[];
  /** Stops background work; after the servers, before the database. */
  close(): Promise<void>;
}

export interface SurfaceParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly log: Logger;
  /** Build output of the portal's pages. */
  readonly pages: string;
  /** Counts instead of the limiter that the configuration names; closed with the surfaces. */
  readonly limiter?: Limiter;
  /** Notifies the other processes of this machine of changed apps and tours; this one polls by itself. */
  readonly tellOthers?: () => Promise<void>;
}

/** @returns The surfaces, once they know the apps. */
export async function createSurfaces(parts: SurfaceParts): Promise<Surfaces> {
  const { config, secrets, database, log, pages: pagesDirectory, limiter: given, tellOthers } = parts;
  const assets = openAssetStore(config);
  const gateway = await createGatewaySurface({ config, secrets, database, assets, log, limiter: given, tellOthers });
  try {
    const { metrics, limiter } = gateway;
    const { portal, worker } = createPortalSurface({
      config,
      secrets,
      database,
      log,
      metrics,
      limiter,
      assets,
      gatewayAddress: ownGatewayAddress(config),
      onAppsChanged: gateway.onChanged,
      onToursChanged: gateway.onChanged,
      pagesDirectory,
    });
    await portal.ready();
    return {
      metrics,
      servers: { gateway: gateway.server, portal: portal.server },
      startWork: worker.start,
      look: gateway.look,
      unreadiness: gateway.unreadiness,
      async close() {
        await worker.stop();
        await gateway.close();
      },
    };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}
