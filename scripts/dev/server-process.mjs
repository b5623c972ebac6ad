import { fork } from 'node:child_process';
import { join } from 'node:path';

/**
 * The ports of the surfaces that the parent stands in front of, by their variables.
 * @typedef {{ readonly PORTAL_PORT: number, readonly GATEWAY_PORT: number, readonly SIGN_IN_PORT: number }} Ports
 */

/**
 * What the configuration says of where people and programs connect to.
 * @typedef {{ readonly host: string, readonly portalUrl: string, readonly ports: Ports }} Listening
 */

/**
 * @typedef {{ readonly kind: 'load' }
 *   | { readonly kind: 'start', readonly pages: string, readonly inspectPort?: number | undefined, readonly banner: boolean }
 *   | { readonly kind: 'stop' }} ToServer
 * @typedef {{ readonly kind: 'loaded', readonly listening: Listening }
 *   | { readonly kind: 'ready', readonly ports: Ports }} FromServer
 */

/**
 * A process for the service. It loads packages at once, sources when told to, and opens the store when told to start.
 * @typedef {object} ServerProcess
 * @property {() => Promise<Listening | undefined>} load Loads the sources; undefined when they cannot be loaded.
 * @property {(message: Omit<Extract<ToServer, { kind: 'start' }>, 'kind'>) => Promise<Ports | undefined>} start Resolves
 *   with where it listens; undefined when it ended instead. It has said why on standard error.
 * @property {() => Promise<void>} stop Resolves when the process is gone.
 * @property {Promise<number>} gone Its exit code; 1 when a signal ended it.
 */

const PROGRAM = join(import.meta.dirname, 'server.main.mjs');
/** Milliseconds after which a process that does not stop is killed. */
const STOP_PATIENCE_MS = 10_000;

/** @returns {ServerProcess} */
export function startServerProcess() {
  const child = fork(PROGRAM, [], {
    execArgv: ['--conditions=openhouse:source', '--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  /** @type {Promise<number>} */
  const gone = new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
  /** @param {ToServer} message */
  const send = (message) => {
    // A process that has ended is settled by `gone`.
    if (child.connected) child.send(message, () => {});
  };
  /**
   * @template {FromServer['kind']} Kind
   * @param {ToServer} message
   * @param {Kind} kind
   * @returns {Promise<Extract<FromServer, { kind: Kind }> | undefined>}
   */
  const ask = (message, kind) => {
    const answered = new Promise((resolve) => {
      child.on('message', (said) => {
        if (/** @type {FromServer} */ (said).kind === kind) resolve(said);
      });
    });
    send(message);
    return Promise.race([answered, gone.then(() => undefined)]);
  };
  return {
    load: async () => (await ask({ kind: 'load' }, 'loaded'))?.listening,
    start: async (message) => (await ask({ kind: 'start', ...message }, 'ready'))?.ports,
    async stop() {
      send({ kind: 'stop' });
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
      await gone;
      clearTimeout(kill);
    },
    gone,
  };
}
