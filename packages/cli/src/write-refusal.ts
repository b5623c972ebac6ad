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

/** The refusal of what could not be written; undefined for an error that is no such thing. */
export function writeRefusal(error: unknown): Refusal | undefined {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  const words = WORDS[code];
  if (words === undefined) return undefined;
  return new Refusal('CANNOT_WRITE', `${path ?? 'It'} cannot be written: ${words} (${code}).`);
}

/** The same in a sentence, for what was to be read or written; undefined for an error that is of no file. */
export function fileSentence(error: unknown): string | undefined {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  const words = WORDS[code];
  return words === undefined || path === undefined ? undefined : `${path} cannot be used: ${words} (${code}).`;
}

/** Why a file that somebody named cannot be read, as `no such file (ENOENT)`. */
export function readReason(error: unknown): string {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const words = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : WORDS[code];
  return words === undefined ? String(error) : `${words} (${code})`;
}
