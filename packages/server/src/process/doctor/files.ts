import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import { type Config, isProduction, keysUsed } from '../../config/config.ts';
import { servesPortal } from '../../config/parts.ts';
import { filesOpenToOthers, type OpenFile } from '../open-files.ts';
import { loginOf } from '../open-store.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

const MEBIBYTE = 1024 * 1024;
/** Free mebibytes below which a store soon cannot write; an import may take 256. */
const FEW_MB = 1024;
const NO_MB = 128;

/** Where this machine keeps files: is it there, may others look into it, and is there room? */
export async function examineFiles(config: Config): Promise<Finding[]> {
  return [...(await dataDirectoryFindings(config)), ...(await spaceFindings(config))];
}

async function dataDirectoryFindings(config: Config): Promise<Finding[]> {
  const { DATA_DIR } = config;
  const made = await stat(DATA_DIR).catch(() => undefined);
  if (made === undefined) {
    if (!keepsFiles(config)) return [ok('data directory', `This process needs none: ${DATA_DIR} is not there.`)];
    return [await mayBeMade(DATA_DIR)];
  }
  if (!made.isDirectory()) return [broken('data directory', `${DATA_DIR} is a file.`, 'Name a folder in DATA_DIR.')];
  const open = (await filesOpenToOthers({ DATA_DIR })).map(modeFinding);
  const modes = open.length === 0 ? [ok('file modes', `Nobody else may read ${DATA_DIR}.`)] : open;
  const refusal = keepsFiles(config) ? await writeRefusal(DATA_DIR) : undefined;
  if (refusal === undefined) return modes;
  const mend =
    'Give it to the user that the service runs as, on a disk that may be written, or name another one in DATA_DIR.';
  return [...modes, broken('data directory', `${DATA_DIR} cannot be written by this user (${refusal}).`, mend)];
}

/** What a process keeps first makes the directory: a portal whose files are in a bucket does so at its first upload. */
async function mayBeMade(directory: string): Promise<Finding> {
  const says = `${directory} is not there yet`;
  for (let above = dirname(resolve(directory)); ; above = dirname(above)) {
    const there = await stat(above).catch(() => undefined);
    if (there === undefined) continue;
    if (there.isDirectory() && (await writeRefusal(above)) === undefined)
      return ok('data directory', `${says}: whatever is kept first makes it.`);
    const mend = 'Make it with mode 0700, for the user that the service runs as, or name another one in DATA_DIR.';
    return broken('data directory', `${says}, and cannot be made in ${above} by this user.`, mend);
  }
}

/** @returns The code with which the system lets this user write nothing into a folder. */
const writeRefusal = (directory: string): Promise<string | undefined> =>
  access(directory, constants.W_OK | constants.X_OK).then(
    () => undefined,
    ({ code = 'unknown' }: NodeJS.ErrnoException) => code,
  );

/** Whether a process keeps anything on this machine: the store, generated keys, files of tours, uploads. */
const keepsFiles = (config: Config): boolean =>
  loginOf(config) === undefined ||
  keysUsed(config).some((name) => config[name] === null) ||
  config.ASSET_STORE_URL === null ||
  servesPortal(config);

function modeFinding({ path, mode, mend }: OpenFile): Finding {
  const says = `${path} has mode ${mode}: others on this machine can read it.`;
  return broken('file modes', says, mend);
}

/** Each disk once: the folder of tours' files may lie on that of the data directory, or on one of its own. */
async function spaceFindings({ DATA_DIR, ASSET_STORE_URL }: Config): Promise<Finding[]> {
  const folders = [{ directory: DATA_DIR, holds: 'the data directory' }];
  if (ASSET_STORE_URL?.kind === 'file')
    folders.push({ directory: ASSET_STORE_URL.directory, holds: 'the files of tours' });
  const disks = new Set<number>();
  const findings: Finding[] = [];
  for (const { directory, holds } of folders) {
    const made = await stat(directory).catch(() => undefined);
    if (!made?.isDirectory() || disks.has(made.dev)) continue;
    disks.add(made.dev);
    findings.push(await spaceFinding(directory, holds));
  }
  return findings;
}

async function spaceFinding(directory: string, holds: string): Promise<Finding> {
  const { bavail, bsize, files, ffree } = await statfs(directory);
  const mend = `Free some space, or move ${holds} to a larger disk.`;
  // Some file systems have no number of files that they may hold, and state 0.
  if (files > 0 && ffree === 0)
    return broken('disk space', `No inode is left for another file where ${directory} lies.`, mend);
  const free = Math.floor((bavail * bsize) / MEBIBYTE);
  const says = `${free} MiB are free where ${directory} lies.`;
  if (free < NO_MB) return broken('disk space', says, mend);
  return free < FEW_MB ? warning('disk space', says, mend) : ok('disk space', says);
}

/** Where the keys come from, and whether each is there. Nothing of a key is ever shown. */
export async function examineKeys(config: Config): Promise<Finding> {
  const used = keysUsed(config);
  const missing = used.filter((name) => config[name] === null);
  if (missing.length === 0) return ok('keys', `All ${used.length} keys come from the environment.`);
  const file = join(config.DATA_DIR, DATA_DIRECTORY.keys);
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const lost = missing.filter((name) => typeof kept[name] !== 'string');
    if (lost.length === 0) return ok('keys', `${missing.length} of ${used.length} keys come from ${file}.`);
    return warning('keys', `${file} lacks ${lost.join(', ')}.`, 'The next start generates them.');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      return broken('keys', `${file} cannot be read.`, 'Restore it from a backup: without it no app secret works.');
    }
    const mend = isProduction(config)
      ? 'Generate them with openhouse keys generate.'
      : 'The first start generates them.';
    return warning('keys', `There are no keys yet: ${missing.join(', ')}.`, mend);
  }
}
