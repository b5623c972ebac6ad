import { readFile } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';

/** A file that goes into an archive. */
export interface ZippedFile {
  /** In the archive, with `/` between folders. */
  readonly name: string;
  /** On the disk. */
  readonly path: string;
}

/** Signatures and sizes of the parts of a .zip archive (APPNOTE 4.3). */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 46, 22];
/** The version that deflate needs, and the flag of names in UTF-8. */
const [VERSION, UTF8] = [20, 0x0800];
const [STORED, DEFLATED] = [0, 8];
/** What shrinks; pictures and models are packed already. */
const SHRINKS = /\.(json|gltf|svg|txt|csv|obj|mtl)$/i;

/**
 * The bytes of a .zip archive, one file after the other: no more than one of them is held in memory. Sizes have 32 bits,
 * which is more than a portal takes; dates are left at their zero, so the same files give the same bytes.
 */
export async function* zipStream(files: readonly ZippedFile[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, path } of files) {
    const bytes = await readFile(path);
    const method = SHRINKS.test(name) ? DEFLATED : STORED;
    const packed = method === DEFLATED ? deflateRawSync(bytes) : bytes;
    const nameBytes = Buffer.from(name);
    const facts = { method, checksum: crc32(bytes), packed: packed.length, size: bytes.length };
    const local = Buffer.concat([localHeader(nameBytes.length, facts), nameBytes]);
    yield local;
    yield packed;
    directory.push(centralHeader(nameBytes.length, facts, offset), nameBytes);
    offset += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  yield central;
  yield endRecord(files.length, central.length, offset);
}

interface FileFacts {
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
}

/** The fields that both headers of a file have, in this order. */
function writeFacts(header: Buffer, at: number, nameLength: number, facts: FileFacts): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(UTF8, at + 2);
  header.writeUInt16LE(facts.method, at + 4);
  header.writeUInt32LE(facts.checksum, at + 10);
  header.writeUInt32LE(facts.packed, at + 14);
  header.writeUInt32LE(facts.size, at + 18);
  header.writeUInt16LE(nameLength, at + 22);
}

function localHeader(nameLength: number, facts: FileFacts): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  writeFacts(header, 4, nameLength, facts);
  return header;
}

function centralHeader(nameLength: number, facts: FileFacts, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(VERSION, 4);
  writeFacts(header, 6, nameLength, facts);
  header.writeUInt32LE(offset, 42);
  return header;
}

function endRecord(count: number, directoryBytes: number, offset: number): Buffer {
  const record = Buffer.alloc(END_BYTES);
  record.writeUInt32LE(END, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
