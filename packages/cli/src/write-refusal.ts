import { Refusal } from './command.ts';

/** What the system says of a disk that takes no more, in words. */
const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file is larger than is allowed',
  EROFS: 'the disk is read-only',
  EACCES: 'that is not allowed there',
  EPERM: 'that is not allowed there',
  EIO: 'the disk has failed',
  ENAMETOOLONG: 'the name is too long there',
};

/** The refusal of what could not be written; undefined for an error that is no such thing. */
export function writeRefusal(error: unknown): Refusal | undefined {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  const words = WORDS[code];
  if (words === undefined) return undefined;
  return new Refusal('CANNOT_WRITE', `${path ?? 'It'} cannot be written: ${words} (${code}).`);
}
