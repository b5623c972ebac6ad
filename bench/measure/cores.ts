import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Where programs of a benchmark run: the measured server on a core of its own, everything else on another. */
export interface Cores {
  /** One sentence for the report. */
  readonly description: string;
  /** A command line that runs on the measured core. */
  onServerCore(command: readonly string[]): readonly string[];
  /** A command line that runs beside it. */
  onOtherCore(command: readonly string[]): readonly string[];
  /** A command line that runs on all of them, as in service. */
  onAllCores(command: readonly string[]): readonly string[];
  /** Keeps processes that already run on the measured core from now on. */
  keepOnServerCore(pids: readonly number[]): void;
  /** Keeps this process, and what it starts otherwise, beside it from now on: its threads would hold the server up. */
  stayOffServerCore(): void;
}

const unpinned = (command: readonly string[]) => command;

/** Everything shares all cores. */
export const UNPINNED: Cores = {
  description: 'NOT pinned: `taskset` or a second core is missing, so servers and load share cores.',
  onServerCore: unpinned,
  onOtherCore: unpinned,
  onAllCores: unpinned,
  keepOnServerCore: () => {},
  stayOffServerCore: () => {},
};

/** Pins with `taskset` to two of the cores this process may use; runs unpinned where that cannot be. */
export function findCores(): Cores {
  const all = allowedCores();
  const [server, other] = all;
  if (server === undefined || other === undefined || !hasTaskset()) return UNPINNED;
  const pinned =
    (...cores: number[]) =>
    (command: readonly string[]) => ['taskset', '-c', cores.join(','), ...command];
  return {
    description: `Servers pinned to core ${server}, load generator to core ${other}, PostgreSQL to neither.`,
    onServerCore: pinned(server),
    onOtherCore: pinned(other),
    onAllCores: pinned(...all),
    keepOnServerCore(pids) {
      for (const pid of pids) moveTo(server, pid);
    },
    stayOffServerCore() {
      moveTo(other, process.pid);
    },
  };
}

/** Moves a running process with all of its threads. */
function moveTo(core: number, pid: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)]);
}

/** Cores that the kernel lets this process use; empty where it does not say. */
function allowedCores(): number[] {
  let list: string | undefined;
  try {
    list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  } catch {
    // Not Linux.
  }
  return (list ?? '').split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Number.isInteger(first) ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : [];
  });
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
