import type { Entry as ZipEntry, ZipFile } from 'yauzl';
import { type ByteSource, rangeOfSource } from './byte-source.ts';

/** Sizes of what the format puts at the end of an archive and before each entry of its list, in bytes. */
const [END_BYTES, ZIP64_LOCATOR_BYTES, ZIP64_END_BYTES, ENTRY_BYTES] = [22, 20, 56, 46];
const ZIP64_LOCATOR = 0x07064b50;
/** Of a ZIP64 end: what its own length leaves out. */
const ZIP64_END_HEAD_BYTES = 12;

/** What the end record of an archive says about its central directory. */
interface End {
  readonly count: number;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Refuses an archive in which programs find different files: some begin at the place that its end names, some count the bytes of
 * the list back from the end, some stop after the number of entries, and some read the ZIP64 end only where the older one has
 * no room. In an honest archive all lead to the same list.
 * @param listed What was found by place and number.
 * @throws {Error} in words that follow `found`.
 */
export async function requireOneList(source: ByteSource, file: ZipFile, listed: readonly ZipEntry[]): Promise<void> {
  const bytesAt = (start: number, length: number) => rangeOfSource(source, start, start + length);
  const endAt = source.size - END_BYTES - file.comment.length;
  const end = await bytesAt(endAt, END_BYTES);
  const short = { count: end.readUInt16LE(10), bytes: end.readUInt32LE(12), offset: end.readUInt32LE(16) };
  const locatorAt = endAt - ZIP64_LOCATOR_BYTES;
  const locator = locatorAt < 0 ? undefined : await bytesAt(locatorAt, ZIP64_LOCATOR_BYTES);
  const bytes = listed.reduce((sum, entry) => sum + ENTRY_BYTES + variableBytes(entry), 0);
  const isList = ({ count, offset, bytes: said }: End, until: number) =>
    count === listed.length && said === bytes && offset + bytes === until;
  if (locator?.readUInt32LE(0) !== ZIP64_LOCATOR) {
    if (!isList(short, endAt)) throw differently();
    return;
  }
  const longAt = Number(locator.readBigUInt64LE(8));
  const record = await bytesAt(longAt, ZIP64_END_BYTES);
  const number = (at: number) => Number(record.readBigUInt64LE(at));
  const long = { count: number(32), bytes: number(40), offset: number(48) };
  const agrees =
    [long.count, 0xffff].includes(short.count) &&
    [long.bytes, 0xffffffff].includes(short.bytes) &&
    [long.offset, 0xffffffff].includes(short.offset);
  const reachesLocator = longAt + ZIP64_END_HEAD_BYTES + number(4) === locatorAt;
  if (!agrees || !reachesLocator || !isList(long, longAt)) throw differently();
}

const variableBytes = ({ fileNameLength, extraFieldLength, fileCommentLength }: ZipEntry): number =>
  fileNameLength + extraFieldLength + fileCommentLength;

const differently = (): Error =>
  new Error('a list of files that does not fit its end, so that programs unpack different files; pack it again');
