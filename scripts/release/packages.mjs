import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findNpm } from '../ensure/npm.mjs';
import { copyClosure, lockedClosure, placesInPackage } from './bundle.mjs';

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
 * Packs them as they are built now: what each workspace names in `files`, the changelog, for the SDK and the command the
 * docs, and in the command everything that it needs (decision 0164).
 * @param {string} checkout
 * @param {string} destination A directory that is there.
 * @returns {Promise<string[]>} Paths of the tarballs.
 */
export async function packPackages(checkout, destination) {
  const packages = publishedPackages(checkout);
  const stage = await mkdtemp(join(tmpdir(), 'openhouse-stage-'));
  try {
    await npm(['pack', '--workspaces', '--pack-destination', stage], checkout);
    for (const { name, tarball } of packages) {
      await mkdir(join(stage, name), { recursive: true });
      await run('tar', ['-xzf', join(stage, tarball), '--strip-components=1', '-C', join(stage, name)]);
      addDocuments(checkout, name, join(stage, name));
    }
    for (const { path, name } of packages) {
      if (name === COMMAND) await addDependencies(checkout, path, packages, stage);
      evenModes(join(stage, name));
      await npm(['pack', '--pack-destination', destination], join(stage, name));
    }
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  return packages.map(({ tarball }) => join(destination, tarball));
}

/**
 * Gives every file below a directory the mode that everybody may read it with: a checkout, and what npm unpacked, have those
 * that the umask of whoever made them left, and npm packs them as they are.
 * @param {string} directory
 */
export function evenModes(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/** The package that is installed for its command; the others but the SDK and the viewer are parts of it. */
const COMMAND = 'openhouse';

/** Packages that come with the docs. */
const DOCUMENTED = [COMMAND, '@openhouse/sdk'];

/** Documents and folders of them that these packages bring. Their links lead to each other. */
export const DOCS = ['CHANGELOG.md', 'docs/guides', 'docs/reference', 'docs/monitoring', 'docs/versioning.md'];

/** The portal's calls are of no use to a program that has the SDK, and weigh more than the rest of its package. */
const LEFT_OUT = /portal-openapi\.json$|ticket-gateway-openapi\.json$/;

/**
 * @param {string} checkout
 * @param {string} name
 * @param {string} directory Of the package.
 */
function addDocuments(checkout, name, directory) {
  const documents = DOCUMENTED.includes(name) ? DOCS : ['CHANGELOG.md'];
  for (const document of documents.filter((one) => existsSync(join(checkout, one)))) {
    cpSync(join(checkout, document), join(directory, document), {
      recursive: true,
      filter: (source) => name === COMMAND || !LEFT_OUT.test(source),
    });
  }
}

/**
 * Puts into the command's package what its lock file names, our own packages as they were packed.
 * @param {string} checkout
 * @param {string} path Of the command's workspace.
 * @param {readonly Package[]} packages
 * @param {string} stage Where they are unpacked, by name.
 */
async function addDependencies(checkout, path, packages, stage) {
  const directory = join(stage, COMMAND);
  const manifest = readManifest(directory, '.');
  for (const { name } of packages) {
    if (name in (manifest.dependencies ?? {})) {
      await cp(join(stage, name), join(directory, 'node_modules', name), { recursive: true });
    }
  }
  copyClosure(checkout, placesInPackage(checkout, path, lockedClosure(checkout, path)), directory);
  // By name: yarn 1 ends in a stack trace where it finds `true`.
  const bundleDependencies = Object.keys(manifest.dependencies ?? {});
  await writeFile(join(directory, 'package.json'), JSON.stringify({ ...manifest, bundleDependencies }, null, 2));
}

/**
 * @param {string[]} options
 * @param {string} cwd
 */
const npm = (options, cwd) => run(process.execPath, [findNpm(), ...options], { cwd, maxBuffer: OUTPUT_MAX_BYTES });

/** npm lists every file that it packs. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * @param {string} checkout
 * @param {string} path
 */
function readManifest(checkout, path) {
  return JSON.parse(readFileSync(join(checkout, path, 'package.json'), 'utf8'));
}
