import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry as ZipEntry } from 'yauzl';

/** How the name of an archive's entry was read. */
export interface ZipName {
  /** With `/` between folders and none at the end. */
  readonly name: string;
  readonly isFolder: boolean;
  /** How it came, where that was not UTF-8: archives of that kind name no encoding. */
  readonly readAs: 'GB 18030' | 'CP437' | undefined;
  readonly hadBackslashes: boolean;
}

const UTF8_FLAG = 0x800;
/** Info-ZIP's Unicode Path: version, CRC-32 of the plain name, the name in UTF-8. */
const UNICODE_PATH = 0x7075;
const gb18030 = new TextDecoder('gb18030', { fatal: true });

/**
 * Reads an entry's name: UTF-8 where it is that, flag or not; otherwise GB 18030 where it decodes; otherwise CP437, which
 * the format names and which decodes everything. A backslash separates folders, as archives made on Windows mean it.
 */
export function zipName({ generalPurposeBitFlag, fileNameRaw, extraFields }: ZipEntry): ZipName {
  const { text, readAs } = decoded(fileNameRaw, generalPurposeBitFlag, extraFields);
  const slashed = text.replaceAll('\\', '/');
  return {
    name: slashed.replace(/\/$/, ''),
    isFolder: slashed.endsWith('/'),
    readAs,
    hadBackslashes: slashed !== text,
  };
}

function decoded(
  raw: Buffer,
  flags: number,
  extraFields: ZipEntry['extraFields'],
): { readonly text: string; readonly readAs: ZipName['readAs'] } {
  const unicode = extraFields.find(({ id, data }) => id === UNICODE_PATH && data.length > 5 && data[0] === 1)?.data;
  if (unicode !== undefined && unicode.readUInt32LE(1) === crc32(raw) && isUtf8(unicode.subarray(5))) {
    return { text: unicode.toString('utf8', 5), readAs: undefined };
  }
  if ((flags & UTF8_FLAG) !== 0 || isUtf8(raw)) return { text: raw.toString('utf8'), readAs: undefined };
  try {
    return { text: gb18030.decode(raw), readAs: 'GB 18030' };
  } catch {
    return { text: yauzl.getFileNameLowLevel(0, raw, [], true), readAs: 'CP437' };
  }
}
