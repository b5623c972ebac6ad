import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A server under load, a process of its own on the measured core. */
export interface Server {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** How long a start may take on a busy machine, in milliseconds. */
const START_PATIENCE_MS = 150_000;
const POLL_MS = 20;

/** A program of this folder, as TypeScript where it is. */
export function programOf(file: string, ...args: string[]): string[] {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return [process.execPath, ...(file.endsWith('.ts') ? ['--import', 'tsx'] : []), path, ...args];
}

/**
 * Starts a server and waits until it serves. It ends with this process at the latest.
 * @param isReady Judges what it has printed, and whether it answers.
 */
export async function startServer(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  output: 'pipe' | number,
  isReady: (said: string) => Promise<string | undefined>,
): Promise<Server> {
  const child = spawn(program, args, { env, stdio: ['ignore', output, 'pipe'] });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-20_000);
    });
  }
  const origin = await waitUntilReady(child, () => said, isReady);
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function waitUntilReady(
  child: ChildProcess,
  said: () => string,
  isReady: (said: string) => Promise<string | undefined>,
): Promise<string> {
  const deadlineMs = performance.now() + START_PATIENCE_MS;
  for (;;) {
    const origin = await isReady(said());
    if (origin !== undefined) return origin;
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      child.kill('SIGKILL');
      throw new Error(`a server did not start:\n${said()}`);
    }
    await sleep(POLL_MS);
  }
}

/** Starts one of our small peers, which print `listening PORT`. */
export function startPeer(command: readonly string[]): Promise<Server> {
  return startServer(command, process.env, 'pipe', async (said) => {
    const port = /^listening (\d+)$/m.exec(said)?.[1];
    return port === undefined ? undefined : `http://127.0.0.1:${port}`;
  });
}
