import type { Server as HttpServer } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { servesGateway, servesPortal } from '../../config/parts.ts';
import { loadSecrets, type Secrets } from '../../config/secrets.ts';
import { atIntervals } from '../../kernel/http/connection-bound.ts';
import { stopListening } from '../../kernel/http/listen.ts';
import { memoryLimiter } from '../../kernel/limiter/memory.ts';
import { createLog, type Logger, sharedOutput } from '../../observe/log.ts';
import { mostWaiting } from '../connection-shares.ts';
import { openStore } from '../open-store.ts';
import { openMetricsExport } from '../open-telemetry.ts';
import { createOperator } from '../operator-server.ts';
import { listenAs, type PortVariable } from '../ports.ts';
import { prepareStore } from '../prepare-store.ts';
import { addressesOf, onceOnly, type Service, type ServiceOptions } from '../service.ts';
import { createSignInPage } from '../sign-in-page.ts';
import type { SurfaceName } from '../surfaces.ts';
import { handOver } from './hand-over.ts';
import { supervisor } from './supervisor.ts';

/** How long connections that were accepted before a stop may wait for a worker, in milliseconds. */
const LAST_HAND_OVER_MS = 2000;
/** Poll interval while they wait, in milliseconds. */
const LAST_LOOK_MS = 10;

/**
 * Starts the service as one process that owns the ports, the limits and the operator's port, and workers that answer
 * (decision 0042). The schema and the demo are brought in once, before the first worker starts.
 */
export async function serveWithWorkers(config: Config, options: ServiceOptions): Promise<Service> {
  const log = options.log ?? createLog(config.LOG_LEVEL, sharedOutput());
  const secrets = await loadSecrets(config);
  const demo = await prepare(config, secrets, options, log);
  const closing: (() => Promise<unknown>)[] = [];
  let stopping = false;
  let serving = false;
  const stop = onceOnly(async () => {
    stopping = true;
    if (serving) await Promise.all([workers.letGo(), sleep(config.SHUTDOWN_DELAY_S * 1000)]);
    for (const close of closing.toReversed()) await close();
  });
  const limiter = memoryLimiter();
  closing.push(() => limiter.close());
  const tellOfCut = atIntervals((cut) => log.warn({ cut }, 'connections were cut: too many wait for a worker'));
  const connections = handOver(mostWaiting(config), tellOfCut);
  const { demoBundles, pages } = options;
  const folders = { demoBundles, pages };
  const workers = supervisor({ config, folders, log, handOver: connections, take: limiter.take });

  /** A port whose requests are answered here. */
  const open = async (server: HttpServer, variable: PortVariable, host: string) => {
    await listenAs(server, config, variable, host);
    closing.push(() => stopListening(server, config.SHUTDOWN_GRACE_S * 1000));
  };
  /** A port whose connections are handed over. */
  const share = async (surface: SurfaceName, variable: PortVariable) => {
    const port = createServer({ pauseOnConnect: true }, (connection) => connections.take(surface, connection));
    await listenAs(port, config, variable, config.LISTEN_HOST);
    closing.push(async () => {
      port.close();
      const deadlineMs = performance.now() + LAST_HAND_OVER_MS;
      while (connections.waiting(surface) > 0 && performance.now() < deadlineMs) await sleep(LAST_LOOK_MS);
      await workers.finish(surface);
    });
  };
  try {
    const sender = await openMetricsExport(config, workers.metricsJson);
    const operator = createOperator({
      metrics: workers.metrics,
      unreadiness: () => (stopping ? ['stopping'] : serving ? workers.unreadiness() : ['starting']),
      warnings: workers.warnings,
    });
    await open(operator, 'OPERATOR_PORT', config.OPERATOR_HOST);
    closing.push(async () => {
      await workers.stop();
      connections.close();
      // Behind the workers: a collector that does not answer takes 10 s, in which usage that is in memory could not be written.
      await sender?.stop().catch(() => undefined);
    });
    // Closed in reverse order: the portal's last answers may still call the sign-in page and the gateway.
    if (servesGateway(config)) await share('gateway', 'GATEWAY_PORT');
    const signIn = servesPortal(config) ? createSignInPage(config, secrets, pages) : null;
    await signIn?.ready();
    if (signIn !== null) await open(signIn.server, 'SIGN_IN_PORT', config.LISTEN_HOST);
    if (servesPortal(config)) await share('portal', 'PORTAL_PORT');
    await workers.start();
    serving = true;
    const addresses = addressesOf(config);
    log.info({ ...addresses, workers: config.WORKERS }, 'listening');
    return { addresses, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepare(config: Config, secrets: Secrets, { demoBundles }: ServiceOptions, log: Logger) {
  const database = await openStore(config, ({ message }) => log.warn({ reason: message }, 'database connection lost'));
  try {
    return await prepareStore(config, secrets, database, demoBundles);
  } finally {
    await database.close();
  }
}
