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
/** Milliseconds that a line waits at most. */
const WRITTEN_AFTER_MS = 100;
/** Bytes of lines that wait while nobody takes them, such as a full pipe; further ones are dropped. */
const WAITING_MAX_BYTES = 16 * 1024 * 1024;

/** Standard output, written in batches and without blocking; what still waits is written when the process ends. */
function batchedOutput(): DestinationStream {
  return pino.destination({
    fd: process.stdout.fd,
    sync: false,
    minLength: WRITTEN_TOGETHER_BYTES,
    maxLength: WAITING_MAX_BYTES,
    periodicFlush: WRITTEN_AFTER_MS,
  });
}

/**
 * JSON lines. What the contract marks secret is blanked at the top level and two levels below it, as a second lock:
 * the code logs named fields only, never a request or a body.
 */
export function createLog(level: string, destination: DestinationStream = batchedOutput()): Logger {
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

/**
 * Where whole lines of level info go that need no blanking, because they are made of known fields (`callLine`).
 * @returns undefined when the log leaves that level out.
 */
export function infoLines(log: Logger): ((line: string) => void) | undefined {
  if (!log.isLevelEnabled('info')) return undefined;
  const destination = Reflect.get(log, pino.symbols.streamSym) as DestinationStream;
  return (line) => destination.write(line);
}

export type { Logger };
