import { StoreError } from '../database.ts';

/** @param how What is wrong with the store in the folder, as the rest of a sentence. */
export function damagedStore(directory: string, how: string, cause?: unknown): StoreError {
  const remedy =
    'Stop every process that uses it, move this folder away, and put a backup of it in its place; without one, start anew and import the tours again';
  return new StoreError(`The embedded store in ${directory} ${how}. ${remedy}.`, { cause });
}
