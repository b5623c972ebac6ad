import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cores } from '../measure/cores.ts';
import type { Outcome } from './generator.ts';
import type { Drive, Load, Pace } from './load.ts';

/** @returns Whether wrk is installed. */
export function hasWrk(): boolean {
  try {
    execFileSync('which', ['wrk'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Load from `wrk`. @param folder For files that it reads. */
export function wrkDrive(cores: Cores, folder: string): Drive {
  return async (load, connections, seconds, judging) => {
    const { status, minLength, maxLength } = load.expected;
    const script = judging === 'each' ? 'check.lua' : 'plain.lua';
    const [requests, microseconds, wrong, bytes] = await runWrk(cores, folder, load, {
      script,
      connections,
      seconds,
      args: [status, minLength, maxLength],
    });
    return { requests, seconds: microseconds / 1e6, wrong, bytes };
  };
}

/** Milliseconds that a connection waits on average before its next request. */
const MEAN_WAIT_MS = 10;

/**
 * The same at about a fixed rate: as many connections as that takes, each of which waits between an answer and its next
 * request. Latency is from when a request is sent to its last byte.
 */
export async function wrkPaced(
  cores: Cores,
  folder: string,
  load: Load,
  { requestsPerSecond, seconds }: Pace,
): Promise<Outcome> {
  const connections = Math.max(1, Math.round((requestsPerSecond * MEAN_WAIT_MS) / 1000));
  const plan = { script: 'paced.lua', connections, seconds, args: [MEAN_WAIT_MS] };
  const [requests, microseconds, wrong, bytes, p50, p99] = await runWrk(cores, folder, load, plan);
  return { requests, seconds: microseconds / 1e6, wrong, bytes, p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
}

interface WrkPlan {
  /** Beside this file; `asks.lua` goes before it. */
  readonly script: string;
  readonly connections: number;
  readonly seconds: number;
  /** Of the script, behind the file of targets. */
  readonly args: readonly number[];
}

/** @returns The numbers that the script ends with: requests, microseconds, wrong ones, bytes, and what else it tells. */
async function runWrk(
  cores: Cores,
  folder: string,
  load: Load,
  plan: WrkPlan,
): Promise<[number, number, number, number, number, number]> {
  const targets = join(folder, 'targets');
  await writeFile(targets, `${load.targets.join('\n')}\n`);
  // The body and method travel in a prelude: wrk takes them from its script only.
  const prelude = join(folder, 'load.lua');
  const scripts = ['asks.lua', plan.script].map(
    (file) => `dofile(${lua(fileURLToPath(new URL(file, import.meta.url)))})\n`,
  );
  await writeFile(
    prelude,
    `wrk.method = ${lua(load.method)}\n${load.body === undefined ? '' : `wrk.body = ${lua(load.body)}\n`}${scripts.join('')}`,
  );
  const [program = '', ...args] = cores.onOtherCore([
    'wrk',
    // A busy machine is slow, not wrong: wrk's own two seconds would count a pause as a lost answer.
    ...['--timeout', '60s', '-t', '1', '-c', String(plan.connections), '-d', `${plan.seconds}s`, '-s', prelude],
    ...Object.entries(load.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    load.origin,
    ...['--', targets, ...plan.args.map(String)],
  ]);
  const { stdout } = await promisify(execFile)(program, args);
  const said = /^RESULT ([\d ]+)$/m.exec(stdout)?.[1];
  if (said === undefined) throw new Error(`wrk said nothing of its load:\n${stdout}`);
  const [requests = 0, microseconds = 0, wrong = 0, bytes = 0, p50 = 0, p99 = 0] = said.split(' ').map(Number);
  return [requests, microseconds, wrong, bytes, p50, p99];
}

/** A Lua string literal. */
function lua(text: string): string {
  return JSON.stringify(text);
}
