import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { accessToken } from '@openhouse/contract';
import { type Invocation, type Option, optionValue, UsageError } from './command.ts';
import type { World } from './world.ts';

/** The envelope, as far as the command line looks into it. */
export interface Envelope {
  readonly status: string;
  readonly request_id: string;
  readonly message?: string;
}

/** Where the gateway is, and who calls it. */
export interface Caller {
  readonly baseUrl: string;
  readonly appKey: string;
  readonly appSecret: string;
}

/** The gateway said no, or nothing; the message is its own sentence. */
export class GatewayRefusal extends Error {
  override name = 'GatewayRefusal';
}

/** Options of every command that calls the gateway. The secret is never one: words end up in shell histories. */
export const callerOptions: readonly Option[] = [
  { flags: '--base-url <url>', description: 'address of the gateway (OPENHOUSE_BASE_URL)' },
  {
    flags: '--app-key <key>',
    description: 'app key (OPENHOUSE_APP_KEY); the secret is read from OPENHOUSE_APP_SECRET',
  },
];

interface DemoFile {
  readonly base_url: string;
  readonly app_key: string;
  readonly app_secret: string;
}

/** The caller named by options and environment; without any, the demo app of the data directory. */
export async function callerOf(invocation: Invocation, { env }: World): Promise<Caller> {
  const appKey = optionValue(invocation, 'appKey') ?? env.OPENHOUSE_APP_KEY;
  const appSecret = env.OPENHOUSE_APP_SECRET;
  const baseUrl = optionValue(invocation, 'baseUrl') ?? env.OPENHOUSE_BASE_URL;
  if (appKey !== undefined && appSecret !== undefined) {
    return { baseUrl: baseUrl ?? (await demoFile(env))?.base_url ?? 'http://localhost:4001', appKey, appSecret };
  }
  if (appKey !== undefined) throw new UsageError('OPENHOUSE_APP_SECRET is not set. Export the secret of this app key.');
  const demo = await demoFile(env);
  if (demo === undefined) {
    throw new UsageError(
      'No app is named. Set OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET, or run this where `npm start` has made .openhouse/demo.json.',
    );
  }
  return { baseUrl: baseUrl ?? demo.base_url, appKey: demo.app_key, appSecret: demo.app_secret };
}

async function demoFile(env: World['env']): Promise<DemoFile | undefined> {
  const file = join(resolve(env.DATA_DIR ?? '.openhouse'), 'demo.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`${file} cannot be read. Start the service again to write it anew.`);
  }
}

/** Exchanges app key and secret. @throws {GatewayRefusal} with the gateway's own words when it refuses. */
export async function exchangeToken({ baseUrl, appKey, appSecret }: Caller): Promise<string> {
  const body = new URLSearchParams({ app_key: appKey, app_secret: appSecret });
  const text = await callGateway(`${baseUrl}${accessToken.path}`, { method: 'POST', body });
  return (JSON.parse(text) as { data: { access_token: string } }).data.access_token;
}

/**
 * One call of the gateway.
 * @returns The envelope as it came: parsing and printing it again would change large ids.
 * @throws {GatewayRefusal} when the gateway is away or answers a failure.
 */
export async function callGateway(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, init).catch(() => {
    throw new GatewayRefusal(`The gateway at ${new URL(url).origin} does not answer. Is it running?`);
  });
  const text = await response.text();
  const envelope = envelopeOf(text);
  if (envelope === undefined) {
    throw new UsageError(
      `${new URL(url).origin} answered HTTP ${response.status} without an envelope. Is it a gateway?`,
    );
  }
  if (envelope.status === 'success') return text;
  const { status, message = '', request_id } = envelope;
  throw new GatewayRefusal(`${status} (HTTP ${response.status}): ${message} [request_id ${request_id}]`);
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<Envelope> | null;
    return typeof parsed?.status === 'string' ? (parsed as Envelope) : undefined;
  } catch {
    return undefined;
  }
}
