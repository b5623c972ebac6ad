import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { SAMPLE_TOUR_PATH } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import { mediaTypeOf } from '../../tours/import/media-type.ts';
import { embedReads } from '../embeds/rules.ts';
import { isShownFile } from '../explorer/rules.ts';
import { PortalError } from '../http/portal-error.ts';
import { demoTours } from './facts.ts';

/** Seconds that browsers and caches in front reuse a file: it changes with the program alone. */
const MAX_AGE_S = 3600;

/**
 * Serves the demo's loft for the landing page, as the bundle that lies with the program (decision 0195): the reads that the viewer makes,
 * pictures and models. The files are listed at the start, so that no request names a path on the disk.
 *
 * @param bundles Folder of the demo's bundles; without the loft nothing is served.
 */
export function sampleTourRoutes(app: FastifyInstance, bundles: string): void {
  const [code] = demoTours;
  const folder = join(bundles, code);
  if (!existsSync(folder)) return;
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join('/');
    if (entry.isFile() && isShown(path)) files.set(path, file);
  }
  app.get<{ readonly Params: { readonly '*': string } }>(
    `${SAMPLE_TOUR_PATH}/*`,
    { exposeHeadRoute: true, config: { uncounted: true } },
    async ({ params: { '*': path } }, reply) => {
      const file = files.get(path);
      if (file === undefined) throw new PortalError('NOT_FOUND');
      return reply.headers({ ...HEADERS, 'content-type': mediaTypeOf(path) }).send(await readFile(file));
    },
  );
}

const HEADERS = {
  'cache-control': `public, max-age=${MAX_AGE_S}`,
  // A drawing that is opened by itself runs nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const;

const READS: readonly string[] = ['vr-info', ...embedReads].map((name) => `${name}.json`);

function isShown(path: string): boolean {
  const asset = path.startsWith('assets/') ? path.slice('assets/'.length) : undefined;
  return asset === undefined ? READS.includes(path) : isShownFile(asset, mediaTypeOf(asset));
}
