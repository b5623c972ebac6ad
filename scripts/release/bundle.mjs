import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Locked An entry of the lock file.
 * @property {boolean} [link] Whether it stands for a workspace.
 * @property {string} [resolved]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * What an installation of a workspace needs, as the lock file has it: what the tests ran with (decision 0164).
 * @param {string} checkout
 * @param {string} path Of the workspace.
 * @returns {string[]} Directories from the checkout, without workspaces.
 */
export function lockedClosure(checkout, path) {
  const file = join(checkout, 'package-lock.json');
  if (!existsSync(file)) return [];
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(readFileSync(file, 'utf8')).packages;
  const found = new Set([path]);
  for (const user of found) {
    const { dependencies, optionalDependencies } = locked[user] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(locked, user, name);
      if (place !== undefined) found.add(locked[place]?.link ? (locked[place].resolved ?? place) : place);
    }
  }
  return [...found].filter((one) => one.includes('node_modules/'));
}

/**
 * Where Node finds a package: in the user's own `node_modules`, else in the nearest one above.
 * @param {Record<string, Locked>} locked
 * @param {string} user
 * @param {string} name
 */
function placeOf(locked, user, name) {
  for (let at = user; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (locked[place] !== undefined) return place;
    if (at === '') return undefined;
  }
}

/**
 * Where each directory of a closure goes in the package: where those that use it find it there too.
 * @param {string} checkout
 * @param {string} path Of the workspace.
 * @param {string[]} closure
 * @returns {Map<string, string>} Directory in the package by directory in the checkout.
 * @throws {Error} When two versions would have one place.
 */
export function placesInPackage(checkout, path, closure) {
  return new Map(
    closure.map((place) => {
      const [workspace = '', inside = ''] = splitAtFirst(place, 'node_modules/');
      if (workspace === `${path}/`) {
        throw new Error(
          `${place}: ${path} needs another version than its parts. Give them one, or its place is taken.`,
        );
      }
      // A workspace's own node_modules goes where the workspace itself lies in the package.
      const home = workspace === '' ? '' : `node_modules/${nameOf(checkout, workspace)}/`;
      return [place, `${home}node_modules/${inside}`];
    }),
  );
}

/**
 * Copies a closure into a package.
 * @param {string} checkout
 * @param {Map<string, string>} places
 * @param {string} destination The package's own directory.
 */
export function copyClosure(checkout, places, destination) {
  for (const [place, inPackage] of places) {
    cpSync(join(checkout, place), join(destination, inPackage), {
      recursive: true,
      // What lies below is in the closure by itself if it is needed.
      filter: (source) => !/[\\/]node_modules$/.test(source.slice(join(checkout, place).length)),
    });
  }
}

/**
 * @param {string} text
 * @param {string} separator
 */
function splitAtFirst(text, separator) {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

/**
 * @param {string} checkout
 * @param {string} workspace
 * @returns {string}
 */
function nameOf(checkout, workspace) {
  return JSON.parse(readFileSync(join(checkout, workspace, 'package.json'), 'utf8')).name;
}
