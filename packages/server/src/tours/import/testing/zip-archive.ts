import { crc32, deflateRawSync } from 'node:zlib';

/** A file or folder of an archive, including what no honest archiver writes. */
export interface ArchiveEntry {
  /** Bytes where it is not UTF-8. */
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** Unix mode with the type of the file; none unless given. */
  readonly mode?: number;
  /** 0 stored, 8 deflated. */
  readonly method?: number;
  readonly flags?: number;
  /** False claims about the unpacked size and checksum. */
  readonly claimedSize?: number;
  readonly claimedChecksum?: number;
  /** The name before the bytes, where it is another one than in the archive's list. */
  readonly localName?: string;
  /** Extra fields in the archive's list. */
  readonly extra?: Buffer;
  /** Text about the file in the archive's list. */
  readonly comment?: string;
  /** Sizes and checksum stand behind the bytes, as programs write that do not know them before. */
  readonly sizesBehind?: true;
  /** Where the list says that the file begins. */
  readonly claimedOffset?: number;
}

/** @returns The bytes of a .zip archive. */
export function zipArchive(entries: readonly ArchiveEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, content = '', mode = 0, method = 8, claimedSize, claimedChecksum, extra = Buffer.alloc(0) } = entry;
    const { flags = entry.sizesBehind ? 0x808 : 0x800 } = entry;
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(claimedChecksum ?? crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const before = Buffer.from(common);
    const localName = Buffer.from(entry.localName ?? nameBytes);
    before.writeUInt16LE(localName.length, 22);
    const behind = entry.sizesBehind ? [Buffer.from('PK\x07\x08'), common.subarray(10, 22)] : [];
    if (entry.sizesBehind) before.fill(0, 10, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), before, localName, packed, ...behind]);
    common.writeUInt16LE(extra.length, 24);
    const comment = Buffer.from(entry.comment ?? '');
    const tail = Buffer.alloc(14);
    tail.writeUInt16LE(comment.length, 0);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(entry.claimedOffset ?? offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, tail, nameBytes, extra, comment]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
