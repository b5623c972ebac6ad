import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from './failure.mjs';

const CLI = 'npm-cli.js';

/**
 * The npm that started us, else the one that came with this Node. Not the first `npm` on the PATH:
 * that may belong to another Node, or be another tool's shim.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} node Path of the Node executable.
 * @returns {string} Path of npm's own JavaScript, to be run with this Node.
 */
export function findNpm(env = process.env, node = process.execPath) {
  const bin = dirname(node);
  const candidates = [
    env.npm_execpath,
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', CLI),
    join(bin, 'node_modules', 'npm', 'bin', CLI), // Windows
    join(bin, 'npm'), // a distribution's link into its own directory
  ];
  for (const candidate of candidates) {
    if (candidate === undefined || !existsSync(candidate)) continue;
    const real = realpathSync(candidate);
    if (basename(real) === CLI) return real;
  }
  throw new Failure(
    `There is no npm beside ${node}. Install npm (it comes with Node.js; on Debian: apt-get install npm), then run the same command again.`,
  );
}
