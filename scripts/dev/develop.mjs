import { once } from 'node:events';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { connectionFront, portalFront } from './front.mjs';
import { createGate } from './gate.mjs';
import { MODULES, servePages } from './pages.mjs';
import { startServerProcess } from './server-process.mjs';
import { runServers } from './servers.mjs';
import { untilStopped } from './until-stopped.mjs';

/**
 * @typedef {import('./server-process.mjs').Ports} Ports
 * @typedef {import('./server-process.mjs').Listening} Listening
 */

const checkout = join(import.meta.dirname, '../..');
/** Sources of the server. */
const SERVER = ['contract/src', 'server/src', 'server/migrations', 'cli/src'].map((path) => `packages/${path}`);
/** Sources of what the server sends as files (`Pages.write`). */
const FILES = ['packages/portal/public', 'packages/portal/index.html', 'packages/viewer/embed', 'docs'];
/** Files among them that no server runs. */
const NOT_RUN = /\.test\.ts$|\/testing\//;

const USAGE = `Usage: npm run dev -- [--inspect <port>]

Serves portal and gateway from the sources, with the configuration of \`openhouse serve\`, until Ctrl-C or SIGTERM.
  --inspect <port>  port of 127.0.0.1 where the server listens for a debugger
`;

/** What to close, the last first. @typedef {(() => unknown)[]} Closing */

/**
 * Serves from the sources until SIGINT, SIGTERM or SIGHUP, or until npm is gone.
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 */
export async function develop(args) {
  const inspectPort = inspectPortOf(args);
  if (inspectPort === null) return 2;
  /** @type {Closing} */
  const closing = [];
  const stopped = untilStopped();
  try {
    const exitCode = await serve(inspectPort, closing);
    if (exitCode === undefined) await stopped;
    return exitCode ?? 0;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/**
 * @param {number | undefined} inspectPort
 * @param {Closing} closing
 * @returns {Promise<number | undefined>} The exit code when it does not serve; what is wrong has been said.
 */
async function serve(inspectPort, closing) {
  const first = startServerProcess();
  closing.push(first.stop);
  const listening = await first.load();
  if (listening === undefined) return first.gone;

  const gate = createGate();
  const portal = portalFront(gate, MODULES, (request, response) => pages.vite.middlewares(request, response));
  const pages = await servePages(portal, listening.portalUrl);
  closing.push(pages.close);
  await pages.write();
  const fronts = {
    PORTAL_PORT: portal,
    GATEWAY_PORT: connectionFront(gate, 'GATEWAY_PORT'),
    SIGN_IN_PORT: connectionFront(gate, 'SIGN_IN_PORT'),
  };
  for (const [variable, front] of Object.entries(fronts)) {
    if (!(await listen(front, listening, /** @type {keyof Ports} */ (variable)))) return 2;
    closing.push(() => front.close());
  }

  let filesChanged = false;
  const servers = await runServers(first, {
    gate,
    pages: pages.directory,
    inspectPort,
    onRestarted() {
      if (filesChanged) pages.vite.ws.send({ type: 'full-reload' });
      filesChanged = false;
    },
  });
  if (servers === undefined) return first.gone;
  closing.push(servers.close);
  pages.vite.watcher.add([...SERVER, ...FILES].map((path) => join(checkout, path)));
  pages.vite.watcher.on('all', (_event, path) => {
    const file = relative(checkout, path).split(sep).join('/');
    if (isBelow(FILES, file)) {
      filesChanged = true;
      // A broken link in the docs, say: the files stay as they were.
      pages.write().then(
        () => servers.changed(file),
        (error) => console.error(`${file}: ${error.message}`),
      );
    } else if (isBelow(SERVER, file) && !NOT_RUN.test(file)) servers.changed(file);
  });
  return undefined;
}

/**
 * @param {readonly string[]} folders
 * @param {string} file
 */
const isBelow = (folders, file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`));

/**
 * @param {string[]} args
 * @returns {number | undefined | null} Null when they are wrong, which has been said.
 */
function inspectPortOf(args) {
  try {
    const { inspect } = parseArgs({ args, options: { inspect: { type: 'string' } } }).values;
    if (inspect === undefined) return undefined;
    if (/^\d{1,5}$/.test(inspect) && Number(inspect) <= 65_535) return Number(inspect);
    console.error(`--inspect is ${inspect}: name a port, 9229 for example.\n`);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n`);
  }
  console.error(USAGE);
  return null;
}

/**
 * @param {import('node:net').Server} server
 * @param {Listening} listening
 * @param {keyof Ports} variable
 * @returns {Promise<boolean>} False when another program has the port, which has been said.
 */
async function listen(server, { host, ports }, variable) {
  server.listen(ports[variable], host);
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    console.error(`${variable}: another program listens on ${ports[variable]}. Stop it or name another port.`);
    return false;
  }
}
