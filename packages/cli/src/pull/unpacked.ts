import { gunzipSync } from 'node:zlib';

/** A file that gzip packed, as programs write tilesets; and how long what is in it may be, in bytes. */
const GZIP = { magic: 0x8b1f, most: 256 * 2 ** 20 } as const;

/** @returns The decompressed bytes of a gzip file; any other file unchanged. */
export function unpacked(file: Buffer): Buffer {
  const isPacked = file.length > 2 && file.readUInt16LE(0) === GZIP.magic;
  return isPacked ? gunzipSync(file, { maxOutputLength: GZIP.most }) : file;
}
