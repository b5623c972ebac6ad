import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { type AssetRange, type AssetStore, AssetStoreAway, hexOf, type OpenedAsset } from './asset-store.ts';

/** Memory for files that are read often, in bytes, per process. */
const HOT_BYTES = 32 * 1024 * 1024;
/** Largest file that is cached, in bytes: pictures of a panorama are smaller, models and videos are larger. */
const LARGEST_HOT_BYTES = 1024 * 1024;

export interface HotAssetsOptions {
  readonly hotBytes?: number;
  readonly largestBytes?: number;
}

/**
 * A store that caches small files in memory when they are read again soon: while no more was read for the first time in
 * between than the memory holds. A file that comes back later than that would not have lasted until then, and loading it
 * would push out others for nothing. Files never change, so the cache needs no invalidation, and concurrent readers share
 * the bytes. A file read for the first time is streamed, however slow its reader is. Only for serving files that the
 * database names: a file removed from the store may still be cached.
 */
export function hotAssets(
  store: AssetStore,
  { hotBytes = HOT_BYTES, largestBytes = LARGEST_HOT_BYTES }: HotAssetsOptions = {},
): AssetStore {
  const hot = new LRUCache<string, Buffer>({ maxSize: hotBytes, sizeCalculation: ({ length }) => Math.max(1, length) });
  /** Files that were streamed lately, as many as `hot` could hold → their size. */
  const streamed = new LRUCache<string, number>({ maxSize: hotBytes, sizeCalculation: (size) => size });
  /** Concurrent readers of a file share one load. */
  const loading = new Map<string, Promise<Buffer | undefined>>();

  /** @returns undefined for a file that is too large, or that the store does not have. */
  async function load(sha256: Uint8Array, hex: string): Promise<Buffer | undefined> {
    const asset = await store.open(sha256);
    if (asset === undefined) return undefined;
    if (asset.size > largestBytes) {
      asset.body.destroy();
      return undefined;
    }
    const bytes = await bytesOf(asset).catch((error: unknown) => {
      throw new AssetStoreAway(`${store.url}: ${error instanceof Error ? error.message : String(error)}`);
    });
    hot.set(hex, bytes);
    streamed.delete(hex);
    return bytes;
  }

  async function stream(sha256: Uint8Array, hex: string, range?: AssetRange): Promise<OpenedAsset | undefined> {
    // Before its size is known, for those who ask meanwhile.
    streamed.set(hex, 1);
    const asset = await store.open(sha256, range);
    if (asset === undefined || asset.size > largestBytes) streamed.delete(hex);
    else streamed.set(hex, Math.max(1, asset.size));
    return asset;
  }

  async function open(sha256: Uint8Array, range?: AssetRange): Promise<OpenedAsset | undefined> {
    const hex = hexOf(sha256);
    let bytes = hot.get(hex);
    if (bytes === undefined && streamed.has(hex)) {
      const under = loading.get(hex) ?? load(sha256, hex).finally(() => loading.delete(hex));
      loading.set(hex, under);
      bytes = await under;
    }
    return bytes === undefined ? stream(sha256, hex, range) : opened(bytes, range);
  }

  // Only the store knows whether a file exists: another process may have removed it.
  return { ...store, open };
}

/**
 * Into memory of the right size at once: `buffer` of node:stream/consumers goes through a Blob, which takes twice the time.
 *
 * @throws when the store sends more or less than it said.
 */
async function bytesOf({ size, body }: OpenedAsset): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (length + chunk.length > size) throw new Error(`a file of ${size} bytes went on`);
    bytes.set(chunk, length);
    length += chunk.length;
  }
  if (length < size) throw new Error(`a file of ${size} bytes ended after ${length}`);
  return bytes;
}

/** The memory is shared: readers must not write to the body. */
function opened(bytes: Buffer, range: AssetRange | undefined): OpenedAsset {
  const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
  return { size: bytes.length, body: Readable.from(part.length === 0 ? [] : [part]) };
}
