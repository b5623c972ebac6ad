import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the committed bundles. */
export const TOURS = join(import.meta.dirname, '../../tours');

/** Folder of a tour's files. */
export function committedAssets(code: string): string {
  return join(TOURS, code, 'assets');
}

/** MD5 of a committed file, 32 hexadecimal digits, as "Point video data" carries it. */
export function md5OfCommitted(code: string, path: string): string {
  return createHash('md5')
    .update(readFileSync(join(committedAssets(code), path)))
    .digest('hex');
}
