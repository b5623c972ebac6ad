import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { accessToken, DATA_DIRECTORY, DEFAULT_DATA_DIRECTORY } from '@openhouse/contract';
import { type ExitCode, type Invocation, type Option, optionValue, Refusal, UsageError } from './command.ts';
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
export class GatewayRefusal extends Refusal {
  override name = 'GatewayRefusal';
  /** Seconds of Retry-After, where one was sent. */
  readonly retryAfterS: number | undefined;

  constructor(status: string, message: string, exitCode: ExitCode = 1, retryAfterS?: number) {
    super(status, message, exitCode);
    this.retryAfterS = retryAfterS;
  }
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

/**
 * The caller named by options and environment, else by the .env of this directory, else the demo app of the data
 * directory. Key and secret come from one of them, never from two.
 */
export async function callerOf(invocation: Invocation, { env: given, directory }: World): Promise<Caller> {
  const named = optionValue(invocation, 'appKey') ?? given.OPENHOUSE_APP_KEY;
  const env = named === undefined ? { ...(await dotEnv(directory)), ...given } : given;
  // Pasted values often end with their line.
  const appKey = (named ?? env.OPENHOUSE_APP_KEY)?.trim();
  const appSecret = env.OPENHOUSE_APP_SECRET?.trim();
  if (appKey?.startsWith('ohs_') || appSecret?.startsWith('ohk_')) {
    throw new UsageError('App key and app secret look swapped: the key begins with ohk_, the secret with ohs_.');
  }
  const address = optionValue(invocation, 'baseUrl') ?? env.OPENHOUSE_BASE_URL;
  const baseUrl = address === undefined ? undefined : baseUrlOf(address);
  if (appKey !== undefined && appSecret !== undefined) {
    const usual = async () => (await demoFile(given, directory))?.base_url ?? 'http://localhost:4001';
    return { baseUrl: baseUrl ?? (await usual()), appKey, appSecret };
  }
  if (appKey !== undefined) throw new UsageError('OPENHOUSE_APP_SECRET is not set. Export the secret of this app key.');
  const demo = await demoFile(given, directory);
  if (demo === undefined) {
    throw new UsageError(
      'No app configured. Run openhouse init here, set OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET, or run this where `npm start` has created .openhouse/demo.json.',
    );
  }
  return { baseUrl: baseUrl ?? demo.base_url, appKey: demo.app_key, appSecret: demo.app_secret };
}

const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/i;

/**
 * The address of a gateway, without slashes at its end; a path in front of the gateway's own is kept. Without a scheme it is
 * https, or http on this machine.
 * @throws {UsageError} The address is not repeated: it may hold a password.
 */
export function baseUrlOf(text: string): string {
  const given = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(given)
    ? given
    : `${THIS_MACHINE.test(given) ? 'http' : 'https'}://${given}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash !== ''
  ) {
    throw new UsageError(
      'The base URL takes the address of the gateway, as in https://gateway.example.com, without password or query.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** What `openhouse init` has written here. */
async function dotEnv(directory: string): Promise<Record<string, string | undefined>> {
  try {
    return parseEnv(await readFile(join(directory, '.env'), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

async function demoFile(env: World['env'], directory: string): Promise<DemoFile | undefined> {
  const file = join(resolve(directory, env.DATA_DIR ?? DEFAULT_DATA_DIRECTORY), DATA_DIRECTORY.demo);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`${file} cannot be read. Restart the service to write it again.`);
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
 * @throws {GatewayRefusal} when the gateway is unreachable or answers a failure.
 */
export async function callGateway(url: string, init: RequestInit): Promise<string> {
  return (await callGatewayForBytes(url, init)).toString();
}

/** Timeout of one call, in milliseconds. */
const CALL_MS = 60_000;

/** The same, as the bytes received. @param mostBytes Longer answers are refused. */
export async function callGatewayForBytes(
  url: string,
  init: RequestInit,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const { origin } = new URL(url);
  const silent = () => new GatewayRefusal('UNREACHABLE', `The gateway at ${origin} does not answer. Is it running?`, 4);
  // Following a redirect would send the token to another address.
  const signal = AbortSignal.timeout(CALL_MS);
  const response = await fetch(url, { redirect: 'manual', signal, ...init }).catch(() => {
    throw silent();
  });
  const bytes = await boundedBytes(response, mostBytes).catch((error: unknown) => {
    throw error instanceof Refusal ? error : silent();
  });
  const envelope = envelopeOf(bytes.toString());
  if (envelope === undefined && (LATER.includes(response.status) || response.status >= 500)) {
    const sentence = `${origin} answered HTTP ${response.status} without an envelope: a proxy in front of it, or a fault.`;
    throw new GatewayRefusal('UNAVAILABLE', sentence, 4, retryAfterOf(response));
  }
  if (envelope === undefined) {
    throw new UsageError(`${origin} answered HTTP ${response.status} without an envelope. Is it a gateway?`);
  }
  if (envelope.status === 'success') return bytes;
  const { status, message = '', request_id } = envelope;
  const sentence = `${status} (HTTP ${response.status}): ${message} [request_id ${request_id}]`;
  const exitCode = LATER.includes(response.status) ? 4 : 1;
  throw new GatewayRefusal(status, sentence, exitCode, retryAfterOf(response));
}

/** Seconds of Retry-After; undefined without one. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** Statuses that mean: the same call may succeed later. */
const LATER = [429, 502, 503, 504];

/** Reads an answer up to a maximum size. @throws {Refusal} TOO_LARGE */
export async function boundedBytes(response: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new Refusal('TOO_LARGE', `an answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<Envelope> | null;
    return typeof parsed?.status === 'string' ? (parsed as Envelope) : undefined;
  } catch {
    return undefined;
  }
}
