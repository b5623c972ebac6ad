import { readFile } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { zipRecords } from '@openhouse/contract/panoramas';

/** A file that goes into an archive. */
export interface ZippedFile {
  /** In the archive, with `/` between folders. */
  readonly name: string;
  /** On the disk. */
  readonly path: string;
}

/** What shrinks; pictures and models are packed already. */
const SHRINKS = /\.(json|gltf|svg|txt|csv|obj|mtl)$/i;

/**
 * The bytes of a .zip archive, one file after the other: no more than one of them is held in memory.
 * @param unread Throws what is told of a file that cannot be read; the system's own error without it.
 */
export async function* zipStream(
  files: readonly ZippedFile[],
  unread: (name: string, error: unknown) => never = (_, error) => {
    throw error;
  },
): AsyncGenerator<Uint8Array> {
  const records = zipRecords();
  for (const { name, path } of files) {
    const bytes = await readFile(path).catch((error: unknown) => unread(name, error));
    const isDeflated = SHRINKS.test(name);
    const packed = isDeflated ? deflateRawSync(bytes) : bytes;
    yield records.startFile({
      name: Buffer.from(name),
      isDeflated,
      checksum: crc32(bytes),
      packedBytes: packed.length,
      bytes: bytes.length,
    });
    yield packed;
  }
  yield records.end();
}
