import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { SurfaceName } from '../surfaces.ts';
import type { Question, ToPrimary, ToWorker, WorkerReport } from './messages.ts';
import { questions } from './questions.ts';

/** A worker as the primary sees it. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  say(message: ToWorker): void;
  give(id: number, surface: SurfaceName, connection: Socket): void;
  /** @returns Its answer; undefined when none has come within `patienceMs` milliseconds, or it has ended. */
  ask(question: Question, patienceMs: number): Promise<WorkerReport | undefined>;
  /** Kills it at once, with its running requests. */
  kill(): void;
  /** Asks it to exit; it is killed when it still runs after `graceMs`. Resolves when it has ended. */
  stop(graceMs: number): Promise<void>;
}

/** Called for a worker's messages and its end. */
export interface WorkerEvents {
  onMessage(message: Exclude<ToPrimary, { kind: 'answered' }>): void;
  /** Its channel is closed, and every message it sent has been delivered. */
  onGone(how: HowItEnded): void;
}

export interface HowItEnded {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.main.ts' : './worker.main.js', import.meta.url),
);

/** Starts a process for a worker. It waits for `start`. */
export function startWorkerProcess({ onMessage, onGone }: WorkerEvents): WorkerProcess {
  const child = fork(PROGRAM, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const asked = questions<WorkerReport>();

  child.on('message', (message) => {
    const said = message as ToPrimary;
    if (said.kind === 'answered') asked.answer(said.id, said.report);
    else onMessage(said);
  });
  const gone = endOf(child).then((how) => {
    asked.end();
    onGone(how);
  });

  function send(message: ToWorker, connection?: Socket): void {
    // A message that a dead worker misses is settled by its exit: the error is handled there.
    const ignore = () => {};
    if (child.connected) child.send(message, connection, { keepOpen: true }, ignore);
  }

  return {
    pid: child.pid,
    say: send,
    give: (id, surface, connection) => send({ kind: 'connection', id, surface }, connection),
    ask: (question, patienceMs) => asked.ask((id) => send({ kind: 'asked', id, question }), patienceMs),
    kill: () => void child.kill('SIGKILL'),
    async stop(graceMs) {
      send({ kind: 'stop' });
      const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await gone;
      clearTimeout(kill);
    },
  };
}

/** Resolves when the process has ended and its last message has arrived. */
async function endOf(child: ChildProcess): Promise<HowItEnded> {
  const silent = new Promise<void>((resolve) => {
    child.once('disconnect', resolve);
    child.once('error', () => resolve());
  });
  const how = await new Promise<HowItEnded>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // It could not be started, or not be killed.
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  if (child.connected) await silent;
  return how;
}
