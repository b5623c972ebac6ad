import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startProgram, stopProgram } from './processes.ts';
import { programOf } from './program.ts';

/** A program of ours that answers messages, one after another. */
export interface LimitedProcess {
  readonly child: ChildProcess;
  ask<Answer>(order: object): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * @param source Address of a `*.main.ts`.
 * @param descriptors Most files and connections it may have open; the machine's own bound by default.
 */
export async function startLimited(
  source: URL,
  { descriptors, env = {} }: { readonly descriptors?: number; readonly env?: NodeJS.ProcessEnv },
): Promise<LimitedProcess> {
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `;
  const child = startProgram('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, await programOf(source)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the process ended before it answered')));
  ended.catch(() => undefined);
  return {
    child,
    ask<Answer>(order: object) {
      const answered = new Promise<Answer>((resolve) => child.once('message', (found) => resolve(found as Answer)));
      child.send(order);
      return Promise.race([answered, ended]);
    },
    stop: () => stopProgram(child, 'SIGKILL'),
  };
}
