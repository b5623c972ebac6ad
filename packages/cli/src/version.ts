import { readFileSync } from 'node:fs';

/** Version of this program. */
export function version(): string {
  const manifest = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** How this program names itself to a portal or a gateway. */
export function userAgent(): string {
  return `openhouse/${version()} (${process.platform}; Node.js ${process.versions.node})`;
}
