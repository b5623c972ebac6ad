import {
  CsrfHeaders,
  dashboardEndpoints,
  gatewayEndpoints,
  PortalCookieValues,
  type PortalEndpoint,
  portalEndpoints,
  SignInCallbackQuery,
  secretPaths,
  ticketGatewayCalls,
  UpstreamAppsHeaders,
  upstreamAppsCalls,
} from '@openhouse/contract';
import pino, { type DestinationStream, type Logger } from 'pino';

/** Headers that carry credentials, whatever the contract says of them. */
const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie'];

/** Names of the fields that the contract marks secret, wherever they stand in a payload. */
export function secretFieldNames(): readonly string[] {
  const schemas: readonly unknown[] = [
    ...gatewayEndpoints.flatMap(({ query, body, data }) => [query, body?.schema, data]),
    ...[...portalEndpoints, ...dashboardEndpoints].flatMap((endpoint: PortalEndpoint) => [
      endpoint.params,
      endpoint.query,
      endpoint.body,
      endpoint.data,
    ]),
    ...[...ticketGatewayCalls, ...upstreamAppsCalls].flatMap(({ request, data }) => [request, data]),
    UpstreamAppsHeaders,
    PortalCookieValues,
    SignInCallbackQuery,
    CsrfHeaders,
  ];
  const paths = schemas.flatMap((schema) => secretPaths(schema));
  // Elements of a marked list are blanked with the list: `*` alone would blank every field.
  const names = paths.flatMap((path) => path.split('.').findLast((segment) => segment !== '*') ?? []);
  return [...new Set(names)].sort();
}

/** Bytes of lines that are written together; a system call a line costs more than the line. */
const WRITTEN_TOGETHER_BYTES = 8 * 1024;
/** The same where several processes write to one pipe, and the most bytes of a write that a pipe keeps whole (PIPE_BUF). */
const SHARED_TOGETHER_BYTES = 3 * 1024;
const WRITTEN_WHOLE_BYTES = 4 * 1024;
/** Milliseconds that a line waits at most. */
const WRITTEN_AFTER_MS = 100;
/** Bytes of lines that wait while nobody takes them, such as a full pipe; further ones are dropped. */
const WAITING_MAX_BYTES = 16 * 1024 * 1024;

/** Standard output, written in batches and without blocking; what still waits is written when the process ends. */
function batchedOutput(sizes: { minLength: number; maxWrite?: number }): DestinationStream {
  return pino.destination({
    ...sizes,
    fd: process.stdout.fd,
    sync: false,
    maxLength: WAITING_MAX_BYTES,
    periodicFlush: WRITTEN_AFTER_MS,
  });
}

/**
 * Standard output that other processes write to as well. Each write is of whole lines and small enough not to be torn,
 * except a line that is longer by itself.
 */
export const sharedOutput = (): DestinationStream =>
  batchedOutput({ minLength: SHARED_TOGETHER_BYTES, maxWrite: WRITTEN_WHOLE_BYTES });

/**
 * JSON lines. What the contract marks secret is blanked at the top level and two levels below it, as a second lock:
 * the code logs named fields only, never a request or a body.
 */
export function createLog(
  level: string,
  destination: DestinationStream = batchedOutput({ minLength: WRITTEN_TOGETHER_BYTES }),
): Logger {
  const names = new Set([...secretFieldNames(), ...SECRET_HEADERS]);
  const paths = [...names].flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[secret]' },
  };
  return pino(options, destination);
}

/** How a whole line ends. */
const LINE_END = '}\n';

/**
 * Where whole lines of level info go that need no blanking, because they are made of known fields (`callLine`). What
 * every line of the log holds, such as the worker's number, is added to them.
 * @returns undefined when the log leaves that level out.
 */
export function infoLines(log: Logger): ((line: string) => void) | undefined {
  if (!log.isLevelEnabled('info')) return undefined;
  const destination = Reflect.get(log, pino.symbols.streamSym) as DestinationStream;
  const everywhere = JSON.stringify(log.bindings()).slice(1, -1);
  if (everywhere === '') return (line) => destination.write(line);
  const end = `,${everywhere}}\n`;
  return (line) => destination.write(`${line.slice(0, -LINE_END.length)}${end}`);
}

export type { Logger };
