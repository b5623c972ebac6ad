import { join } from 'node:path';
import { findNpm } from '../ensure/npm.mjs';
import { runProgram } from '../ensure/run.mjs';

/**
 * Node's own program from the npm package for this platform. The package `node` would fetch it with an install script,
 * and install scripts are switched off.
 * @param {string} version A version or range, like 22 or 24.1.
 * @param {string} directory
 * @returns {Promise<string | undefined>} Its path; undefined, said on standard error, when it could not be installed.
 */
export async function fetchNode(version, directory) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const home = join(directory, `node-${version}`);
  const options = ['--no-save', '--silent', '--engine-strict=false', '--prefix', home];
  const installed = await runProgram(process.execPath, [findNpm(), 'install', ...options, `${name}@${version}`], {
    cwd: directory,
  });
  if (!installed) {
    console.error(
      `${name}@${version} could not be installed: is there such a package, and can the registry be reached?`,
    );
    return undefined;
  }
  return join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
