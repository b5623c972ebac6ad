import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cores } from '../measure/cores.ts';
import type { Drive, Driven, Load } from './load.ts';

/** What the generator is told. */
export interface Plan {
  readonly load: Load;
  readonly connections: number;
  readonly seconds: number;
  /** Requests begun a second; without it, the next is sent as soon as one is answered. */
  readonly requestsPerSecond?: number;
}

/** Quantiles of the time from when a request was due to its last byte, in milliseconds; null of none. */
export interface Outcome extends Driven {
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

const PROGRAM = fileURLToPath(new URL('steady.main.ts', import.meta.url));

export async function runSteady(cores: Cores, plan: Plan): Promise<Outcome> {
  const [program = '', ...args] = cores.onOtherCore([process.execPath, '--import', 'tsx', PROGRAM]);
  const running = promisify(execFile)(program, args);
  running.child.stdin?.end(JSON.stringify(plan));
  const { stdout } = await running;
  return JSON.parse(stdout) as Outcome;
}

/** Load from a generator of our own, for machines without `wrk`. */
export function steadyDrive(cores: Cores): Drive {
  return (load, connections, seconds) => runSteady(cores, { load, connections, seconds });
}
