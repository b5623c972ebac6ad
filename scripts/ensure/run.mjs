import { spawn } from 'node:child_process';

/** Signals that ask a program to stop. @type {NodeJS.Signals[]} */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program, its output shown as it comes.
 * A signal to stop is handed on and the program's end awaited: it must not go on without us, who may hold a lock.
 * @param {string} program
 * @param {string[]} options
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} where
 * @returns {Promise<boolean>} Whether it ended well.
 */
export function runProgram(program, options, where) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { ...where, stdio: ['ignore', 'inherit', 'inherit'] });
    /** @param {NodeJS.Signals} signal */
    const handOn = (signal) => child.kill(signal);
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
      resolve(code === 0);
    });
  });
}
