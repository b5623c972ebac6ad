import { Refusal } from './command.ts';

/** What the system says of a file or its disk, in words. */
const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file is larger than is allowed',
  EROFS: 'the disk is read-only',
  EACCES: 'that is not allowed there',
  EPERM: 'that is not allowed there',
  EIO: 'the disk has failed',
  ENAMETOOLONG: 'the name is too long there',
  ENOENT: 'a part of the path is missing',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file is in its place',
  EISDIR: 'a folder is in its place',
  EMFILE: 'this process may open no more files: see ulimit -n',
  ENFILE: 'this machine may open no more files',
  ENOTEMPTY: 'a folder is in its place',
  ELOOP: 'its links lead in a circle',
};

/** Whether a disk took no more. */
export const lacksRoom = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(Reflect.get(Object(error), 'code')));

/** What is wrong with the name of a file, or with what is in its place: other files of the same folder may do well. */
const OF_A_NAME: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'the name is too long there',
  EINVAL: 'the name has characters that are not taken there',
  EILSEQ: 'the name has characters that are not taken there',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file is in its place',
  EISDIR: 'a folder is in its place',
};

/** Why a disk takes no file of this name; undefined for an error that the next file would meet as well. */
export function nameReason(error: unknown): string | undefined {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return OF_A_NAME[code] && `${OF_A_NAME[code]} (${code})`;
}

/** An error of the system; one of a copy names what was read in `path`. */
interface FileError extends NodeJS.ErrnoException {
  readonly dest?: string;
}

/**
 * The refusal of what could not be written; undefined for an error that is no such thing.
 * @param into What was to be written: the system names no file where a disk has no room for more of one.
 */
export function writeRefusal(error: unknown, into: string): Refusal | undefined {
  const { code = '', path, dest } = (error ?? {}) as FileError;
  const words = WORDS[code];
  if (words === undefined) return undefined;
  return new Refusal('CANNOT_WRITE', `${(dest === undefined && path) || into} cannot be written: ${words} (${code}).`);
}

/** For `catch` of what writes a file. @throws {Refusal} What it could not write and why. */
export const unwritten =
  (file: string) =>
  (error: unknown): never => {
    throw writeRefusal(error, file) ?? error;
  };

/** The same in a sentence, for what was to be read or written; undefined for an error that is of no file. */
export function fileSentence(error: unknown): string | undefined {
  const { code = '', path, syscall } = (error ?? {}) as FileError;
  const words = WORDS[code];
  if (words === undefined || (path === undefined && syscall !== 'write')) return undefined;
  return path === undefined
    ? `A file cannot be written: ${words} (${code}).`
    : `${path} cannot be used: ${words} (${code}).`;
}

/** Why a file that somebody named cannot be read, as `no such file (ENOENT)`. */
export function readReason(error: unknown): string {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const words = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : WORDS[code];
  return words === undefined ? String(error) : `${words} (${code})`;
}
