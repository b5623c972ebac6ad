import { spawn } from 'node:child_process';
import { homedir, hostname } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonLine } from '@openhouse/contract';
import { Refusal, UsageError } from './command.ts';
import { endAs, endsAs, onSignal } from './ending-signals.ts';
import { printable } from './printable.ts';
import { run } from './run.ts';
import { loadServer } from './server.ts';
import { type Told, told } from './told.ts';
import type { WhenEnded } from './world.ts';
import { readReason } from './write-refusal.ts';

const { stdin, stdout, stderr } = process;

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Signals by which people have other programs read their settings or open their log anew, besides SIGHUP. */
const RELOADING = ['SIGUSR1', 'SIGUSR2'] as const;

const NO_ANSWER = told`No answer: the input has ended. Run it again and answer, or give the answer in the command; --help says how.`;

/** Another program may have removed it. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    stderr.write('openhouse: The directory that this shell is in is gone. Go to one that is there: cd ~\n');
    process.exit(2);
  }
}

/** Empty for a user that the system has no entry of, as in containers with a user by number. */
function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** Runs the command that this process was started with. @param env Its environment, out of which secrets are taken. */
export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  // Nobody hears the results any more: the reader closed the pipe (`openhouse export … | head`), or the disk is full. The
  // work still finishes, so that nothing is left half done, and the status says that output was lost.
  let isUnheard = false;
  let speak: (sentence: Told) => string = String;
  const unheard = (error: Error) => {
    if (isUnheard) return;
    isUnheard = true;
    const why = Reflect.get(error, 'code') === 'EPIPE' ? told`its reader has closed the pipe` : readReason(error);
    const sentence = told`Standard output takes no more: ${why}. What was begun is finished; the exit status is not 0.`;
    stderr.write(`${speak(sentence)}\n`);
  };
  // What was written last may fail only now.
  const flushed = () =>
    new Promise<void>((resolve) => {
      stdout.write('', (error) => {
        if (error) unheard(error);
        resolve();
      });
    });
  let done: Told | undefined;
  stdout.on('error', unheard);
  // A reader of the messages that has gone is no reason to stop either.
  stderr.on('error', () => undefined);

  // Without a listener Node.js opens its debugger, which gives every user of this machine what the process holds.
  process.on('SIGUSR1', () => {});

  let ended: WhenEnded = {};
  const isForProgram = process.argv.includes('--json');
  // Nothing but a handler of its own lets a signal end the first process of a container.
  let unhear = process.pid === 1 ? onSignal(endAs) : () => {};
  const hearSignals = () => {
    unhear();
    unhear = onSignal((signal) => {
      ended.cleans?.();
      const said = [endsAs(signal), done, ended.says].filter((one) => one !== undefined);
      const message = said.map(speak).join(' ');
      // A terminal shows ^C, perhaps behind a progress bar.
      const lead = stderr.isTTY ? '\n' : '';
      stderr.write(
        isForProgram
          ? `${jsonLine({ error: { code: 'ENDED', message } })}\n`
          : `${lead}openhouse: ${printable(message)}\n`,
      );
      endAs(signal);
    });
  };

  const exitCode = await run(process.argv.slice(2), {
    env,
    forget: (names) => {
      for (const name of names) delete env[name];
    },
    directory: workingDirectory(),
    home: homeDirectory(),
    machine: hostname(),
    stdout,
    stderr,
    heard: async () => {
      await flushed();
      if (isUnheard) throw new Refusal('UNHEARD', told`Ended: nobody takes what it prints. Run it again to go on.`);
    },
    speakAs: (other) => {
      speak = other;
    },
    soFar: (sentence) => {
      done = sentence;
    },
    whenEnded: (what) => {
      ended = { ...ended, ...what };
      // A command without a closing sentence may be blocked by a reader that does not read: the system ends it then.
      if (ended.says !== undefined) hearSignals();
    },
    stdin: {
      isTTY: stdin.isTTY,
      line: async (question) => {
        const lines = createInterface({ input: stdin, output: stdin.isTTY ? stderr : undefined });
        const answer = new Promise<string>((resolve, reject) => {
          // Input may end without a line break: its last line comes before its end, where an answer to `question` would come after.
          lines.once('line', resolve);
          lines.once('close', () => {
            // A person who ends the input has not chosen what an empty line stands for.
            if (stdin.isTTY) reject(new UsageError(NO_ANSWER));
            else resolve('');
          });
          // The terminal hands Ctrl-C over as a key while a line is edited. It gets its own mode back first.
          lines.once('SIGINT', () => {
            lines.removeAllListeners('close').close();
            if (!process.emit('SIGINT', 'SIGINT')) endAs('SIGINT');
          });
        });
        try {
          if (stdin.isTTY) {
            lines.setPrompt(speak(question));
            lines.prompt();
          }
          return await answer;
        } finally {
          lines.close();
        }
      },
      lines: () => createInterface({ input: stdin }),
    },
    onReload: (hear) => {
      for (const signal of RELOADING) process.on(signal, hear);
      // A terminal that is closed sends it too, and ends what runs there.
      if (!stdin.isTTY) process.on('SIGHUP', hear);
    },
    untilStopped: async () => {
      unhear();
      await new Promise((resolve) => {
        unhear = onSignal(resolve);
      });
      // Nobody listens from here on, so that a second signal ends the process: the system does that, however stuck it is.
      unhear();
      if (process.pid === 1) unhear = onSignal(endAs);
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

  await flushed();
  if (isUnheard && done !== undefined) stderr.write(`${speak(done)}\n`);
  process.exitCode = isUnheard && exitCode === 0 ? 1 : exitCode;
}
