import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

export interface StaticHost {
  /** With a slash at its end. */
  readonly address: string;
  close(): void;
}

/**
 * A host that sends files and knows nothing else, on loopback.
 * @param below Where the directory lies in its addresses, as in `/some/where/`.
 */
export async function staticHost(directory: string, below: string): Promise<StaticHost> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
    const path = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const isBelow = path.startsWith(below);
    const file = normalize(join(directory, path.slice(below.length)));
    const found = isBelow && file.startsWith(directory) ? await readFile(file).catch(() => undefined) : undefined;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': type }).end(found ?? 'Not found.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}${below}`, close: () => server.close() };
}
