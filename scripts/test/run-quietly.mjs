import { spawn } from 'node:child_process';

/**
 * Runs a Node program with this Node and keeps what it prints.
 * @param {string[]} programAndArguments
 * @param {string} cwd
 * @returns {Promise<{ ended: boolean, output: string }>} Whether it ended well, and all it printed in the order it came.
 */
export function runQuietly(programAndArguments, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, programAndArguments, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ ended: code === 0, output }));
  });
}
