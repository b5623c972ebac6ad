import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { accessToken, DATA_DIRECTORY, DEFAULT_DATA_DIRECTORY } from '@openhouse/contract';
import { decodedText } from '@openhouse/contract/panoramas';
import { answeredByAnother } from './answered-by-another.ts';
import {
  type AnswerBounds,
  boundedCall,
  boundsOf,
  GatewayRefusal,
  LATER,
  retryAfterOf,
  STALL_S,
  type WholeAnswer,
} from './bounded-call.ts';
import { type Invocation, type Option, optionValue, UsageError } from './command.ts';
import { givenVariables } from './given-variables.ts';
import { languageHeaders } from './languages/locale.ts';
import { told } from './told.ts';
import type { World } from './world.ts';
import { readReason } from './write-refusal.ts';

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
  /** In which the gateway says what is wrong. */
  readonly language?: World['language'];
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
export async function callerOf(invocation: Invocation, { env: given, directory, language }: World): Promise<Caller> {
  const named = optionValue(invocation, 'appKey') ?? given.OPENHOUSE_APP_KEY;
  const env = named === undefined ? withPair(await dotEnv(directory), given) : given;
  // Pasted values often end with their line.
  const appKey = (named ?? env.OPENHOUSE_APP_KEY)?.trim() || undefined;
  const appSecret = env.OPENHOUSE_APP_SECRET?.trim() || undefined;
  if (appKey?.startsWith('ohs_') || appSecret?.startsWith('ohk_')) {
    throw new UsageError(told`App key and app secret look swapped: the key begins with ohk_, the secret with ohs_.`);
  }
  const address = optionValue(invocation, 'baseUrl') ?? env.OPENHOUSE_BASE_URL;
  const baseUrl = address === undefined ? undefined : baseUrlOf(address);
  if (appKey !== undefined && appSecret !== undefined) {
    const usual = async () => (await demoFile(given, directory))?.base_url ?? 'http://localhost:4001';
    return { baseUrl: baseUrl ?? (await usual()), appKey, appSecret, language };
  }
  if (appKey !== undefined)
    throw new UsageError(told`OPENHOUSE_APP_SECRET is not set, or empty. Export the secret of this app key.`);
  const demo = await demoFile(given, directory);
  if (demo === undefined) {
    throw new UsageError(
      told`No app configured. Run openhouse init here, set OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET, or run this in the directory in which openhouse serve was started: it has the demo app in .openhouse.`,
    );
  }
  return { baseUrl: baseUrl ?? demo.base_url, appKey: demo.app_key, appSecret: demo.app_secret, language };
}

/** A port alone is one of this machine: as an address, 8080 would be 0.0.31.144. */
export const ofPort = (address: string): string =>
  /^:?\d{1,5}(?:[/?#]|$)/.test(address) ? `localhost:${address.replace(':', '')}` : address;

/** Where an address has no scheme: https, or http on this machine. */
export function withScheme(address: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address;
  const whole = ofPort(address);
  return `${THIS_MACHINE.test(whole) ? 'http' : 'https'}://${whole}`;
}

const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/i;

/**
 * The address of a gateway, without slashes at its end; a path in front of the gateway's own is kept. Without a scheme it is
 * https, or http on this machine.
 * @throws {UsageError} The address is not repeated: it may hold a password.
 */
export function baseUrlOf(text: string): string {
  const whole = withScheme(text.trim());
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash !== ''
  ) {
    throw new UsageError(
      told`The base URL takes the address of the gateway, as in https://gateway.example.com, without password or query.`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** Both, but never the key of the file with the secret of another app that is exported in this shell. */
function withPair(file: World['env'], env: World['env']): World['env'] {
  const secret = file.OPENHOUSE_APP_KEY && file.OPENHOUSE_APP_SECRET;
  return { ...file, ...env, ...(secret && { OPENHOUSE_APP_SECRET: secret }) };
}

/**
 * What `openhouse init` has written here, perhaps saved anew by an editor of Windows: with a byte order mark, or in UTF-16.
 * @throws {UsageError} when it is there and cannot be read: the demo app in its place would be a surprise.
 */
async function dotEnv(directory: string): Promise<World['env']> {
  const file = join(directory, '.env');
  try {
    return givenVariables(parseEnv(decodedText(await readFile(file))) as Record<string, string>);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(
      told`${file} cannot be read: ${readReason(error)}. Mend that, or set OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET.`,
    );
  }
}

async function demoFile(env: World['env'], directory: string): Promise<DemoFile | undefined> {
  const file = join(resolve(directory, env.DATA_DIR ?? DEFAULT_DATA_DIRECTORY), DATA_DIRECTORY.demo);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoFile;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    // As that of another user: a restart of the service would write it no better.
    if (code !== undefined) {
      throw new UsageError(
        told`${file} cannot be read: ${readReason(error)}. Mend that, or set OPENHOUSE_BASE_URL, OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET.`,
      );
    }
    throw new UsageError(told`${file} cannot be read. Restart the service to write it again.`);
  }
}

/** Exchanges app key and secret. @throws {GatewayRefusal} with the gateway's own words when it refuses. */
export async function exchangeToken(
  { baseUrl, appKey, appSecret, language }: Caller,
  bounds?: AnswerBounds,
): Promise<string> {
  const body = new URLSearchParams({ app_key: appKey, app_secret: appSecret });
  const init = { method: 'POST', headers: languageHeaders(language), body };
  const answer = await callGatewayForBytes(`${baseUrl}${accessToken.path}`, init, bounds);
  return (JSON.parse(answer.toString()) as { data: { access_token: string } }).data.access_token;
}

/**
 * One call of the gateway.
 * @returns The envelope as it came: parsing and printing it again would change large ids.
 * @throws {GatewayRefusal} when the gateway is unreachable or answers a failure.
 */
export async function callGateway(url: string, init: RequestInit): Promise<string> {
  return (await callGatewayForBytes(url, init)).toString();
}

/** The same, as the bytes received. */
async function callGatewayForBytes(
  url: string,
  init: RequestInit,
  bounds: AnswerBounds = boundsOf(STALL_S, Number.POSITIVE_INFINITY),
): Promise<Buffer> {
  return (await askGateway(url, init, bounds)).body;
}

/** The same with status and headers: 304 without a body where the call named the version that the caller has. */
export async function askGateway(url: string, init: RequestInit, bounds: AnswerBounds): Promise<WholeAnswer> {
  const { origin } = new URL(url);
  const answer = await boundedCall(url, init, bounds);
  const { status: httpStatus, headers, body } = answer;
  if (httpStatus === 304 && new Headers(init.headers).has('if-none-match')) return answer;
  const envelope = envelopeOf(body.toString());
  if (envelope === undefined) {
    throw answeredByAnother('gateway', origin, { httpStatus, headers, text: body.toString() });
  }
  if (envelope.status === 'success') return answer;
  const { status, message = '', request_id } = envelope;
  // Paths are the contract's: only what stands before them can be wrong.
  const remedy = status === 'err_path_not_found' ? told` Is the base URL the address of the gateway alone?` : '';
  const sentence = told`${status} (HTTP ${httpStatus}): ${message}${remedy} [request_id ${request_id}]`;
  const exitCode = LATER.includes(httpStatus) ? 4 : 1;
  throw new GatewayRefusal(status, sentence, exitCode, retryAfterOf(headers));
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<Envelope> | null;
    return typeof parsed?.status === 'string' ? (parsed as Envelope) : undefined;
  } catch {
    return undefined;
  }
}
