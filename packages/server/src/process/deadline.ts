import { Worker } from 'node:worker_threads';

/** Milliseconds beyond its grace in which a process that stops must have ended. */
export const BEYOND_GRACE_MS = 5000;
/** Milliseconds in which a process that has nothing left to do must have ended. */
export const LAST_MS = 2000;

/** Runs beside the process: kills it at its deadline, which each message sets anew. */
const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads');
  const end = () => process.kill(process.pid, 'SIGKILL');
  let timer = setTimeout(end, workerData);
  parentPort.on('message', (ms) => { clearTimeout(timer); timer = setTimeout(end, ms); });
`;

/** Ends this process for certain. */
export interface Deadline {
  /** @param ms Milliseconds from now. */
  move(ms: number): void;
}

/**
 * Kills this process if it still runs after a time: one whose log nobody reads hangs in a system call, in which it hears
 * neither a timer nor `process.exit`. So another thread keeps the time.
 * @param ms Milliseconds from now.
 */
export function endWithin(ms: number): Deadline {
  const watch = new Worker(WATCH, { eval: true, workerData: ms, stdout: false, stderr: false });
  watch.unref();
  return { move: (later) => watch.postMessage(later) };
}
