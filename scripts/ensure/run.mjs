import { spawn } from 'node:child_process';
import { Failure } from './failure.mjs';

/** Signals that ask a program to stop. @type {NodeJS.Signals[]} */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program, its output shown as it comes.
 * A signal to stop is handed on and the program's end awaited: it must not go on without us, who may hold a lock.
 * @param {string} program
 * @param {string[]} options
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} where
 * @returns {Promise<boolean>} Whether it ended well.
 * @throws {Failure} when a signal asked us to stop, so that nothing further is begun.
 */
export function runProgram(program, options, where) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { ...where, stdio: ['ignore', 'inherit', 'inherit'] });
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy;
    /** @param {NodeJS.Signals} signal */
    const handOn = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    for (const signal of STOPPING) process.on(signal, handOn);
    const stopListening = () => {
      for (const signal of STOPPING) process.off(signal, handOn);
    };
    child.once('error', (error) => {
      stopListening();
      reject(error);
    });
    child.once('exit', (code) => {
      stopListening();
      if (stoppedBy === undefined) resolve(code === 0);
      else reject(new Failure(`Stopped by ${stoppedBy}.`));
    });
  });
}
