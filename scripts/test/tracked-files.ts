import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const checkout = join(import.meta.dirname, '../..');

export function read(path: string): string {
  return readFileSync(join(checkout, path), 'utf8');
}

/** Files that git tracks and that exist, from the root of the checkout. */
export const trackedFiles = execFileSync('git', ['ls-files', '-z'], { cwd: checkout, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(checkout, path)));

export const textFiles = trackedFiles.filter(
  (path) => !/\.(png|jpe?g|webp|webm|wav|avif|ico|woff2?|glb|mp[34]|zip|bin|gz)$/.test(path),
);
