import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findNpm } from '../ensure/npm.mjs';

const run = promisify(execFile);

/**
 * @typedef {object} Package
 * @property {string} path From the checkout.
 * @property {string} name
 * @property {string} version
 * @property {string} tarball The file name that `npm pack` gives it.
 */

/**
 * The packages that are published: every workspace, each after those it depends on.
 * @param {string} checkout
 * @returns {Package[]}
 */
export function publishedPackages(checkout) {
  return readManifest(checkout, '.').workspaces.map((/** @type {string} */ path) => {
    const { name, version } = readManifest(checkout, path);
    return { path, name, version, tarball: `${name.replace('@', '').replace('/', '-')}-${version}.tgz` };
  });
}

/**
 * Packs them as they are built now.
 * @param {string} checkout
 * @param {string} destination A directory that is there.
 * @returns {Promise<string[]>} Paths of the tarballs.
 */
export async function packPackages(checkout, destination) {
  await run(process.execPath, [findNpm(), 'pack', '--workspaces', '--pack-destination', destination], {
    cwd: checkout,
  });
  return publishedPackages(checkout).map(({ tarball }) => join(destination, tarball));
}

/**
 * @param {string} checkout
 * @param {string} path
 */
function readManifest(checkout, path) {
  return JSON.parse(readFileSync(join(checkout, path, 'package.json'), 'utf8'));
}
