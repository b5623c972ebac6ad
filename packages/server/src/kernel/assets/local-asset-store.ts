import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { mkdir, open as openFile, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { named } from '../file-error.ts';
import { renamed } from '../renamed.ts';
import { syncDirectory } from '../whole-file.ts';
import {
  type AssetRange,
  type AssetStore,
  AssetStoreAway,
  assetNamed,
  assetNameOf,
  hexOf,
  type ListedAsset,
  type OpenedAsset,
  type StoredAsset,
} from './asset-store.ts';

const OWNER_ONLY_DIRECTORY = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** Age from which a file in \`incoming/\` is one of a process that was killed: writing one takes less than a minute. */
const LEFT_BEHIND_MS = 3_600_000;

/**
 * Keeps assets in a directory: `<2 hex>/<64 hex>` of their SHA-256. A file appears under its name only when it is
 * complete and synced to disk; leftovers of a crash are in `incoming/`.
 * @param directory Created on first use, mode 0700.
 */
export function localAssetStore(directory: string): AssetStore {
  const incoming = path.join(directory, 'incoming');
  const fileOf = (sha256: Uint8Array) => path.join(directory, assetNameOf(hexOf(sha256)));
  /** If the folder existed before and is missing now, its disk is not mounted: that is not an empty store. */
  let wasThere = false;
  let isTidy = false;

  const put = (content: AsyncIterable<Uint8Array>): Promise<StoredAsset> =>
    withIncoming(async (temporary) => {
      const asset = await write(temporary, content);
      const target = fileOf(asset.sha256);
      // One of another size was torn by a disk that lost what it had taken.
      if ((await sizeOfFile(target)) !== asset.size) await publish(temporary, target);
      return asset;
    });

  /** Hands over the name of a file to write, and leaves none of that name behind. */
  async function withIncoming<Result>(use: (temporary: string) => Promise<Result>): Promise<Result> {
    const temporary = path.join(incoming, randomUUID());
    try {
      await prepare();
      return await use(temporary);
    } catch (error) {
      throw awayIfOurs(directory, error);
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  async function prepare(): Promise<void> {
    if (wasThere) await reach();
    await mkdir(incoming, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    wasThere = true;
    if (isTidy) return;
    isTidy = true;
    await removeLeftBehind();
  }

  async function removeLeftBehind(): Promise<void> {
    for (const name of await namesIn(incoming)) {
      const file = path.join(incoming, name);
      const found = await statOf(file);
      if (found !== undefined && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(file, { force: true });
    }
  }

  async function sizeOf(sha256: Uint8Array): Promise<number | undefined> {
    const size = await sizeOfFile(fileOf(sha256));
    if (size === undefined) await reach();
    return size;
  }

  async function open(sha256: Uint8Array, range?: AssetRange): Promise<OpenedAsset | undefined> {
    const size = await sizeOf(sha256);
    // Files never change, so nothing needs to stay open between reading the size and the bytes.
    return size === undefined ? undefined : { size, body: createReadStream(fileOf(sha256), range) };
  }

  async function* list(): AsyncGenerator<ListedAsset> {
    for (const folder of await namesIn(directory)) {
      if (!/^[\da-f]{2}$/.test(folder)) continue;
      for (const name of await namesIn(path.join(directory, folder))) {
        const sha256 = assetNamed(`${folder}/${name}`);
        const found = sha256 && (await statOf(path.join(directory, folder, name)));
        if (sha256 && found) yield { sha256, size: found.size, storedAtMs: found.mtimeMs };
      }
    }
  }

  async function reach(): Promise<void> {
    // Asked before the look: a first write may make the folder while this waits for the answer.
    const mustBeThere = wasThere;
    const found = await statOf(directory);
    if (found?.isDirectory()) wasThere = true;
    else if (mustBeThere) throw new AssetStoreAway(`the folder ${directory} is not there`);
  }

  return {
    url: pathToFileURL(path.resolve(directory)).href,
    put,
    sizeOf,
    open,
    remove: (sha256) => rm(fileOf(sha256), { force: true }),
    list,
    async mark(name) {
      const text = await readFile(path.join(directory, name), 'utf8').catch(unlessMissing);
      return text?.trim();
    },
    setMark: (name, line) =>
      withIncoming(async (temporary) => {
        await write(temporary, textOf(`${line}\n`));
        await publish(temporary, path.join(directory, name));
      }),
    reach,
  };
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function write(file: string, content: AsyncIterable<Uint8Array>): Promise<StoredAsset> {
  const handle = await openFile(file, 'wx', OWNER_ONLY_FILE);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk).catch(ofTheStore(file));
    }
    return { sha256: hash.digest(), size };
  } finally {
    await handle.close().catch(ofTheStore(file));
  }
}

/**
 * What fails at an open file names no path, and would be taken for a failure of what is brought. Where there is no room the folder is
 * named, not this file, of which nothing stays.
 */
const ofTheStore =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw NO_ROOM.includes(error.code ?? '') ? error : named(error, file);
  };

/**
 * Renames a complete file to its final name. The file and both directories are synced, so that a power failure loses
 * nothing.
 */
async function publish(temporary: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  const isMade = await makeFolder(folder);
  await sync(temporary);
  await renamed(temporary, target);
  await syncDirectory(folder);
  if (isMade) await syncDirectory(path.dirname(folder));
}

/**
 * Not with `recursive`, which says of a disk without room for another file that a part of the path is missing.
 * @returns Whether it was not there.
 */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: OWNER_ONLY_DIRECTORY });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function sync(file: string): Promise<void> {
  const handle = await openFile(file, 'r+');
  try {
    await handle.sync().catch(ofTheStore(file));
  } finally {
    await handle.close();
  }
}

const sizeOfFile = async (file: string): Promise<number | undefined> => (await statOf(file))?.size;

const statOf = (file: string) => stat(file).catch(unlessMissing);

const namesIn = async (directory: string): Promise<readonly string[]> =>
  (await readdir(directory).catch(unlessMissing)) ?? [];

/** @returns undefined for what does not exist. @throws {AssetStoreAway} where the disk or its server fails. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  if (AWAY.includes(error.code ?? '')) throw new AssetStoreAway(`${error.path} cannot be read (${why(error)})`);
  throw error;
}

/**
 * A failure at a path of the store is the store's: whoever brings the content would take it for one of their own files. What
 * has no room stays as it is, because it says so.
 */
function awayIfOurs(directory: string, error: unknown): unknown {
  const { code = '', path: at } = error as NodeJS.ErrnoException;
  if (NO_ROOM.includes(code)) return named(error, directory);
  if (at?.startsWith(path.normalize(directory)) !== true) return error;
  return new AssetStoreAway(`${at} cannot be written (${why(error as NodeJS.ErrnoException)})`);
}

/**
 * The code of a failure. A user of the same name may have another number on each machine that mounts the folder: then it is
 * refused what the other wrote, and nothing but the numbers shows why.
 */
function why({ code = '', path: at }: NodeJS.ErrnoException): string {
  const user = process.geteuid?.();
  const owned = code === 'EACCES' && at !== undefined ? ownerOf(at) : undefined;
  if (user === undefined || owned === undefined || owned.owner === user) return code;
  return (
    `${code}: ${owned.path} belongs to user ${owned.owner}, and this process is user ${user}; ` +
    'give the service the same user number on every machine'
  );
}

/** The owner of a path, or of the nearest folder above it that this process may look at. */
function ownerOf(at: string): { readonly path: string; readonly owner: number } | undefined {
  for (let seen = at; ; seen = path.dirname(seen)) {
    try {
      return { path: seen, owner: statSync(seen).uid };
    } catch {
      if (path.dirname(seen) === seen) return undefined;
    }
  }
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'];

/** Codes of a process without a free descriptor, and of a network file system or disk that fails. */
const AWAY = ['EMFILE', 'ENFILE', 'EIO', 'ESTALE', 'ENODEV', 'ENXIO', 'EHOSTDOWN', 'ETIMEDOUT', 'ENOTCONN', 'EACCES'];
