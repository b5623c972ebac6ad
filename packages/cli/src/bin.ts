#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir, hostname } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.ts';
import { loadServer } from './server.ts';

const { env, stdin, stdout, stderr } = process;

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

// Nobody hears the results any more: the reader closed the pipe (`openhouse export … | head`), or the disk is full. The
// work goes on to its end, so that nothing is half done, and the status says that not everything was told.
let isUnheard = false;
let done = '';
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (isUnheard) return;
  isUnheard = true;
  const why = error.code === 'EPIPE' ? 'its reader has closed the pipe' : (error.code ?? error.message);
  stderr.write(`Standard output takes no more: ${why}. The work goes on; the exit status will be 1.\n`);
});
// A reader of the messages that has gone is no reason to stop either.
stderr.on('error', () => undefined);

/** Another program may have removed it. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    stderr.write('openhouse: The directory that this shell is in is gone. Go to one that is there: cd ~\n');
    process.exit(2);
  }
}

const exitCode = await run(process.argv.slice(2), {
  env,
  forget: (names) => {
    for (const name of names) delete env[name];
  },
  directory: workingDirectory(),
  home: homedir(),
  machine: hostname(),
  stdout,
  stderr,
  unheard: (sentence) => {
    done = sentence;
  },
  stdin: {
    isTTY: stdin.isTTY,
    line: async (question) => {
      const lines = createInterface({ input: stdin, output: stdin.isTTY ? stderr : undefined });
      const closed = once(lines, 'close').then(() => '');
      try {
        return await Promise.race([lines.question(stdin.isTTY ? question : ''), closed]);
      } finally {
        lines.close();
      }
    },
    lines: () => createInterface({ input: stdin }),
  },
  untilStopped: async () => {
    const heard = new AbortController();
    const { signal } = heard;
    await Promise.race([once(process, 'SIGTERM', { signal }), once(process, 'SIGINT', { signal })]);
    // Nobody listens from here on, so that a second signal ends the process: the system does that, however stuck it is.
    heard.abort();
  },
  endWithin: async (ms) => (await loadServer()).endWithin(ms),
  sleep: async (milliseconds, signal) => {
    // Nothing but the signal makes it fail.
    await sleep(milliseconds, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  },
  openBrowser: (address) => {
    // No browser or no display: the address is on the terminal.
    const [program, ...first] = openers[process.platform] ?? ['xdg-open'];
    if (program === undefined) return;
    spawn(program, [...first, address], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref();
  },
});

// What was written last may fail only now.
await new Promise<void>((resolve) => stdout.write('', () => resolve()));
if (isUnheard && done !== '') stderr.write(`${done}\n`);
process.exitCode = isUnheard && exitCode === 0 ? 1 : exitCode;
