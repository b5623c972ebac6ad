import { fstatSync, writeSync } from 'node:fs';
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
import { gatherLines } from './gathered-lines.ts';

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

/** Bytes of lines that are written together; a system call for each line costs more than the line. */
const WRITTEN_TOGETHER_BYTES = 64 * 1024;
/** The same where several processes write to one pipe: the largest write that a pipe keeps whole (PIPE_BUF). */
const SHARED_TOGETHER_BYTES = 3 * 1024;
const WRITTEN_WHOLE_BYTES = 4 * 1024;
/** Maximum time that a line waits, in milliseconds, once to be batched and once to be written. */
const WRITTEN_AFTER_MS = 50;
const MEBIBYTE = 1024 * 1024;
/** Maximum number of bytes that wait while the output blocks, such as a full pipe; further lines are dropped. */
const WAITING_MAX_BYTES = 16 * MEBIBYTE;

/** Where lines go. */
export interface LogOutput {
  /** @param lines One or more whole lines. */
  write(lines: string | Buffer): unknown;
  /** Preferred size of a write, in bytes. */
  readonly togetherBytes?: number;
}

/**
 * Standard output. Where somebody reads it, it is written in batches and without blocking, and waiting lines are written when the
 * process ends.
 */
function batchedOutput(sizes: { minLength: number; maxWrite?: number }): LogOutput {
  const { fd } = process.stdout;
  // Buffers are written as they are: text would be joined, measured and encoded once more.
  const whatever = { fd, contentMode: 'buffer', maxLength: WAITING_MAX_BYTES } as const;
  const output = isRead(fd)
    ? pino.destination({ ...whatever, ...sizes, sync: false, periodicFlush: WRITTEN_AFTER_MS })
    : fileOutput(pino.destination({ ...whatever, maxWrite: sizes.maxWrite, sync: true }));
  return {
    togetherBytes: sizes.minLength,
    // The library's types accept text only.
    write: (lines) => output.write((typeof lines === 'string' ? Buffer.from(lines) : lines) as unknown as string),
  };
}

/** Whether there is a reader, who may be slow: a pipe, a socket or a terminal, and no file or device. */
function isRead(fd: number): boolean {
  const stat = fstatSync(fd);
  return stat.isFIFO() || stat.isSocket() || process.stdout.isTTY === true;
}

/**
 * A file takes lines at once, so none waits for the end of the process: while the disk is full, the library would then try for
 * ever. Lines that do not fit wait, and are written with those that follow once there is room.
 */
function fileOutput(output: ReturnType<typeof pino.destination>): typeof output {
  let isFailing = false;
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (isFailing) return;
    isFailing = true;
    const most = WAITING_MAX_BYTES / MEBIBYTE;
    complain(`The log cannot be written (${code}). Its lines wait; beyond ${most} MiB they are dropped.\n`);
  });
  output.on('write', () => {
    isFailing = false;
  });
  return output;
}

/** Standard error may lie on the same disk. */
function complain(sentence: string): void {
  try {
    writeSync(process.stderr.fd, sentence);
  } catch {
    // There is nobody to tell.
  }
}

/**
 * Standard output that other processes write to as well. Each write consists of whole lines and is small enough not to
 * be split, except a line that is longer by itself.
 */
export const sharedOutput = (): LogOutput =>
  batchedOutput({ minLength: SHARED_TOGETHER_BYTES, maxWrite: WRITTEN_WHOLE_BYTES });

/**
 * JSON lines. What the contract marks secret is redacted at the top level and two levels below it, as a second barrier:
 * the code logs named fields only, never a request or a body.
 */
export function createLog(
  level: string,
  destination: LogOutput = batchedOutput({ minLength: WRITTEN_TOGETHER_BYTES, maxWrite: 2 * WRITTEN_TOGETHER_BYTES }),
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

/** The end of a whole line. */
const LINE_END = '}\n';

/** Takes whole lines. */
export interface InfoLines {
  /** @param line One JSON object in plain ASCII, with its line end. */
  write(line: string): void;
  /** Writes the waiting lines, and ends. */
  close(): void;
}

/**
 * Accepts whole lines of level info that need no redaction, because they are built from known fields (`callLine`).
 * Fields that every line of the log has, such as the worker's number, are added.
 * @returns undefined when the log leaves that level out.
 */
export function infoLines(log: Logger): InfoLines | undefined {
  if (!log.isLevelEnabled('info')) return undefined;
  const destination = Reflect.get(log, pino.symbols.streamSym) as LogOutput;
  const { togetherBytes: bytes = SHARED_TOGETHER_BYTES } = destination;
  const lines = gatherLines((whole) => destination.write(whole), { bytes, afterMs: WRITTEN_AFTER_MS });
  // Before the output writes its own rest: an uncaught error loses no line.
  process.prependListener('exit', lines.flush);
  const everywhere = JSON.stringify(log.bindings()).slice(1, -1);
  const end = `,${everywhere}}\n`;
  return {
    write: everywhere === '' ? lines.add : (line) => lines.add(`${line.slice(0, -LINE_END.length)}${end}`),
    close() {
      process.off('exit', lines.flush);
      lines.flush();
    },
  };
}

export type { Logger };
