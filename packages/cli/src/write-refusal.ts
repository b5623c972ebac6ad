import { Refusal } from './command.ts';
import { type Told, told } from './told.ts';

/** What the system says of a file or its disk, in words. */
const WORDS: Readonly<Record<string, Told>> = {
  ENOSPC: told`the disk is full`,
  EDQUOT: told`the quota of the disk is used up`,
  EFBIG: told`the file is larger than is allowed`,
  EROFS: told`the disk is read-only`,
  EACCES: told`that is not allowed there`,
  EPERM: told`that is not allowed there`,
  EIO: told`the disk has failed`,
  ENAMETOOLONG: told`the name is too long there`,
  ENOENT: told`a part of the path is missing`,
  ENOTDIR: told`a part of the path is a file`,
  EEXIST: told`a file is in its place`,
  EISDIR: told`a folder is in its place`,
  EMFILE: told`this process may open no more files: see ulimit -n`,
  ENFILE: told`this machine may open no more files`,
  ENOTEMPTY: told`a folder is in its place`,
  ELOOP: told`its links lead in a circle`,
};

/** Whether a disk took no more. */
export const lacksRoom = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(Reflect.get(Object(error), 'code')));

/** What is wrong with the name of a file, or with what is in its place: other files of the same folder may do well. */
const OF_A_NAME: Readonly<Record<string, Told>> = {
  ENAMETOOLONG: told`the name is too long there`,
  EINVAL: told`the name has characters that are not taken there`,
  EILSEQ: told`the name has characters that are not taken there`,
  ENOTDIR: told`a part of the path is a file`,
  EEXIST: told`a file is in its place`,
  EISDIR: told`a folder is in its place`,
};

/** Why a disk takes no file of this name; undefined for an error that the next file would meet as well. */
export function nameReason(error: unknown): Told | undefined {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const words = OF_A_NAME[code];
  return words && told`${words} (${code})`;
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
  return new Refusal(
    'CANNOT_WRITE',
    told`${(dest === undefined && path) || into} cannot be written: ${words} (${code}).`,
  );
}

/** For `catch` of what writes a file. @throws {Refusal} What it could not write and why. */
export const unwritten =
  (file: string) =>
  (error: unknown): never => {
    throw writeRefusal(error, file) ?? error;
  };

/** The same in a sentence, for what was to be read or written; undefined for an error that is of no file. */
export function fileSentence(error: unknown): Told | undefined {
  const { code = '', path, syscall } = (error ?? {}) as FileError;
  const words = WORDS[code];
  if (words === undefined || (path === undefined && syscall !== 'write')) return undefined;
  return path === undefined
    ? told`A file cannot be written: ${words} (${code}).`
    : told`${path} cannot be used: ${words} (${code}).`;
}

/** Why a file that somebody named cannot be read, as `no such file (ENOENT)`. */
export function readReason(error: unknown): Told {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const words =
    code === 'ENOENT' ? told`there is no such file` : code === 'EISDIR' ? told`it is a folder` : WORDS[code];
  return words === undefined ? told`${String(error)}` : told`${words} (${code})`;
}
