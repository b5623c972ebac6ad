import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Takes whole lines, each with its line end, and writes them in their order. */
export interface LineOutput {
  /** Writes a line at once, after those that wait. */
  write(line: string): void;
  /** Takes a line of plain ASCII, which is written with others: a system call for each costs more than the line. */
  gather(line: string): void;
}

/** How an output writes. */
export interface LineOutputOptions {
  /** Maximum size of a write, in bytes. Where several processes write to one pipe: at most what it keeps whole (PIPE_BUF). */
  readonly togetherBytes: number;
  /** Maximum time for which a gathered line waits for others, in milliseconds. Default 50. */
  readonly afterMs?: number;
  /** Number of bytes that may wait while the output takes nothing; further lines are dropped. Default 16 MiB. */
  readonly waitingMaxBytes?: number;
  /** Takes a sentence for the operator when lines cannot be written. Default: standard error. */
  readonly complain?: (sentence: string) => void;
}

const MEBIBYTE = 1024 * 1024;
/** Time until a full pipe is tried again, in milliseconds. A pipe of 64 KiB then still passes 13 MB a second. */
const FULL_MS = 5;
/** Time for which the end of a process waits for a reader who takes nothing, in milliseconds. */
const LAST_WAIT_MS = 1000;

/**
 * Writes lines without waiting for whoever reads them. What still waits is written when the process ends.
 *
 * Every write is made here, and none by Node's threads: one that they have not begun would be overtaken by what is written at the end.
 * @param fd Descriptor of a file, pipe, terminal or socket. A socket must not block.
 */
export function lineOutput(fd: number, options: LineOutputOptions): LineOutput {
  const { togetherBytes, afterMs = 50, waitingMaxBytes = 16 * MEBIBYTE, complain = complainOnStandardError } = options;
  const output = withoutBlocking(fd);
  /** What was not taken, before what is gathered. The first may be the rest of a piece. */
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  // Lines are copied at once: concatenated strings become ropes, which are flattened and measured again at every step.
  const gathered = Buffer.allocUnsafeSlow(togetherBytes);
  let from = 0;
  let to = 0;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isGone = false;
  let isEnding = false;
  let dropped = 0;

  const unwrittenBytes = () => waitingBytes + to - from;

  /** @throws what the system says when it does not take everything. */
  function writeAll(): void {
    for (let piece = waiting[0]; piece !== undefined; piece = waiting[0]) {
      const bytes = writeSync(output, piece);
      waitingBytes -= bytes;
      if (bytes < piece.length) waiting[0] = piece.subarray(bytes);
      else waiting.shift();
    }
    while (from < to) from += writeSync(output, gathered, from, to - from);
    from = 0;
    to = 0;
  }

  /** Writes as much as is taken; the rest is tried again later. @returns the code of the error that prevented more. */
  function writeOut(): string | undefined {
    clearTimeout(timer);
    timer = undefined;
    if (isGone) return undefined;
    try {
      writeAll();
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      notTaken(code);
      return code;
    }
    isFailing = false;
    if (dropped > 0) complain(`The log is written again. Its reader missed ${dropped} lines.\n`);
    dropped = 0;
    return undefined;
  }

  function notTaken(code: string): void {
    if (code === 'EPIPE') {
      isGone = true;
      waiting.length = 0;
      complain('The log is not written any more: its reader has gone (EPIPE).\n');
      return;
    }
    timer = setTimeout(writeOut, code === 'EAGAIN' ? FULL_MS : afterMs).unref();
    if (code === 'EAGAIN' || isFailing) return;
    isFailing = true;
    complain(`The log cannot be written (${code}). Its lines wait; beyond ${limit()} they are dropped.\n`);
  }

  const limit = () => `${waitingMaxBytes / MEBIBYTE} MiB`;

  function queue(piece: Buffer): void {
    waiting.push(piece);
    waitingBytes += piece.length;
  }

  /** Adds a line to what is gathered, or after it where it is too long. */
  function add(line: string, bytes: number, encoding: 'latin1' | 'utf8'): void {
    if (to + bytes > togetherBytes) {
      writeOut();
      if (from < to) queue(Buffer.from(gathered.subarray(from, to)));
      from = 0;
      to = 0;
    }
    if (bytes > togetherBytes) queue(Buffer.from(line, encoding));
    else to += gathered.write(line, to, encoding);
  }

  function mayAdd(): boolean {
    if (isGone) return false;
    if (waitingBytes < waitingMaxBytes) return true;
    if (dropped === 0 && !isFailing)
      complain(`The log is not read. More than ${limit()} of it wait; its lines are dropped.\n`);
    dropped += 1;
    return false;
  }

  /** Nothing runs later any more, so this waits, while the reader takes something. */
  function end(): void {
    isEnding = true;
    const pause = new Int32Array(new SharedArrayBuffer(4));
    let lastTakenMs = performance.now();
    for (let left = unwrittenBytes(); writeOut() === 'EAGAIN'; left = unwrittenBytes()) {
      if (unwrittenBytes() < left) lastTakenMs = performance.now();
      if (performance.now() - lastTakenMs > LAST_WAIT_MS) {
        complain(`The log is not read. The last ${unwrittenBytes()} bytes of it are lost.\n`);
        return;
      }
      Atomics.wait(pause, 0, 0, FULL_MS);
    }
  }
  process.once('exit', end);

  return {
    write(line) {
      if (!mayAdd()) return;
      add(line, Buffer.byteLength(line), 'utf8');
      writeOut();
    },
    gather(line) {
      if (!mayAdd()) return;
      add(line, line.length, 'latin1');
      if (isEnding) writeOut();
      else timer ??= setTimeout(writeOut, afterMs).unref();
    },
  };
}

/**
 * A pipe and a terminal are opened once more: whoever shares the description that was inherited may make it block again, as Node does
 * when a process ends. What cannot be opened, such as a socket, is written as it is.
 */
function withoutBlocking(fd: number): number {
  if (!fstatSync(fd).isFIFO() && !isatty(fd)) return fd;
  try {
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd;
  }
}

/** Loses the sentence where standard error takes nothing either. */
function complainOnStandardError(sentence: string): void {
  try {
    // Node makes a stream of it here, so that a pipe or a socket that is full does not block.
    writeSync(process.stderr.fd, sentence);
  } catch {
    // It may lie on the same full disk.
  }
}
