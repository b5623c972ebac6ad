import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { memoryLimiter } from '../limiter/memory.ts';
import { stopListening } from '../listen.ts';
import { createLog, type Logger } from '../log.ts';
import { openStore } from '../open-store.ts';
import { createOperator } from '../operator.ts';
import { createSignInPage } from '../portal-surface.ts';
import { listenAs, portOf } from '../ports.ts';
import { prepareStore } from '../prepare-store.ts';
import { loadSecrets, type Secrets } from '../secrets.ts';
import { addressesOf, onceOnly, type Service, type ServiceOptions } from '../service.ts';
import type { SurfaceName } from '../surfaces.ts';
import { handOver } from './hand-over.ts';
import { type Supervisor, supervisor } from './supervisor.ts';
import { type WorkerMetrics, workerMetrics } from './worker-metrics.ts';

/** What workers serve; the built-in sign-in page remembers used tickets and stays in one process. */
const SHARED_SURFACES = ['gateway', 'portal'] as const satisfies readonly SurfaceName[];

/** How long connections that were accepted before a stop may wait for a worker, in milliseconds. */
const LAST_HAND_OVER_MS = 2000;

/**
 * Starts the service as one process that owns the ports, the limits and the operator's port, and workers that answer
 * (decision 0042). The schema and the demo are brought in once, before the first worker starts.
 */
export async function serveWithWorkers(config: Config, options: ServiceOptions): Promise<Service> {
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const secrets = await loadSecrets(config);
  const demo = await prepare(config, secrets, options, log);
  const closing: (() => Promise<unknown>)[] = [];
  let stopping = false;
  const stop = onceOnly(async () => {
    stopping = true;
    for (const close of closing.toReversed()) await close();
  });
  try {
    const limiter = memoryLimiter();
    closing.push(() => limiter.close());
    const connections = handOver(() => log.warn('a connection was cut: too many wait for a worker'));
    const metrics = workerMetrics(() => workers.serving());
    const workers = supervisor({ config, pages: options.pages, log, handOver: connections, limiter, metrics });
    const operator = operatorOf(workers, metrics, () => stopping);
    await listenAs(operator, config, 'OPERATOR_PORT', config.OPERATOR_HOST);
    closing.push(() => stopListening(operator, 0));
    if (config.IDENTITY_PROVIDER === 'builtin') {
      const signIn = createSignInPage(config, secrets);
      await signIn.ready();
      await listenAs(signIn.server, config, portOf['sign-in'], config.LISTEN_HOST);
      closing.push(() => stopListening(signIn.server, config.SHUTDOWN_GRACE_S * 1000));
    }
    closing.push(async () => {
      await workers.stop();
      connections.close();
    });
    const ports: Server[] = [];
    closing.push(async () => {
      for (const port of ports) port.close();
      const deadline = performance.now() + LAST_HAND_OVER_MS;
      while (connections.waiting() > 0 && performance.now() < deadline) await sleep(10);
    });
    for (const surface of SHARED_SURFACES) {
      const port = createServer({ pauseOnConnect: true }, (connection) => connections.take(surface, connection));
      await listenAs(port, config, portOf[surface], config.LISTEN_HOST);
      ports.push(port);
    }
    await workers.start();
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

function operatorOf(workers: Supervisor, metrics: WorkerMetrics, stopping: () => boolean) {
  return createOperator({
    async metrics() {
      const reports = await workers.reports();
      return metrics.text(reports.flatMap((report) => (report === undefined ? [] : [report.metrics])));
    },
    async unreadiness() {
      if (stopping()) return ['stopping'];
      const reports = await workers.reports();
      if (reports.some((report) => report?.unreadiness.length === 0)) return [];
      return ['no worker can answer', ...new Set(reports.flatMap((report) => report?.unreadiness ?? []))];
    },
  });
}
