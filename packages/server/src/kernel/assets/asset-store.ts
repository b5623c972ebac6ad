import type { Readable } from 'node:stream';
import { noteUnreachable } from '../database/store-away.ts';

/** Where the bytes of tour files are kept. The store is content-addressed: the names of files are in the database. */
export interface AssetStore {
  /** Where it is, as ASSET_STORE_URL names it: `file:///srv/files`, `s3://bucket/prefix`. Holds no secret. */
  readonly url: string;
  /**
   * Stores the bytes durably under their SHA-256; storing the same bytes again changes nothing. Nothing is stored when
   * the content fails midway.
   * @throws {AssetStoreAway}
   */
  put(content: AsyncIterable<Uint8Array>): Promise<StoredAsset>;
  /** @param sha256 32 bytes. @returns In bytes; undefined when the store does not have them. @throws {AssetStoreAway} */
  sizeOf(sha256: Uint8Array): Promise<number | undefined>;
  /**
   * Starts reading the bytes: all, or those of the range. The caller reads them to the end, or destroys the body.
   * @param sha256 32 bytes.
   * @returns undefined when the store does not have them.
   * @throws {AssetStoreAway}
   */
  open(sha256: Uint8Array, range?: AssetRange): Promise<OpenedAsset | undefined>;
  /** Removes the bytes, if they exist. @throws {AssetStoreAway} */
  remove(sha256: Uint8Array): Promise<void>;
  /** Every file of the store, in no particular order. @throws {AssetStoreAway} */
  list(): AsyncIterable<ListedAsset>;
  /** @returns What a mark says; undefined before it was set. @throws {AssetStoreAway} */
  mark(name: StoreMark): Promise<string | undefined>;
  /** Sets a mark, a short line that is kept beside the files and moves with them. @throws {AssetStoreAway} */
  setMark(name: StoreMark, line: string): Promise<void>;
  /** Resolves when the store answers. @throws {AssetStoreAway} */
  reach(): Promise<void>;
  /**
   * An address at which the store itself serves the bytes for a while; undefined for a store that cannot.
   * @throws {AssetStoreAway}
   */
  readonly linkTo?: (sha256: Uint8Array, link: AssetLink) => Promise<string>;
}

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface AssetRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredAsset {
  /** 32 bytes. */
  readonly sha256: Buffer;
  /** In bytes. */
  readonly size: number;
}

export interface ListedAsset extends StoredAsset {
  /** When the store received it, in milliseconds since the Unix epoch. */
  readonly storedAtMs: number;
}

export interface OpenedAsset {
  /** Of the whole file, in bytes. */
  readonly size: number;
  readonly body: Readable;
}

/** What the store's own answer must say. */
export interface AssetLink {
  readonly mediaType: string;
  readonly cacheControl: string;
  readonly lifetimeS: number;
}

/** Maximum size of a file, in bytes; imports refuse larger ones (`importLimits`). */
export const MOST_ASSET_BYTES = 64 * 1024 * 1024;

/** The store cannot be reached now; a retry may succeed. The message holds no secret. */
export class AssetStoreAway extends Error {
  override readonly name = 'AssetStoreAway';

  constructor(message: string) {
    super(message);
    // Answered like any other store that is away: 503 with Retry-After.
    noteUnreachable(this);
  }
}

/** @returns The hash in hexadecimal. @throws {Error} when it is not a SHA-256. */
export function hexOf(sha256: Uint8Array): string {
  if (sha256.length !== 32) throw new Error('a SHA-256 has 32 bytes');
  return Buffer.from(sha256).toString('hex');
}

/** A file's name in a store: `ab/ab…`, the 64 digits of its SHA-256. */
export const assetNameOf = (hex: string): string => `${hex.slice(0, 2)}/${hex}`;

/** @returns The hash that a name in a store encodes; undefined for any other name. */
export function assetNamed(name: string): Buffer | undefined {
  const [, folder, hex] = /^([\da-f]{2})\/([\da-f]{64})$/.exec(name) ?? [];
  return hex === undefined || folder !== hex.slice(0, 2) ? undefined : Buffer.from(hex, 'hex');
}

/**
 * Names of the small files that say what a store is: its id (decision 0121), and the database whose files it holds
 * (decision 0143).
 */
export type StoreMark = 'store-id' | 'store-owner';
