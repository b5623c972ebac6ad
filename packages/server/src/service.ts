import type { Server } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { localAssetStore } from './assets/local-asset-store.ts';
import { type Config, isProduction, loadsDemo } from './config.ts';
import { ConfigError } from './config-variables.ts';
import type { Database } from './database/database.ts';
import { migrate, requireMigrated } from './database/migrate.ts';
import { type DemoFacts, loadDemo } from './demo/load-demo.ts';
import { ownGatewayAddress } from './gateway-client/gateway-address.ts';
import { createGatewaySurface } from './gateway-surface.ts';
import { listen, stopListening } from './listen.ts';
import { createLog, type Logger } from './log.ts';
import { openStore } from './open-store.ts';
import { createOperator } from './operator.ts';
import { createPortalSurface } from './portal-surface.ts';
import { loadSecrets } from './secrets.ts';

/** A running service. */
export interface Service {
  readonly addresses: { readonly portal: string; readonly gateway: string; readonly signIn: string };
  /** What was loaded for the demo; undefined when it was not asked for. */
  readonly demo: DemoFacts | undefined;
  /** Finishes what is under way, then ends everything. Safe to call twice. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Folder of the demo's bundles. */
  readonly demoBundles: string;
  /** Build output of the portal's pages. */
  readonly pages: string;
  readonly log?: Logger;
}

type PortVariable = 'PORTAL_PORT' | 'GATEWAY_PORT' | 'SIGN_IN_PORT' | 'OPERATOR_PORT';

/** Composes and starts the service. What was opened is closed again when a later step fails. */
export async function startService(
  config: Config,
  { demoBundles, pages, log: given }: ServiceOptions,
): Promise<Service> {
  const log = given ?? createLog(config.LOG_LEVEL);
  const secrets = await loadSecrets(config);
  const closing: (() => Promise<unknown>)[] = [];
  let stopping = false;
  const stop = onceOnly(async () => {
    stopping = true;
    for (const close of closing.toReversed()) await close();
  });
  const open = async (server: Server, variable: PortVariable, host: string) => {
    await listen(server, config[variable], host).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new ConfigError([
        `${variable}: another program listens on ${config[variable]}. Stop it or name another port`,
      ]);
    });
    closing.push(() => stopListening(server, config.SHUTDOWN_GRACE_S * 1000));
  };
  const openApp = async (app: FastifyInstance, variable: PortVariable) => {
    await app.ready();
    await open(app.server, variable, config.LISTEN_HOST);
  };
  try {
    const database = await openStore(config, ({ message }) => {
      // Connections that we end ourselves are not lost.
      if (!stopping) log.warn({ reason: message }, 'database connection lost');
    });
    closing.push(() => database.close());
    await bringUpToDate(config, database);
    const assets = localAssetStore(join(config.DATA_DIR, 'assets'));
    const addresses = { portal: config.PORTAL_URL, gateway: config.BASE_URL, signIn: config.LOGIN_URL };
    const demo = loadsDemo(config)
      ? await loadDemo({
          database,
          assets,
          addresses,
          pepper: secrets.appSecretPepper,
          sealingKeys: secrets.appSecretSealingKeys,
          bundles: demoBundles,
          dataDirectory: config.DATA_DIR,
        })
      : undefined;

    const gateway = await createGatewaySurface({ config, secrets, database, assets, log });
    closing.push(() => gateway.close());
    const onAppsChanged = gateway.changes.refresh;
    const { metrics, limiter } = gateway;
    const surface = createPortalSurface({
      config,
      secrets,
      database,
      log,
      metrics,
      limiter,
      assets,
      gatewayAddress: ownGatewayAddress(config),
      onAppsChanged,
      onToursChanged: gateway.changes.refresh,
      pagesDirectory: pages,
    });
    const { portal, signIn, worker } = surface;
    closing.push(() => worker.stop());
    const operator = createOperator({
      registry: metrics.registry,
      unreadiness: () => [
        ...(stopping ? ['stopping'] : []),
        ...(gateway.isStale() ? ['the database has not answered for too long'] : []),
      ],
    });
    await open(operator, 'OPERATOR_PORT', config.OPERATOR_HOST);
    await open(gateway.server, 'GATEWAY_PORT', config.LISTEN_HOST);
    if (signIn !== null) await openApp(signIn, 'SIGN_IN_PORT');
    await openApp(portal, 'PORTAL_PORT');
    worker.start();
    log.info(addresses, 'listening');
    return { addresses, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** In production a new version must not change the schema by merely being started somewhere. */
async function bringUpToDate(config: Config, database: Database): Promise<void> {
  if (isProduction(config)) await requireMigrated(database);
  else await migrate(database);
}

function onceOnly(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
