import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { KillPoint, PortalProcessOrder } from './portal-process.main.ts';
import { programOf } from './program.ts';

/** A portal in a process of its own. */
export interface PortalProcess {
  readonly url: string;
  /** Lets it kill itself at a later statement, as a crash would. */
  arm(point: KillPoint): Promise<void>;
  /** Ends it, if it has not ended by itself. */
  kill(): Promise<void>;
}

export async function startPortalProcess(order: PortalProcessOrder): Promise<PortalProcess> {
  const child = fork(await programOf(new URL('portal-process.main.ts', import.meta.url)), { execArgv: [] });
  child.send({ start: order });
  const { port } = (await answerOf(child)) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async arm(point) {
      child.send({ kill: point });
      await answerOf(child);
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the portal process ended before it answered');
  });
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  ended.catch(() => undefined);
  return answer;
}
