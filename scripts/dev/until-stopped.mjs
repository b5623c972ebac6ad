import { readFileSync } from 'node:fs';

/** Milliseconds between two looks whether npm is still there. */
const LOOK_MS = 500;

/**
 * Resolves when this program is to stop: at SIGINT, SIGTERM or SIGHUP, or when the npm that runs it has gone. npm hands a
 * signal on to its shell only, which ends and leaves us behind; killed, it leaves both.
 * @returns {Promise<void>}
 */
export function untilStopped() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
    if (process.env.npm_lifecycle_event === undefined) return;
    const chain = npmAbove(process.ppid);
    setInterval(() => {
      if (process.ppid !== chain[0] || !chain.every(isThere)) resolve();
    }, LOOK_MS).unref();
  });
}

/**
 * @param {number} parent
 * @returns {number[]} The parent, and npm itself where the parent is only the shell that it runs scripts with. That is
 *   known on Linux; elsewhere the shell gives its place to the script.
 */
function npmAbove(parent) {
  try {
    const [, name = '', grandparent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return /^(da|ba|z)?sh$/.test(name) ? [parent, Number(grandparent)] : [parent];
  } catch {
    return [parent];
  }
}

/** @param {number} pid */
function isThere(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
