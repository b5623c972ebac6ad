import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type AssetStore, hexOf } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { type NamedAsset, namedAfter } from './collection-store.ts';

/** The progress of a move. */
export interface Moved {
  /** Files that were copied, read back and compared by their hash. */
  copied: number;
  /** Of these, in bytes. */
  bytes: number;
  /** Files that were there already, with the same size; with `verifyAll` read and compared too. */
  there: number;
  /** Hashes, in hexadecimal, of files that the database names and that the source does not have, or has damaged. */
  readonly lost: string[];
}

export interface MoveOptions {
  /** Also reads files that are there already. */
  readonly verifyAll?: boolean;
  /** Called after each page of files. */
  readonly onProgress?: (moved: Moved) => void;
}

/** The move cannot be done; the message says why, and what to do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

const PAGE = 500;
const COPIED_AT_ONCE = 4;
/** Maximum number of passes over all files, for those that arrive meanwhile. */
const MOST_PASSES = 5;

/**
 * Copies every file that the database names to another store, while the service goes on, and gives that store the id of
 * this one, so that nodes can start with either. Safe to interrupt at any moment and to repeat: files that are there
 * are not copied again. Files that no tour names are left behind, and nothing is removed.
 * @throws {MoveRefused} when the other store belongs to another database.
 * @throws {AssetStoreAway}
 */
export async function moveAssets(
  database: Database,
  from: AssetStore,
  to: AssetStore,
  { verifyAll = false, onProgress }: MoveOptions = {},
): Promise<Moved> {
  const id = await from.mark('store-id');
  const other = await to.mark('store-id');
  if (id === undefined)
    throw new MoveRefused(`${from.url} has no id: no service has run over it. Start one, or name another store.`);
  if (other !== undefined && other !== id) {
    throw new MoveRefused(`${to.url} is the store of another database. Name another bucket, prefix or folder.`);
  }
  const moved: Moved = { copied: 0, bytes: 0, there: 0, lost: [] };
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = moved.copied;
    moved.there = 0;
    moved.lost.length = 0;
    for await (const page of pagesOf(database)) {
      const left = [...page];
      const next = async () => {
        for (let asset = left.pop(); asset !== undefined; asset = left.pop()) await moveOne(asset);
      };
      await Promise.all(Array.from({ length: COPIED_AT_ONCE }, next));
      onProgress?.(moved);
    }
    // Counted by earlier passes.
    moved.there -= before;
    // Another pass finds what arrived since; files that are there already cost little.
    if (moved.copied === before) break;
  }
  const owner = await from.mark('store-owner');
  if (owner !== undefined) await to.setMark('store-owner', owner);
  await to.setMark('store-id', id);
  return moved;

  async function moveOne({ sha256, size }: NamedAsset): Promise<void> {
    const isThere = (await to.sizeOf(sha256)) === size;
    if (isThere && !(verifyAll && !(await isWhole(to, sha256)))) {
      moved.there += 1;
      return;
    }
    if (isThere) await to.remove(sha256);
    const opened = await from.open(sha256);
    if (opened === undefined) {
      moved.lost.push(hexOf(sha256));
      return;
    }
    const stored = await to.put(ended(opened.body));
    if (!stored.sha256.equals(sha256)) {
      // The source has other bytes under this name: they were damaged there.
      moved.lost.push(hexOf(sha256));
      return;
    }
    if (!(await isWhole(to, sha256))) throw new MoveRefused(`${to.url} gives back other bytes than it was given.`);
    moved.copied += 1;
    moved.bytes += size;
  }
}

/** Destroys the body when its reader stops early. */
async function* ended(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    body.destroy();
  }
}

async function isWhole(store: AssetStore, sha256: Buffer): Promise<boolean> {
  const opened = await store.open(sha256);
  if (opened === undefined) return false;
  const hash = createHash('sha256');
  for await (const chunk of ended(opened.body)) hash.update(chunk);
  return hash.digest().equals(sha256);
}

async function* pagesOf(database: Database): AsyncGenerator<readonly NamedAsset[]> {
  let after: Buffer = Buffer.alloc(0);
  for (;;) {
    const from = after;
    const page = await inTransaction(database, (t) => namedAfter(t, from, PAGE), { team: '*' });
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)?.sha256 ?? after;
  }
}
