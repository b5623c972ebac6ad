/**
 * Program of a server process (server-process.mjs): loads the service from its sources and runs it on ports of its own,
 * when its parent says so.
 */
import { readdirSync, readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * @typedef {import('./server-process.mjs').ToServer} ToServer
 * @typedef {import('./server-process.mjs').FromServer} FromServer
 * @typedef {import('@openhouse/server').Service} Service
 */

const checkout = join(import.meta.dirname, '../..');
/** Only the parent connects to this process. */
const HOST = '127.0.0.1';
/** Seconds that requests under way may hold up a restart. */
const GRACE_S = 1;
/** A package in an import of values; ours and Node's own are left out. */
const IMPORTED_PACKAGE = /^(?:import (?!type).*|\}) from '(?!\.|node:|@openhouse\/|openhouse)([^']+)'/gm;

/** @type {Service | undefined} */
let service;

/** @type {(message: FromServer) => void} */
const say = (message) => void (process.connected && process.send?.(message));

/**
 * Loads the packages that the sources import, before the sources are needed: it takes three times as long as loading
 * those. A package that fails is told of when a source asks for it.
 */
async function loadPackages() {
  const sources = ['contract', 'server', 'cli'].flatMap((name) => {
    const folder = join(checkout, 'packages', name, 'src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
  });
  const names = new Set(
    sources.flatMap((source) => [...source.matchAll(IMPORTED_PACKAGE)].map(([, name = '']) => name)),
  );
  await Promise.allSettled([...names].map((name) => import(name)));
}

/** @returns A port that was free a moment ago. */
function freePort() {
  const server = createServer();
  return /** @type {Promise<number>} */ (
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, HOST, () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
      });
    })
  );
}

/** Reads the configuration and reports the ports that it names, which the parent listens on. */
async function load() {
  const { parseConfig } = await import('@openhouse/server');
  await import('../../packages/cli/src/commands/serve.ts');
  const { PORTAL_URL, PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT, LISTEN_HOST } = parseConfig(process.env);
  const ports = { PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT };
  say({ kind: 'loaded', listening: { host: LISTEN_HOST, portalUrl: PORTAL_URL, ports } });
}

/** @param {Extract<ToServer, { kind: 'start' }>} message */
async function start({ pages, inspectPort, banner }) {
  // Not before: until now the last process had the port.
  if (inspectPort !== undefined) inspector.open(inspectPort, HOST);
  const { parseConfig, startService } = await import('@openhouse/server');
  const { bannerOf } = await import('../../packages/cli/src/commands/serve.ts');
  const [PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = { PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT };
  // The public addresses stay those of the configuration.
  const config = { ...parseConfig(process.env), ...ports, LISTEN_HOST: HOST, SHUTDOWN_GRACE_S: GRACE_S };
  service = await startService(config, { demoBundles: join(checkout, 'demo/tours'), pages });
  say({ kind: 'ready', ports });
  if (banner) process.stderr.write(`${bannerOf(service.addresses, service.demo)}\n`);
}

async function stop() {
  await service?.stop();
  process.exit(0);
}

/**
 * A mistake in the configuration or the store is a sentence; anything else is a fault in the sources, with its stack.
 * @param {unknown} error
 */
async function fail(error) {
  const server = await import('@openhouse/server').catch(() => undefined);
  const sentences = server === undefined ? [] : [server.ConfigError, server.StoreError, server.WorkersFailed];
  const expected = sentences.some((one) => error instanceof one);
  console.error(error instanceof Error && expected ? `openhouse: ${error.message}` : error);
  process.exit(expected ? 2 : 1);
}

process.on('message', (said) => {
  const message = /** @type {ToServer} */ (said);
  if (message.kind === 'load') void load().catch(fail);
  else if (message.kind === 'start') void start(message).catch(fail);
  else void stop().catch(fail);
});
// Ctrl-C reaches every process of the terminal; the parent says when this one is to end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void stop().catch(fail));
process.on('disconnect', () => void stop().catch(fail));
await loadPackages();
