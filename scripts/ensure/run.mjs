import { spawn } from 'node:child_process';

/** Signals that ask a program to stop. @type {NodeJS.Signals[]} */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a Node program with this Node, its output shown as it comes.
 * A signal to stop is handed on and the program's end awaited: it must not go on without us, who hold the lock.
 * @param {string[]} programAndArguments
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<boolean>} Whether it ended well.
 */
export function runNode(programAndArguments, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, programAndArguments, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
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
