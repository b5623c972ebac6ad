import type { Server } from 'node:http';
import { join } from 'node:path';
import { localAssetStore } from './assets/local-asset-store.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { ownGatewayAddress } from './gateway-client/gateway-address.ts';
import { createGatewaySurface } from './gateway-surface.ts';
import type { Limiter } from './limiter/limiter.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createPortalSurface } from './portal-surface.ts';
import type { Secrets } from './secrets.ts';

/** What a process serves to others than its operator. */
export type SurfaceName = 'gateway' | 'sign-in' | 'portal';

/** The surfaces of one process, composed and not reachable yet: whoever opens them gives them connections. */
export interface Surfaces {
  readonly metrics: Metrics;
  /** In the order in which they are to be opened. */
  readonly servers: readonly { readonly name: SurfaceName; readonly server: Server }[];
  /** Begins what runs beside requests. Once the surfaces are open. */
  startWork(): void;
  /** Reads what changed in the database at once, instead of at the next poll. */
  look(): Promise<void>;
  /** Why requests cannot be answered now; empty when they can. */
  unreadiness(): readonly string[];
  /** Ends what runs beside requests; after the servers, and before the database. */
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
  /** Told when this process has changed apps or tours, and knows of it itself. */
  readonly onChanged?: () => void;
}

/** @returns The surfaces, once they know the apps. */
export async function createSurfaces(parts: SurfaceParts): Promise<Surfaces> {
  const { config, secrets, database, log, pages: pagesDirectory, onChanged } = parts;
  const assets = localAssetStore(join(config.DATA_DIR, 'assets'));
  const gateway = await createGatewaySurface({
    config,
    secrets,
    database,
    assets,
    log,
    ...(parts.limiter !== undefined && { limiter: parts.limiter }),
    ...(onChanged !== undefined && { onChanged }),
  });
  try {
    const { metrics, limiter, refresh: onAppsChanged } = gateway;
    const portal = createPortalSurface({
      config,
      secrets,
      database,
      log,
      metrics,
      limiter,
      gatewayAddress: ownGatewayAddress(config),
      onAppsChanged,
      pagesDirectory,
    });
    await Promise.all([portal.portal.ready(), portal.signIn?.ready()]);
    return {
      metrics,
      servers: [
        { name: 'gateway', server: gateway.server },
        ...(portal.signIn === null ? [] : [{ name: 'sign-in' as const, server: portal.signIn.server }]),
        { name: 'portal', server: portal.portal.server },
      ],
      startWork: portal.worker.start,
      look: gateway.changes.refresh,
      unreadiness: () => (gateway.isStale() ? ['the database has not answered for too long'] : []),
      async close() {
        await portal.worker.stop();
        await gateway.close();
      },
    };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}
