import { type ChildProcess, fork } from 'node:child_process';
import { programOf } from './program.ts';
import type { StoreAnswer, StoreCommand } from './store-process.main.ts';

/** A process of its own that has a store open. */
export interface StoreProcess {
  readonly pid: number;
  /** @throws With the message of the error over there, or when the process ends before it answers. */
  ask(command: StoreCommand): Promise<unknown>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Resolves with the exit code when the process has ended by itself. */
  readonly exit: Promise<number | null>;
}

/** Starts a process that opens nothing yet. */
export async function startStoreProcess(): Promise<StoreProcess> {
  const child = fork(await programOf(new URL('store-process.main.ts', import.meta.url)), { execArgv: [] });
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let count = 0;
  return {
    pid: child.pid ?? 0,
    exit,
    ask: (command) => ask(child, count++, command),
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

function ask(child: ChildProcess, number: number, command: StoreCommand): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (answer: StoreAnswer) => {
      if (answer.number !== number) return;
      stopListening();
      if (answer.error === undefined) resolve(answer.value);
      else reject(new Error(answer.error));
    };
    const gone = () => {
      stopListening();
      reject(new Error('The process ended before it answered.'));
    };
    const stopListening = () => {
      child.off('message', settle);
      child.off('exit', gone);
    };
    child.on('message', settle);
    child.once('exit', gone);
    child.send({ number, command }, (error) => {
      if (error !== null) gone();
    });
  });
}
