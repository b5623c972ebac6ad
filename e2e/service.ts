import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../packages/server/src/testing/processes.ts';

/** The checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** The built command, as `npm start` and `npx openhouse` run it. */
export const openhouse = join(root, 'packages/cli/dist/bin.js');

/** What commands inherit. The test runner sets a BASE_URL of its own, which is a setting of the service too. */
export const inheritedEnv: NodeJS.ProcessEnv = { ...process.env };
delete inheritedEnv.BASE_URL;

/** How long a start may take on a busy machine, in milliseconds. */
const START_PATIENCE_MS = 300_000;

/** demo.json, as scripts read it. */
export interface DemoFile {
  readonly portal_url: string;
  readonly base_url: string;
  readonly login_url: string;
  readonly app_key: string;
  readonly app_secret: string;
  readonly team: string;
  readonly resource_codes: readonly string[];
  readonly accounts: readonly { readonly name: string; readonly email: string }[];
}

/** The service as a process of its own, on free ports, with a data directory of its own. */
export interface RunningService {
  readonly process: ChildProcess;
  readonly dataDirectory: string;
  /** Environment it was started with, for commands beside it. */
  readonly env: NodeJS.ProcessEnv;
  readonly operatorUrl: string;
  readonly demo: DemoFile;
  /** What it has said: banner and log. */
  said(): string;
  /** SIGTERM, then its exit code. */
  stop(): Promise<number | null>;
}

/**
 * @param descriptors Most files and connections that each of its processes may have open; the machine's own bound by default.
 * @param command Node and the command's program, where they are not those of the checkout.
 */
export async function startService(
  dataDirectory: string,
  more: NodeJS.ProcessEnv = {},
  descriptors?: number,
  command: readonly string[] = [process.execPath, openhouse],
): Promise<RunningService> {
  const [portal, gateway, signIn, operator] = await freePorts(4);
  const env = {
    ...inheritedEnv,
    DATA_DIR: dataDirectory,
    PORTAL_PORT: String(portal),
    GATEWAY_PORT: String(gateway),
    SIGN_IN_PORT: String(signIn),
    OPERATOR_PORT: String(operator),
    ...more,
  };
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `;
  const program = ['-c', `${limit}exec "$0" "$@"`, ...command, 'serve'];
  const child = spawn('sh', program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await ready(child, () => text);
  return {
    process: child,
    dataDirectory,
    env,
    operatorUrl: `http://127.0.0.1:${operator}`,
    demo: JSON.parse(await readFile(join(dataDirectory, 'demo.json'), 'utf8')) as DemoFile,
    said: () => text,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** A data directory that is not there yet, removed by `remove`. */
export async function newDataDirectory(
  inside: string = tmpdir(),
): Promise<{ path: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(join(inside, 'openhouse-e2e-'));
  return { path: join(parent, '.openhouse'), remove: () => rm(parent, { recursive: true, force: true }) };
}

async function ready(child: ChildProcess, said: () => string): Promise<void> {
  const deadline = performance.now() + START_PATIENCE_MS;
  while (!said().includes('Openhouse is ready.')) {
    if (child.exitCode !== null) throw new Error(`the service ended at start:\n${said()}`);
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the service was not ready in time:\n${said()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** As many loopback ports that are free. */
export const freePorts = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, freePort));
