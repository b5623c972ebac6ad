import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inheritedEnv, openhouse } from '../service.ts';

/** What a command left behind. */
export interface Ended {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command while it runs. */
export interface Running {
  /** Standard output and standard error so far. */
  out(): string;
  err(): string;
  readonly pid: number;
  /** Ends it at once, if it has not ended. */
  kill(): void;
  readonly ended: Promise<Ended>;
}

/** A machine of its own: home, configuration and working directory. */
export interface Machine {
  readonly directory: string;
  readonly configDirectory: string;
  start(args: readonly string[], input?: string): Running;
  run(...args: readonly string[]): Promise<Ended>;
  /** The same with a line on standard input. */
  tell(input: string, ...args: readonly string[]): Promise<Ended>;
  /** Lines of a shell, as a guide has them; the first that fails ends them. @param more What is exported there besides. */
  shell(lines: string, more?: NodeJS.ProcessEnv): Running;
}

/**
 * @param env What the machine's shell exports beyond the usual.
 * @param program The command, where it is not the checkout's.
 * @param node Node's own program, where it is not the one that runs the tests.
 */
export async function newMachine(
  parent: string,
  name: string,
  env: NodeJS.ProcessEnv = {},
  program: string = openhouse,
  node: string = process.execPath,
): Promise<Machine> {
  const [directory, configDirectory] = [join(parent, name), join(parent, `${name}-config`)];
  await mkdir(directory, { recursive: true });
  const { DATA_DIR: _, DATABASE_URL: __, ...inherited } = inheritedEnv;
  const begin = (called: string, words: readonly string[], input: string, more: NodeJS.ProcessEnv = {}): Running => {
    const child = spawn(called, words, {
      cwd: directory,
      env: { ...inherited, OPENHOUSE_CONFIG_DIR: configDirectory, ...env, ...more },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.stdin.end(input);
    const ended = new Promise<Ended>((resolve) => {
      child.once('close', (exitCode) => resolve({ exitCode, out, err }));
    });
    return { out: () => out, err: () => err, pid: child.pid ?? 0, kill: () => void child.kill('SIGKILL'), ended };
  };
  const start = (args: readonly string[], input = '') => begin(node, [program, ...args], input);
  return {
    directory,
    configDirectory,
    start,
    run: (...args) => start(args).ended,
    tell: (input, ...args) => start(args, input).ended,
    shell: (lines, more) => begin('bash', ['-euo', 'pipefail', '-c', lines], '', more),
  };
}

const WAIT_MS = 50;
const PATIENCE_MS = 300_000;

/** The code that a waiting `openhouse login` shows. */
export async function shownCode(login: Running): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const code = /type the code {2}([A-Z]{4}-[A-Z]{4})/.exec(login.err())?.[1];
    if (code !== undefined) return code;
    if (performance.now() > deadline) throw new Error(`no code was shown:\n${login.err()}`);
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}
