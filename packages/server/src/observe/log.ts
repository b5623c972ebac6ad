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
import pino, { type Logger } from 'pino';
import { type LineOutput, lineOutput } from './line-output.ts';

/** Headers that carry credentials, whatever the contract declares. */
const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie'];

/** Names of the fields that the contract marks secret, at any depth of a payload. */
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
  // Elements of a marked list are redacted with the list: `*` alone would redact every field.
  const names = paths.flatMap((path) => path.split('.').findLast((segment) => segment !== '*') ?? []);
  return [...new Set(names)].sort();
}

/** Size of a write, in bytes: what an empty pipe takes. */
const TOGETHER_BYTES = 64 * 1024;
/** The largest write that a pipe keeps whole (PIPE_BUF), in bytes. */
const WHOLE_BYTES = 4 * 1024;

/** Where lines go. */
export type LogOutput = { write(line: string): unknown } & Partial<Pick<LineOutput, 'gather'>>;

function standardOutput(togetherBytes: number): LogOutput {
  let output: LineOutput | undefined;
  // Node makes a stream of it here, so that a socket does not block.
  const opened = () => (output ??= lineOutput(process.stdout.fd, { togetherBytes }));
  return { write: (line) => opened().write(line), gather: (line) => opened().gather(line) };
}

/**
 * Standard output that other processes write to as well. Each write consists of whole lines and is small enough not to
 * be split, except a line that is longer by itself.
 */
export const sharedOutput = (): LogOutput => standardOutput(WHOLE_BYTES);

/**
 * JSON lines. What the contract marks secret is redacted at the top level and two levels below it, as a second barrier:
 * the code logs named fields only, never a request or a body.
 */
export function createLog(level: string, destination: LogOutput = standardOutput(TOGETHER_BYTES)): Logger {
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

/** The end of a whole line. */
const LINE_END = '}\n';

/** Takes whole lines. */
export interface InfoLines {
  /** @param line One JSON object in plain ASCII, with its line end. */
  write(line: string): void;
}

/**
 * Accepts whole lines of level info that need no redaction, because they are built from known fields (`callLine`).
 * Fields that every line of the log has, such as the worker's number, are added.
 * @returns undefined when the log leaves that level out.
 */
export function infoLines(log: Logger): InfoLines | undefined {
  if (!log.isLevelEnabled('info')) return undefined;
  const output = Reflect.get(log, pino.symbols.streamSym) as LogOutput;
  const write = output.gather ?? ((line: string) => output.write(line));
  const everywhere = JSON.stringify(log.bindings()).slice(1, -1);
  if (everywhere === '') return { write };
  const end = `,${everywhere}}\n`;
  return { write: (line) => write(`${line.slice(0, -LINE_END.length)}${end}`) };
}

export type { Logger };
