import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The largest of the real works of `@realsee/open-works`: 357 observers, 317 KB once it is minified. */
const FILE = 'real/pWLy9ndnVL73Xqja/work.json';

/** What the tours of the benchmarks are cut from. */
export interface Work {
  readonly observers: readonly unknown[];
  readonly panorama: { readonly list: readonly unknown[] };
  readonly [field: string]: unknown;
}

export function readRealWork(): Work {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json'));
  return JSON.parse(readFileSync(join(packageFolder, FILE), 'utf8')) as Work;
}

/** Writes a bundle of one file for each payload. @param bundles Folder of the bundles. */
export async function writeBundle(
  bundles: string,
  code: string,
  payloads: Readonly<Record<string, object>>,
): Promise<void> {
  await mkdir(join(bundles, code), { recursive: true });
  for (const [name, payload] of Object.entries(payloads)) {
    await writeFile(join(bundles, code, `${name}.json`), JSON.stringify(payload));
  }
}
