import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @returns Bytes of memory that a process has resident; undefined where neither /proc nor `ps` tells. */
export function residentBytes(pid: number): number | undefined {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kibibytes) * 1024;
  } catch {
    return residentFromPs(pid);
  }
}

function residentFromPs(pid: number): number | undefined {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  } catch {
    return undefined;
  }
}
