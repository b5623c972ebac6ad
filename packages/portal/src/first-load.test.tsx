import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** What a browser may have to load before the dashboard shows: gzip, in units of 1,024 bytes. */
const SCRIPT_BUDGET_KIB = 170;
const STYLE_BUDGET_KIB = 25;

const built = join(import.meta.dirname, '../dist');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** @returns The files an entry loads, with everything it imports before it runs. */
function filesOf(manifest: Readonly<Record<string, Chunk>>, entry: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[entry];
  if (chunk === undefined) throw new Error(`The build has no ${entry}.`);
  if (files.has(chunk.file)) return files;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, files);
  return files;
}

const gzipKiB = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0) / 1024;

test.each(['apps/apps-page', 'sessions/sessions-page'])('the first load of %s stays inside its budget', (page) => {
  const manifestPath = join(built, '.vite/manifest.json');
  expect(existsSync(manifestPath), 'The pages are not built: run `npm run build`.').toBe(true);
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const files = new Set(['color-scheme.js']);
  for (const entry of ['index.html', 'src/languages/zh.ts', `src/pages/${page}.tsx`]) filesOf(manifest, entry, files);
  const scripts = gzipKiB([...files].filter((file) => file.endsWith('.js')));
  const styles = gzipKiB([...files].filter((file) => file.endsWith('.css')));
  console.info(`${page}: ${scripts.toFixed(1)} KiB of script, ${styles.toFixed(1)} KiB of style, gzip`);
  expect(scripts).toBeLessThanOrEqual(SCRIPT_BUDGET_KIB);
  expect(styles).toBeLessThanOrEqual(STYLE_BUDGET_KIB);
});
