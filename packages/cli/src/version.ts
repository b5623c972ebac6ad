import { readFileSync } from 'node:fs';

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

const manifest = (): Manifest =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest;

/** Version of this program. */
export const version = (): string => manifest().version;

/** Oldest Node.js that the program is made for: `20.19`. */
export const leastNode = (): string => manifest().engines.node.replace(/^>=/, '');

/** How this program names itself to a portal or a gateway. */
export function userAgent(): string {
  return `openhouse/${version()} (${process.platform}; Node.js ${process.versions.node})`;
}
