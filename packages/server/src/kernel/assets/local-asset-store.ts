import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open as openFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AssetStore, OpenedAsset, StoredAsset } from './asset-store.ts';

const OWNER_ONLY_DIRECTORY = 0o700;
const OWNER_ONLY_FILE = 0o600;

/**
 * Keeps assets in a directory: `<2 hex>/<64 hex>` of their SHA-256.
 * A file appears under its name only when it is whole and on the disk; what a crash leaves lies in `incoming/`.
 *
 * @param directory Made on first use, mode 0700.
 */
export function localAssetStore(directory: string): AssetStore {
  const incoming = path.join(directory, 'incoming');

  async function put(content: AsyncIterable<Uint8Array>): Promise<StoredAsset> {
    await mkdir(incoming, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    const temporary = path.join(incoming, randomUUID());
    try {
      const asset = await write(temporary, content);
      const target = fileOf(directory, asset.sha256);
      if ((await sizeOf(target)) === undefined) await publish(temporary, target);
      return asset;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async function open(sha256: Uint8Array): Promise<OpenedAsset | undefined> {
    const file = fileOf(directory, sha256);
    const size = await sizeOf(file);
    // Files never change, so nothing is held open between the size and the bytes.
    return size === undefined ? undefined : { size, read: (range) => createReadStream(file, range) };
  }

  return { put, open };
}

function fileOf(directory: string, sha256: Uint8Array): string {
  if (sha256.length !== 32) throw new Error('a SHA-256 has 32 bytes');
  const hex = Buffer.from(sha256).toString('hex');
  return path.join(directory, hex.slice(0, 2), hex);
}

async function write(file: string, content: AsyncIterable<Uint8Array>): Promise<StoredAsset> {
  const handle = await openFile(file, 'wx', OWNER_ONLY_FILE);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    }
    return { sha256: hash.digest(), size };
  } finally {
    await handle.close();
  }
}

/** Gives a whole file its name. The file and both directories are synced, so that a power loss takes nothing back. */
async function publish(temporary: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  const made = await mkdir(folder, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
  await sync(temporary, 'r+');
  await rename(temporary, target);
  await syncDirectory(folder);
  if (made !== undefined) await syncDirectory(path.dirname(folder));
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open directories and needs no sync of them.
  if (process.platform !== 'win32') await sync(directory, 'r');
}

async function sync(file: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await openFile(file, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
