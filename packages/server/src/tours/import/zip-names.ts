import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry as ZipEntry } from 'yauzl';

/** The decoded name of an archive's entry. */
export interface ZipName {
  /** With `/` between folders and none at the end. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly hadBackslashes: boolean;
}

/** Encodings of names that are not UTF-8: archives of that kind do not say which one. */
export type NameEncoding = (typeof ENCODINGS)[number]['name'] | 'CP437';

/** In the order of preference where nothing else decides. CP437, which the format prescribes, decodes everything. */
const ENCODINGS = [
  { name: 'GB 18030', decoder: new TextDecoder('gb18030', { fatal: true }) },
  { name: 'Shift_JIS', decoder: new TextDecoder('shift_jis', { fatal: true }) },
  { name: 'Big5', decoder: new TextDecoder('big5', { fatal: true }) },
  { name: 'EUC-KR', decoder: new TextDecoder('euc-kr', { fatal: true }) },
  { name: 'EUC-JP', decoder: new TextDecoder('euc-jp', { fatal: true }) },
  { name: 'Windows-1252', decoder: new TextDecoder('windows-1252', { fatal: true }) },
] as const;

/** Info-ZIP's Unicode Path: version, CRC-32 of the plain name, the name in UTF-8. */
const UNICODE_PATH = 0x7075;

/**
 * The text of an entry's name if it is UTF-8; undefined where it has to be guessed. The flag for UTF-8 says nothing: archivers
 * leave it out, and some set it beside other encodings.
 */
function plainText({ fileNameRaw: raw, extraFields }: ZipEntry): string | undefined {
  const unicode = extraFields.find(({ id, data }) => id === UNICODE_PATH && data.length > 5 && data[0] === 1)?.data;
  if (unicode !== undefined && unicode.readUInt32LE(1) === crc32(raw) && isUtf8(unicode.subarray(5))) {
    return unicode.toString('utf8', 5);
  }
  return isUtf8(raw) ? raw.toString('utf8') : undefined;
}

/** Whether the encoding of an entry's name has to be guessed. */
export const isGuessed = (entry: ZipEntry): boolean => plainText(entry) === undefined;

/** Encodings in which all the names can be decoded, the preferred ones first; CP437 is the last. */
export function possibleEncodings(entries: readonly ZipEntry[]): readonly NameEncoding[] {
  const possible = ENCODINGS.filter(({ name }) =>
    entries.every(({ fileNameRaw }) => decoded(fileNameRaw, name) !== undefined),
  );
  return [...possible.map(({ name }) => name), 'CP437'];
}

/**
 * Decodes an entry's name. A backslash separates folders, as in archives made on Windows.
 * @param encoding Of names that are not UTF-8.
 */
export function zipName(entry: ZipEntry, encoding: NameEncoding): ZipName {
  const text = plainText(entry) ?? decoded(entry.fileNameRaw, encoding) ?? entry.fileNameRaw.toString('latin1');
  const slashed = text.replaceAll('\\', '/');
  return { name: slashed.replace(/\/$/, ''), isFolder: slashed.endsWith('/'), hadBackslashes: slashed !== text };
}

function decoded(raw: Buffer, encoding: NameEncoding): string | undefined {
  const known = ENCODINGS.find(({ name }) => name === encoding);
  if (known === undefined) return yauzl.getFileNameLowLevel(0, raw, [], true);
  try {
    const text = known.decoder.decode(raw);
    // No file name contains these characters: it is another encoding.
    return /[\u0080-\u009f\ue000-\uf8ff]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
