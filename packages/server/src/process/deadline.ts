import { Worker } from 'node:worker_threads';

/** Milliseconds beyond its grace period after which a stopping process is killed. */
export const BEYOND_GRACE_MS = 5000;
/** Milliseconds after which a process with nothing left to do is killed. */
export const LAST_MS = 2000;

/** Runs in another thread: kills the process at its deadline, which each message moves. */
const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads');
  const end = () => process.kill(process.pid, 'SIGKILL');
  let timer = setTimeout(end, workerData);
  parentPort.on('message', (ms) => { clearTimeout(timer); timer = setTimeout(end, ms); });
`;

/** Ensures that this process ends. */
export interface Deadline {
  /** @param ms Milliseconds from now. */
  move(ms: number): void;
}

/**
 * Kills this process if it still runs after a time. In a system call that blocks, such as a write to a
 * terminal that takes nothing, neither timers nor `process.exit` run, so another thread keeps the time.
 * @param ms Milliseconds from now.
 */
export function endWithin(ms: number): Deadline {
  const watch = new Worker(WATCH, { eval: true, workerData: ms, stdout: false, stderr: false });
  watch.unref();
  return { move: (later) => watch.postMessage(later) };
}
