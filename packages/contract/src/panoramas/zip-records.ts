/** A file of an archive. */
export interface ZipFile {
  /** In the archive, with `/` between folders, in UTF-8. */
  readonly name: Uint8Array;
  readonly isDeflated: boolean;
  /** CRC-32 of its bytes. */
  readonly checksum: number;
  /** Bytes in the archive. */
  readonly packedBytes: number;
  readonly bytes: number;
}

/** Signatures and sizes of the parts of a .zip archive (APPNOTE 4.3). */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 46, 22];
/** The version that deflate needs, and the flag of names in UTF-8. */
const [VERSION, UTF8] = [20, 0x0800];
const [STORED, DEFLATED] = [0, 8];

/**
 * The records of a .zip archive around the bytes of its files. Sizes have 32 bits, which is more than a portal takes;
 * dates are left at their zero, so the same files give the same bytes.
 */
export function zipRecords() {
  const directory: Uint8Array[] = [];
  let count = 0;
  let offset = 0;
  return {
    /** @returns What stands before the bytes of a file. */
    startFile(file: ZipFile): Uint8Array<ArrayBuffer> {
      const local = record(LOCAL, LOCAL_BYTES, file.name);
      writeFacts(local.view, 4, file);
      const central = record(CENTRAL, CENTRAL_BYTES, file.name);
      central.view.setUint16(4, VERSION, true);
      writeFacts(central.view, 6, file);
      central.view.setUint32(42, offset, true);
      directory.push(central.bytes);
      count += 1;
      offset += local.bytes.length + file.packedBytes;
      return local.bytes;
    },
    /** @returns What stands after the last file. */
    end(): Uint8Array<ArrayBuffer> {
      const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
      const all = new Uint8Array(directoryBytes + END_BYTES);
      let at = 0;
      for (const one of directory) {
        all.set(one, at);
        at += one.length;
      }
      const { bytes, view } = record(END, END_BYTES, new Uint8Array());
      view.setUint16(8, count, true);
      view.setUint16(10, count, true);
      view.setUint32(12, directoryBytes, true);
      view.setUint32(16, offset, true);
      all.set(bytes, directoryBytes);
      return all;
    },
  };
}

function record(signature: number, size: number, name: Uint8Array) {
  const bytes = new Uint8Array(size + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  bytes.set(name, size);
  return { bytes, view };
}

/** The fields that both headers of a file have, in this order. */
function writeFacts(view: DataView, at: number, { name, isDeflated, checksum, packedBytes, bytes }: ZipFile): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, UTF8, true);
  view.setUint16(at + 4, isDeflated ? DEFLATED : STORED, true);
  view.setUint32(at + 10, checksum, true);
  view.setUint32(at + 14, packedBytes, true);
  view.setUint32(at + 18, bytes, true);
  view.setUint16(at + 22, name.length, true);
}
