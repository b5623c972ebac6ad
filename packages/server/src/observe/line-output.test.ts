import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LineOutputOptions, lineOutput } from './line-output.ts';

/** What the system keeps for a reader, in bytes. */
const PIPE_BYTES = 64 * 1024;

/** A named pipe, and what its reader gets. */
function pipe() {
  const folder = mkdtempSync(join(tmpdir(), 'openhouse-pipe-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  const said: string[] = [];
  /** @param most Bytes. @returns what one system call gets. */
  function read(most = PIPE_BYTES): Buffer {
    const bytes = Buffer.alloc(most);
    try {
      return bytes.subarray(0, readSync(reader, bytes));
    } catch {
      return bytes.subarray(0, 0);
    }
  }
  return {
    said,
    open: (options: Partial<LineOutputOptions> = {}) =>
      lineOutput(writer, { togetherBytes: 4096, complain: (sentence) => said.push(sentence), ...options }),
    read,
    /** Until nothing comes, also of what waited. */
    async readAll(): Promise<Buffer> {
      const pieces: Buffer[] = [];
      for (let piece = read(); piece.length > 0; piece = read()) {
        pieces.push(piece);
        await vi.advanceTimersByTimeAsync(100);
      }
      return Buffer.concat(pieces);
    },
    leave: () => closeSync(reader),
    close() {
      closeSync(writer);
      rmSync(folder, { recursive: true });
    },
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`);

let into: ReturnType<typeof pipe>;
beforeEach(() => {
  vi.useFakeTimers();
  // They write at the end of their process, which is not here.
  vi.spyOn(process, 'once').mockReturnValue(process);
  into = pipe();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  into.close();
});

describe('lines', () => {
  test('come whole and in their order, whatever their lengths, and however their reader reads', async () => {
    const ascii = fc.record({ text: fc.stringMatching(/^[ -~]{0,60}$/), gathered: fc.boolean() });
    const any = fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 60 }), gathered: fc.constant(false) });
    const line = fc.oneof(ascii, any).map((line) => ({ ...line, text: `${line.text.replaceAll('\n', ' ')}\n` }));
    const step = fc.oneof({ weight: 9, arbitrary: line }, fc.record({ readBytes: fc.nat(2000), passMs: fc.nat(80) }));
    const steps = fc.array(step, { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), fc.constantFrom(32, 4096), async (taken, isFull, togetherBytes) => {
        const output = into.open({ togetherBytes });
        const filling = isFull ? `${'x'.repeat(2 * PIPE_BYTES)}\n` : '';
        output.write(filling);
        const read: Buffer[] = [];
        for (const step of taken) {
          if ('passMs' in step) {
            read.push(into.read(step.readBytes));
            await vi.advanceTimersByTimeAsync(step.passMs);
          } else if (step.gathered) output.gather(step.text);
          else output.write(step.text);
        }
        await vi.advanceTimersByTimeAsync(100);
        read.push(await into.readAll());
        const written = taken.flatMap((step) => ('text' in step ? step.text : []));
        expect(String(Buffer.concat(read))).toBe(filling + written.join(''));
        expect(into.said).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('are gathered until there are enough of them', () => {
    const output = into.open({ togetherBytes: 8 });
    output.gather('abc\n');
    output.gather('def\n');
    expect(String(into.read())).toBe('');
    output.gather('g\n');
    expect(String(into.read())).toBe('abc\ndef\n');
  });

  test('do not wait longer than they may', async () => {
    into.open({ afterMs: 100 }).gather('abc\n');
    await vi.advanceTimersByTimeAsync(99);
    expect(String(into.read())).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(String(into.read())).toBe('abc\n');
  });

  test('are written at once where they are not gathered, with those before them', () => {
    const output = into.open();
    output.gather('abc\n');
    output.write('Zhāng 张\n');
    expect(String(into.read())).toBe('abc\nZhāng 张\n');
  });
});

describe('where several write to one pipe', () => {
  test('no write is larger than what the pipe keeps whole, also of lines that waited', async () => {
    const [mine, other] = [into.open({ afterMs: 10 }), into.open({ afterMs: 7 })];
    for (const text of numbered(30_000)) {
      mine.gather(`mine ${text}`);
      other.gather(`other ${text}`);
    }
    const lines = String(await into.readAll())
      .trimEnd()
      .split('\n');
    for (const whose of ['mine', 'other']) {
      const own = lines.filter((line) => line.startsWith(`${whose} `));
      expect(own).toEqual(numbered(30_000).map((text) => `${whose} ${text}`.trimEnd()));
    }
    expect(lines).toHaveLength(60_000);
  });
});

describe('while nobody reads', () => {
  test('lines beyond the limit are dropped whole, which is said, and later how many', async () => {
    const output = into.open({ waitingMaxBytes: 1024 * 1024 });
    const lines = numbered(200_000);
    for (const text of lines) output.gather(text);
    expect(into.said).toEqual(['The log is not read. More than 1 MiB of it wait; its lines are dropped.\n']);
    const read = String(await into.readAll())
      .trimEnd()
      .split('\n');
    expect(read.map((text) => `${text}\n`)).toEqual(lines.slice(0, read.length));
    expect(read.length).toBeLessThan(lines.length);
    expect(into.said.slice(1)).toEqual([
      `The log is written again. Its reader missed ${lines.length - read.length} lines.\n`,
    ]);
    output.write('later\n');
    expect(String(into.read())).toBe('later\n');
  });

  test('the process is not held up', () => {
    const output = into.open();
    output.write('x'.repeat(2 * PIPE_BYTES));
    output.write('returns\n');
    expect(into.read()).toHaveLength(PIPE_BYTES);
  });
});

test('when the reader has gone, that is said once, and nothing is kept', () => {
  const output = into.open();
  into.leave();
  for (const text of numbered(3)) output.write(text);
  expect(into.said).toEqual(['The log is not written any more: its reader has gone (EPIPE).\n']);
});
