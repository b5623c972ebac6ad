import { execFile } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { exchange } from '../../packages/server/src/testing/envelope.ts';
import { freePort } from '../../packages/server/src/testing/processes.ts';
import type { Cores } from '../measure/cores.ts';
import { type Server, startServer } from './server.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

/** The built command of a checkout. */
export const commandIn = (checkout: string): string => join(checkout, 'packages/cli/dist/bin.js');
const commandOf = ({ checkout = CHECKOUT }: OpenhouseOptions) => commandIn(checkout);

/** What stays as it is in service: authentication, Team check, both limits, accounting, metrics and the request log. */
export const FEATURES = {
  APP_LIMIT_PER_MINUTE: '10000000',
  IP_LIMIT_PER_MINUTE: '10000000',
  ACCESS_TOKEN_LIFETIME_S: '86400',
  LOG_LEVEL: 'info',
  LOAD_DEMO: 'yes',
} as const;

export interface Openhouse extends Server {
  /** Where people sign in. */
  readonly portalOrigin: string;
  /** Where its metrics are. */
  readonly operatorOrigin: string;
  readonly credentials: { readonly appKey: string; readonly appSecret: string };
  /** An access token of the demo's app. */
  readonly token: string;
  readonly dataDirectory: string;
}

export interface OpenhouseOptions {
  /** Folder of the checkout whose build runs; this one unless it is said. */
  readonly checkout?: string;
  readonly cores: Cores;
  readonly dataDirectory: string;
  /** null for the embedded store. */
  readonly databaseUrl: string | null;
  readonly cacheMebibytes: number;
  /** Whether it has the measured core alone; so unless it is said. */
  readonly isPinned?: boolean;
  /** Arguments of Node, such as those of its profiler. */
  readonly nodeArguments?: readonly string[];
  /** Variables that differ from FEATURES. */
  readonly otherwise?: Readonly<Record<string, string>>;
}

/** Starts the built service as `npm start` does, with its log in a file. */
export async function startOpenhouse(options: OpenhouseOptions): Promise<Openhouse> {
  const { dataDirectory, nodeArguments = [] } = options;
  const port = await freePort();
  const portalPort = await freePort();
  const operatorPort = await freePort();
  const env = {
    ...(await environment(options)),
    LISTEN_HOST: '127.0.0.1',
    GATEWAY_PORT: String(port),
    PORTAL_PORT: String(portalPort),
    SIGN_IN_PORT: String(await freePort()),
    OPERATOR_PORT: String(operatorPort),
  };
  const log = await open(join(options.dataDirectory, '..', 'openhouse.log'), 'w');
  const { cores, isPinned = true } = options;
  const program = [process.execPath, ...nodeArguments, commandOf(options), 'serve'];
  const command = isPinned ? cores.onServerCore(program) : cores.onAllCores(program);
  const origin = `http://127.0.0.1:${port}`;
  const server = await startServer(command, env, log.fd, async (said) =>
    said.includes('Openhouse is ready.') ? origin : undefined,
  );
  await log.close();
  const demo = JSON.parse(await readFile(join(dataDirectory, 'demo.json'), 'utf8'));
  const credentials = { appKey: demo.app_key, appSecret: demo.app_secret };
  const portalOrigin = demo.portal_url as string;
  const operatorOrigin = `http://127.0.0.1:${operatorPort}`;
  const token = await exchange(origin, credentials);
  return { ...server, portalOrigin, operatorOrigin, credentials, dataDirectory, token };
}

/** Imports bundles into the demo's Team with the command of the same build. */
export async function importBundles(options: OpenhouseOptions, bundles: string): Promise<void> {
  const args = [commandOf(options), 'import', bundles, '--team', 'demo'];
  const [program = '', ...rest] = options.cores.onAllCores([process.execPath, ...args]);
  await promisify(execFile)(program, rest, { env: await environment(options), maxBuffer: 64 * 1024 * 1024 });
}

async function environment({ dataDirectory, databaseUrl, cacheMebibytes, otherwise }: OpenhouseOptions) {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDirectory,
    FRAME_CACHE_MB: String(cacheMebibytes),
    ...FEATURES,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    ...otherwise,
  };
}
