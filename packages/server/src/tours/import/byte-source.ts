import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Folder } from './folder.ts';

/** Bytes that can be read from anywhere in them, many times and at once. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** @param end The first byte that is not meant. */
  read(start: number, end: number): Readable;
}

/** A file by its path. It is opened for each range, so that there is nothing to close. */
export async function fileSource(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return { size, read: (start, end) => createReadStream(path, { start, end: end - 1 }) };
}

/** A folder that holds one file, under a name that need not be one of the disk. */
export function folderOfOne(name: string, { size, read }: ByteSource): Folder {
  return {
    label: name,
    entries: async () => [{ name, kind: 'file' }],
    folder: () => {
      throw new Error(`${name} holds no folders`);
    },
    files: async () => new Map([[name, size]]),
    read: () => read(0, size),
  };
}
