import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Folder } from './folder.ts';
import type { ImportLimits } from './limits.ts';

/** Bytes with random access, by many readers at once. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** @param end Exclusive. */
  read(start: number, end: number): Readable;
}

/** @returns The bytes of a range, whole: for few of them. @param end Exclusive. */
export async function rangeOfSource({ read }: ByteSource, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of read(start, end) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A file by its path. It is opened for each range, so that nothing needs to be closed. */
export async function fileSource(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return { size, read: (start, end) => createReadStream(path, { start, end: end - 1 }) };
}

/** Bytes in memory. */
export function bytesSource(bytes: Buffer): ByteSource {
  const read: ByteSource['read'] = (start, end) => Readable.from([bytes.subarray(start, end)], { objectMode: false });
  return { size: bytes.length, read };
}

/** A folder with one file, under a name that need not be the one on disk. */
export function folderOfOne(name: string, { size, read }: ByteSource, limits: ImportLimits): Folder {
  return {
    label: name,
    limits,
    entries: async () => [{ name, kind: 'file' }],
    folder: () => {
      throw new Error(`${name} holds no folders`);
    },
    files: async () => ({ sizes: new Map([[name, size]]), leftOut: [] }),
    read: () => read(0, size),
  };
}
