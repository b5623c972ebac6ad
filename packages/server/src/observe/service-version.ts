import { readFileSync } from 'node:fs';

/** @returns The version of this package. */
export function serviceVersion(): string {
  const manifest = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
