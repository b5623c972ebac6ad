import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Ticks a second of the times in /proc/PID/stat; USER_HZ is 100 on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;
/** Places of utime and stime in /proc/PID/stat, counted from the state that follows the program's name. */
const UTIME = 11;
const STIME = 12;

/**
 * Processor time a process has used since it started, with all of its threads, user and system.
 * @returns Seconds, to a hundredth; undefined where neither /proc nor `ps` tells.
 */
export function cpuSeconds(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_A_SECOND;
  } catch {
    return secondsFromPs(pid);
  }
}

/** `ps` prints `[[days-]hours:]minutes:seconds`. */
function secondsFromPs(pid: number): number | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [days = '0', clock = ''] = text.includes('-') ? text.split('-') : ['0', text];
    const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    return Number(days) * 86_400 + seconds;
  } catch {
    return undefined;
  }
}
