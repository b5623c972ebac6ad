import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Identifies a process for ever, also after its pid was given to another one. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process started, as the system writes it; null where the system does not say. */
  readonly started: string | null;
  readonly host: string;
  /** Changes with every boot of the machine; null where the system has none. */
  readonly boot: string | null;
  /** The namespace that the pid belongs to (containers have their own); null where there are none. */
  readonly pidNamespace: string | null;
}

function orNull(read: () => string): string | null {
  try {
    return read().trim() || null;
  } catch {
    return null;
  }
}

// Fields of /proc/<pid>/stat from the state on, which follows the name in parentheses; starttime is field 22 of all.
const START_TIME_FIELD = 19;

/** @returns When the process started, or null when that cannot be determined (it may have ended). */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    return orNull(() => {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD] ?? '';
    });
  }
  if (process.platform === 'win32') return null;
  return orNull(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }));
}

/** @returns The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    pidNamespace: orNull(() => readlinkSync('/proc/self/ns/pid')),
  };
}

/**
 * @param path A file that a process wrote its identity to.
 * @returns Undefined where there is none, or only a part of it: a process can be killed while it writes.
 */
export async function readIdentity(path: string): Promise<ProcessIdentity | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

/**
 * Whether a process may still run. `unknown` when it belongs to another machine or container, whose processes cannot
 * be seen from here.
 */
export function lifeOf(other: ProcessIdentity, own: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  const sameHost = other.host === own.host;
  if (other.boot !== own.boot) return sameHost ? 'dead' : 'unknown';
  if (other.pidNamespace !== own.pidNamespace || (other.pidNamespace === null && !sameHost)) return 'unknown';
  if (!exists(other.pid)) return 'dead';
  const started = startOf(other.pid);
  return started !== null && other.started !== null && started !== other.started ? 'dead' : 'alive';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
