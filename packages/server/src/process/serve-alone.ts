import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { servesPortal } from '../config/parts.ts';
import { loadSecrets } from '../config/secrets.ts';
import { letGo, stopListening } from '../kernel/http/listen.ts';
import { createLog } from '../observe/log.ts';
import type { MetricsExport } from '../observe/metrics-export.ts';
import { openStore } from './open-store.ts';
import { openMetricsExport, openTracing } from './open-telemetry.ts';
import { createOperator } from './operator-server.ts';
import { listenAs, type PortVariable } from './ports.ts';
import { prepareStore } from './prepare-store.ts';
import { addressesOf, graceLeft, onceOnly, type Service, type ServiceOptions } from './service.ts';
import { createSignInPage } from './sign-in-page.ts';
import { createSurfaces } from './surfaces.ts';

/** Composes and starts the service in this process. What was opened is closed again when a later step fails. */
export async function serveAlone(config: Config, options: ServiceOptions): Promise<Service> {
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const secrets = await loadSecrets(config);
  const closing: (() => Promise<unknown>)[] = [];
  let stopping = false;
  const open: Server[] = [];
  let serving = false;
  let endsAtMs = 0;
  const stop = onceOnly(async () => {
    stopping = true;
    if (serving) {
      for (const server of open) letGo(server);
      await sleep(config.SHUTDOWN_DELAY_S * 1000);
    }
    endsAtMs = performance.now() + config.SHUTDOWN_GRACE_S * 1000;
    for (const close of closing.toReversed()) await close();
  });
  const listen = async (server: Server, variable: PortVariable, host: string) => {
    await listenAs(server, config, variable, host);
    open.push(server);
    closing.push(() => stopListening(server, graceLeft(endsAtMs)));
  };
  try {
    const database = await openStore(
      config,
      ({ message }) => {
        // Connections closed by ourselves do not count as lost.
        if (!stopping) log.warn({ reason: message }, 'database connection lost');
      },
      (isFull) => {
        if (isFull) log.error({ directory: config.DATA_DIR }, 'disk full: the embedded store takes no changes');
        else log.info({ directory: config.DATA_DIR }, 'the disk has room again: the embedded store takes changes');
      },
    );
    closing.push(() => database.close());
    const demo = await prepareStore(config, secrets, database, options.demoBundles);
    const tracing = await openTracing(config);
    if (tracing !== undefined) closing.push(() => tracing.stop().catch(() => undefined));
    const surfaces = await createSurfaces({ config, secrets, database, log, folders: options, tracing });
    let sender: MetricsExport | undefined;
    // Behind the surfaces: a collector that does not answer takes 10 s, in which usage that is in memory could not be written.
    closing.push(async () => sender?.stop().catch(() => undefined));
    closing.push(() => surfaces.close());
    sender = await openMetricsExport(config, () => surfaces.metrics.registry.getMetricsAsJSON());
    const operator = createOperator({
      metrics: () => surfaces.metrics.registry.metrics(),
      // Ports are opened one after the other, the operator's first: it is closed last.
      unreadiness: () => [
        ...(stopping ? ['stopping'] : []),
        ...(serving ? [] : ['starting']),
        ...surfaces.unreadiness(),
      ],
      warnings: surfaces.warnings,
    });
    // Closed in reverse order: the portal's last answers may still call the sign-in page and the gateway.
    await listen(operator, 'OPERATOR_PORT', config.OPERATOR_HOST);
    const { gateway, portal } = surfaces.servers;
    if (gateway !== undefined) await listen(gateway, 'GATEWAY_PORT', config.LISTEN_HOST);
    const signIn = servesPortal(config) ? createSignInPage(config, secrets, options.pages) : null;
    await signIn?.ready();
    if (signIn !== null) await listen(signIn.server, 'SIGN_IN_PORT', config.LISTEN_HOST);
    if (portal !== undefined) await listen(portal, 'PORTAL_PORT', config.LISTEN_HOST);
    surfaces.startWork();
    serving = true;
    const addresses = addressesOf(config);
    log.info(addresses, 'listening');
    return { addresses, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
