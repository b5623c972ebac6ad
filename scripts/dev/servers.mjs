import { setTimeout as sleep } from 'node:timers/promises';
import { startServerProcess } from './server-process.mjs';

/** @typedef {import('./server-process.mjs').ServerProcess} ServerProcess */

/** Milliseconds in which files that are saved together become one restart. */
const GATHER_MS = 30;
/** Milliseconds in which the last server takes the connections that were made to it before the hold. */
const LAST_CONNECTIONS_MS = 20;

/**
 * @typedef {object} Servers
 * @property {(file: string) => void} changed Restarts the server. When the sources cannot be loaded, the last one goes on.
 * @property {() => Promise<void>} close
 */

/**
 * Runs one server process after the other: the store belongs to one at a time. The next one stands by with its packages
 * loaded, so that a restart costs loading our sources and opening the store.
 * @param {ServerProcess} first Loaded, not started.
 * @param {object} options
 * @param {import('./gate.mjs').Gate} options.gate
 * @param {string} options.pages Folder that the server sends as files.
 * @param {number | undefined} options.inspectPort
 * @param {() => void} options.onRestarted
 * @returns {Promise<Servers | undefined>} Undefined when the first one ended instead of starting.
 */
export async function runServers(first, { gate, pages, inspectPort, onRestarted }) {
  let current = first;
  let closing = false;
  /** False after a start that failed, or when the server has ended by itself. */
  let serving = false;
  /** @type {Set<string>} */
  const changes = new Set();
  /** @type {Promise<void> | undefined} */
  let restarting;

  /** @param {{ banner: boolean }} options */
  async function start({ banner }) {
    const started = current;
    const ports = await started.start({ pages, inspectPort, banner });
    serving = ports !== undefined;
    gate.open(ports);
    void started.gone.then((code) => {
      if (closing || started !== current || !serving) return;
      serving = false;
      console.error(`The server ended by itself with exit code ${code}. It starts again at the next change.`);
      gate.open(undefined);
    });
    return serving;
  }

  // Ready by the time of the first change.
  let standby = startServerProcess();
  if (!(await start({ banner: true }))) {
    await standby.stop();
    return undefined;
  }

  /** @param {string} what */
  async function restart(what) {
    const startMs = performance.now();
    if (!serving) gate.hold();
    const loaded = await standby.load();
    if (loaded === undefined) {
      const now = serving ? 'the last server goes on' : 'no server runs';
      console.error(`${what} changed, but the sources cannot be loaded (see above): ${now}.`);
      if (!serving) gate.open(undefined);
      standby = startServerProcess();
      return;
    }
    gate.hold();
    await sleep(LAST_CONNECTIONS_MS);
    const last = current;
    current = standby;
    await last.stop();
    const started = await start({ banner: false });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    if (started) console.error(`${what} changed: the server restarted in ${seconds} s.`);
    else console.error(`${what} changed, but the server did not start (see above). The next change starts it again.`);
    onRestarted();
    standby = startServerProcess();
  }

  async function restartWhileChanged() {
    while (changes.size > 0 && !closing) {
      await sleep(GATHER_MS);
      const [file = '', ...more] = changes;
      changes.clear();
      await restart(more.length === 0 ? file : `${file} and ${more.length} more`);
    }
    restarting = undefined;
  }

  return {
    changed(file) {
      changes.add(file);
      restarting ??= restartWhileChanged();
    },
    async close() {
      closing = true;
      await restarting;
      await Promise.all([current.stop(), standby.stop()]);
    },
  };
}
