import type { Readable } from 'node:stream';

/** Where the bytes of tour files lie. The store is content-addressed: what a file is called stands in the database. */
export interface AssetStore {
  /**
   * Keeps the bytes durably under their SHA-256; putting the same bytes again changes nothing.
   * Nothing is kept when the content fails midway.
   */
  put(content: AsyncIterable<Uint8Array>): Promise<StoredAsset>;
  /** @param sha256 32 bytes. @returns undefined when the store does not have them. */
  open(sha256: Uint8Array): Promise<OpenedAsset | undefined>;
}

export interface StoredAsset {
  /** 32 bytes. */
  readonly sha256: Buffer;
  /** In bytes. */
  readonly size: number;
}

export interface OpenedAsset {
  /** In bytes. */
  readonly size: number;
  /** Starts reading the bytes: all, or those from `start` to `end`, both included. */
  read(range?: { readonly start: number; readonly end: number }): Readable;
}
