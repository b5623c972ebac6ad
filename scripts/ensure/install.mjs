import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Failure } from './failure.mjs';
import { findNpm } from './npm.mjs';
import { runProgram } from './run.mjs';

/** What node_modules was installed from and for; npm removes it together with the rest. */
const stampOf = (/** @type {string} */ checkout) => join(checkout, 'node_modules', '.openhouse-install');

/**
 * Why dependencies must be installed, or undefined when they need not be.
 * @param {string} checkout
 * @returns {string | undefined}
 */
export function staleInstall(checkout) {
  if (!existsSync(join(checkout, 'node_modules'))) return 'there is no node_modules yet';
  const wanted = wantedStamp(checkout);
  const found = readJson(stampOf(checkout));
  if (found !== undefined && found.machine !== wanted.machine) return `they were installed for ${found.machine}`;
  if (found?.lock === wanted.lock) return undefined;
  return installedByHand(checkout) ? undefined : 'package-lock.json has changed';
}

/**
 * Installs exactly what the lock file says. The caller holds the lock.
 * @param {string} checkout
 * @param {string} reason
 */
export async function install(checkout, reason) {
  console.error(`Installing dependencies: ${reason}.`);
  const npm = findNpm();
  // Without the stamp an interrupted install counts as none.
  rmSync(stampOf(checkout), { force: true });
  // The compiler is a development dependency: NODE_ENV=production would leave it out.
  const installed = await runProgram(process.execPath, [npm, 'ci', '--include=dev'], {
    cwd: checkout,
    env: withThisNode(),
  });
  if (!installed) {
    throw new Failure(
      'Installing the dependencies failed, see above. Check that the package registry can be reached and that package-lock.json fits package.json (npm install mends it), then run the same command again.',
    );
  }
  writeStamp(checkout);
}

/**
 * `npm install` leaves a list of what it put there: when that fits the lock file, nothing needs to be done again.
 * @param {string} checkout
 */
function installedByHand(checkout) {
  const present = readJson(join(checkout, 'node_modules', '.package-lock.json'))?.packages;
  const locked = readJson(join(checkout, 'package-lock.json'))?.packages;
  if (present === undefined || locked === undefined) return false;
  return Object.keys(locked)
    .filter((path) => path.includes('node_modules/'))
    .every((path) => {
      // Left out on machines that they are not for.
      if (present[path] === undefined) return locked[path].optional === true;
      return (
        present[path].version === locked[path].version &&
        present[path].integrity === locked[path].integrity &&
        present[path].link === locked[path].link
      );
    });
}

/** @param {string} checkout */
function wantedStamp(checkout) {
  return {
    lock: createHash('sha256')
      .update(readFileSync(join(checkout, 'package-lock.json')))
      .digest('hex'),
    machine: `Node ${process.versions.node.split('.')[0]} on ${process.platform} ${process.arch}`,
  };
}

/**
 * @param {string} path
 * @returns {any} Undefined when there is no such file, or one that was cut short.
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} checkout */
function writeStamp(checkout) {
  writeFileSync(stampOf(checkout), `${JSON.stringify(wantedStamp(checkout))}\n`);
}

/** npm checks the "engines" of whichever `node` it finds first: let that be this one. */
function withThisNode() {
  return { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
}
