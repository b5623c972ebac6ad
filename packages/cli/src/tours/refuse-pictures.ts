import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileKindOf } from '@openhouse/contract/panoramas';
import { UsageError } from '../command.ts';
import { type Filled, type Told, told } from '../told.ts';

/**
 * Points from pictures, which are no tour yet, to the command that makes one of them.
 * @throws {UsageError} For a picture, and for a folder that holds pictures and nothing that may be a tour.
 */
export async function refusePictures(paths: readonly string[], directory: string): Promise<void> {
  for (const named of paths) {
    const entries = await readdir(resolve(directory, named), { withFileTypes: true }).catch(() => undefined);
    if (entries === undefined && isPicture(named)) throw pictures(told`${named} is a picture`, told`its folder`);
    const isFolderOfPictures =
      entries?.some((entry) => isPicture(entry.name)) === true &&
      !entries.some((entry) => entry.isDirectory() || /\.(?:json|ndjson|jsonl|zip)$/i.test(entry.name));
    if (isFolderOfPictures) throw pictures(told`${named} holds pictures`, oneWord(named));
  }
}

/** @returns What a shell reads as this one word when it is pasted. */
const oneWord = (text: string): string =>
  /^[\p{L}\p{N}_./:-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

const isPicture = (name: string): boolean => fileKindOf(name) !== 'other';

const pictures = (what: Told, folder: Filled): UsageError =>
  new UsageError(told`${what}, and no tour. Make a tour of it with openhouse make-tour ${folder}, then import that.`);
