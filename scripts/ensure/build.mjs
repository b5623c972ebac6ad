import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { runProgram } from './run.mjs';

/**
 * @typedef {object} BuildStep
 * @property {string} name What is built.
 * @property {string} config File that tells the program what to build; a checkout without it has nothing to build.
 * @property {string[]} command A program of node_modules and its arguments.
 * @property {(checkout: string) => string[]} outputs Directories that are there once it is built.
 * @property {(checkout: string) => void} [tidy] Removes what earlier builds left behind.
 */

/** Everything that has to be built, in order. @type {BuildStep[]} */
const BUILD_STEPS = [
  {
    name: 'the packages',
    config: 'tsconfig.json',
    command: ['typescript/bin/tsc', '-b'],
    outputs: (checkout) => referencedPackages(checkout).map((path) => join(checkout, path, 'dist')),
    tidy: removeOrphans,
  },
  {
    name: "the portal's pages",
    config: 'packages/portal/vite.config.ts',
    command: ['vite/bin/vite.js', 'build', 'packages/portal', '--logLevel', 'warn'],
    outputs: (checkout) => [join(checkout, 'packages', 'portal', 'dist', 'index.html')],
  },
  {
    name: 'the page of public tours',
    config: 'packages/viewer/embed/vite.config.ts',
    command: ['vite/bin/vite.js', 'build', 'packages/viewer/embed', '--logLevel', 'warn'],
    outputs: (checkout) => [join(checkout, 'packages', 'portal', 'dist', 'embed.html')],
  },
  {
    name: 'the page of tours that become sites',
    config: 'packages/viewer/site/vite.config.ts',
    command: ['vite/bin/vite.js', 'build', 'packages/viewer/site', '--logLevel', 'warn'],
    outputs: (checkout) => [join(checkout, 'packages', 'cli', 'dist', 'site', 'index.html')],
  },
];

const stepsOf = (/** @type {string} */ checkout) =>
  BUILD_STEPS.filter(({ config }) => existsSync(join(checkout, config)));

/** The sources of the last good build. */
const stampOf = (/** @type {string} */ checkout) => join(checkout, 'node_modules', '.openhouse-build');

/**
 * Why a build is needed, or undefined when the last one still holds. Looks at names, sizes and times only:
 * this runs before each start, and starting the compiler just to hear that nothing changed costs half a second.
 * @param {string} checkout
 * @returns {string | undefined}
 */
export function staleBuild(checkout) {
  for (const step of stepsOf(checkout)) {
    if (!step.outputs(checkout).every((output) => existsSync(output))) return `${step.name} have not been built yet`;
  }
  if (!existsSync(stampOf(checkout))) return 'there is no finished build yet';
  return readFileSync(stampOf(checkout), 'utf8') === fingerprint(checkout) ? undefined : 'sources have changed';
}

/**
 * Runs every build step; each is incremental by itself. The caller holds the lock.
 * @param {string} checkout
 * @param {string} reason
 */
export async function build(checkout, reason) {
  console.error(`Building: ${reason}.`);
  // Taken first: a source that changes during the build is stale afterwards.
  const sources = fingerprint(checkout);
  rmSync(stampOf(checkout), { force: true });
  for (const step of stepsOf(checkout)) {
    const [program = '', ...options] = step.command;
    const built = await runProgram(process.execPath, [join(checkout, 'node_modules', program), ...options], {
      cwd: checkout,
      // Vite takes another one that the shell exports, and then builds pages for development.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (!built) {
      throw new Failure(`Building ${step.name} failed. Mend the errors above, then run the same command again.`);
    }
    step.tidy?.(checkout);
  }
  writeFileSync(stampOf(checkout), sources);
}

/**
 * The packages that `tsc -b` builds.
 * @param {string} checkout
 * @returns {string[]}
 */
function referencedPackages(checkout) {
  const config = JSON.parse(readFileSync(join(checkout, 'tsconfig.json'), 'utf8'));
  return config.references.map((/** @type {{ path: string }} */ reference) => reference.path);
}

/**
 * Removes what the compiler made of sources that are gone: it leaves that behind, and a package would carry it.
 * @param {string} checkout
 */
function removeOrphans(checkout) {
  for (const path of referencedPackages(checkout)) {
    const { compilerOptions } = JSON.parse(readFileSync(join(checkout, path, 'tsconfig.json'), 'utf8'));
    const sources = join(checkout, path, compilerOptions.rootDir ?? '.');
    const outputs = join(checkout, path, compilerOptions.outDir);
    for (const output of readdirSync(outputs, { recursive: true, encoding: 'utf8' })) {
      // Only the compiler writes declarations; the pages beside them are Vite's.
      if (!output.endsWith('.d.ts')) continue;
      const name = output.slice(0, -'.d.ts'.length);
      if (['.ts', '.tsx'].some((end) => existsSync(join(sources, name + end)))) continue;
      for (const end of ['.d.ts', '.js', '.js.map']) rmSync(join(outputs, name + end), { force: true });
    }
  }
}

/** Changes whenever a file that a build reads is written, added, renamed or removed. @param {string} checkout */
function fingerprint(checkout) {
  const hash = createHash('sha256');
  const rootFiles = readdirSync(checkout).filter(
    (name) => name === 'package-lock.json' || /^tsconfig.*\.json$/.test(name),
  );
  const folders = SOURCES.filter((folder) => existsSync(join(checkout, folder)));
  for (const path of [...rootFiles.sort(), ...folders.flatMap((folder) => sourcesBelow(checkout, folder))]) {
    const { mtimeMs, size } = lstatSync(join(checkout, path));
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} checkout
 * @param {string} directory
 * @returns {string[]} Paths from the checkout, in a fixed order.
 */
function sourcesBelow(checkout, directory) {
  return readdirSync(join(checkout, directory), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${directory}/${entry.name}`;
      if (entry.isDirectory()) return NOT_SOURCES.test(entry.name) ? [] : sourcesBelow(checkout, path);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
    });
}

/** Directories that builds read; the docs become pages of the portal. */
const SOURCES = ['packages', 'docs/guides', 'docs/reference'];

/** Directories that no build reads. */
const NOT_SOURCES = /^(node_modules|dist|testing|\..*)$/;
