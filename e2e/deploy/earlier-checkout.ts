import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inheritedEnv, root } from '../service.ts';

const run = promisify(execFile);
const MIGRATIONS = 'packages/server/migrations';
/** Installing and building, on a slow line and a busy machine. */
const BUILD_MS = 1_200_000;

export const git = async (...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: root, maxBuffer: 1e8 })).stdout.trim();

const isMigration = (name: string): boolean => name.endsWith('.sql');
const migrationsIn = async (checkout: string): Promise<string[]> =>
  (await readdir(join(checkout, MIGRATIONS))).filter(isMigration).toSorted();

/**
 * The newest commit that lacks a migration of this checkout; undefined where the history is not there that far, as in an archive
 * or a shallow clone.
 */
export async function commitOfOlderSchema(): Promise<string | undefined> {
  try {
    const changed = (await git('log', '--format=%H', 'HEAD', '--', MIGRATIONS)).split('\n');
    const all = await migrationsIn(root);
    for (const commit of ['HEAD', ...changed.map((one) => `${one}^`)]) {
      const known = new Set((await git('ls-tree', '--name-only', `${commit}:${MIGRATIONS}`)).split('\n'));
      if (all.some((name) => !known.has(name))) return await git('rev-parse', '--verify', commit);
    }
  } catch {
    // No git, no repository, or a commit that is not there.
  }
  return undefined;
}

/** Another commit of this repository, in a folder of its own. */
export interface EarlierCheckout {
  readonly path: string;
  remove(): Promise<void>;
}

/** @throws What git says of a commit that it does not know. */
export async function checkoutOf(commit: string): Promise<EarlierCheckout> {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-previous-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  const path = join(directory, 'openhouse');
  try {
    await run('git', ['clone', '--quiet', '--no-checkout', root, path]);
    await run('git', ['checkout', '--quiet', '--detach', commit], { cwd: path });
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Migrations of this checkout that an earlier one does not know. */
export async function unknownTo(checkout: string): Promise<string[]> {
  const known = new Set(await migrationsIn(checkout));
  return (await migrationsIn(root)).filter((name) => !known.has(name));
}

/** Gives an earlier checkout the migrations that it does not know: its program then works on this schema. @returns Their names. */
export async function giveSchema(checkout: string): Promise<string[]> {
  const unknown = await unknownTo(checkout);
  for (const name of unknown) await copyFile(join(root, MIGRATIONS, name), join(checkout, MIGRATIONS, name));
  return unknown;
}

/** Installs an earlier checkout as its lock file says, and builds it. */
export async function build(checkout: string): Promise<void> {
  await ensure(checkout, '--build');
}

/** Installs it without building: by links to what is installed here, where it needs no other version of anything. */
export async function installDependencies(checkout: string): Promise<void> {
  const [wanted, here] = await Promise.all([lockedPackages(checkout), lockedPackages(root)]);
  const paths = Object.keys(wanted).filter((path) => path.includes('node_modules/'));
  const isHere = (path: string) => wanted[path]?.version === here[path]?.version;
  if (!paths.every(isHere)) return ensure(checkout);
  // What lies inside another package comes with its link.
  for (const path of paths.filter((one) => one.split('node_modules/').length === 2)) {
    const { link, resolved = '' } = wanted[path] ?? {};
    const target = link === true ? join(checkout, resolved) : join(root, path);
    // Optional ones are not installed on every machine.
    if (!existsSync(target)) continue;
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await symlink(target, join(checkout, path));
  }
}

interface LockedPackage {
  readonly version?: string;
  /** A package of the repository itself, which lies at `resolved`. */
  readonly link?: true;
  readonly resolved?: string;
}

async function lockedPackages(checkout: string): Promise<Readonly<Record<string, LockedPackage>>> {
  const text = await readFile(join(checkout, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Readonly<Record<string, LockedPackage>> }).packages;
}

async function ensure(checkout: string, ...options: string[]): Promise<void> {
  const args = ['scripts/ensure.mjs', ...options];
  await run(process.execPath, args, { cwd: checkout, env: inheritedEnv, timeout: BUILD_MS });
}
