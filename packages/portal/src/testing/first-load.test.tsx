import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

/** What a browser may have to load before the dashboard shows: gzip, in units of 1,024 bytes. */
const SCRIPT_BUDGET_KIB = 170;
const STYLE_BUDGET_KIB = 25;
/** What the doll's house may add to that when it is opened: three.js, for the most part. */
const HOUSE_BUDGET_KIB = 160;

const built = join(import.meta.dirname, '../../dist');

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

function readManifest(): Readonly<Record<string, Chunk>> {
  const manifestPath = join(built, '.vite/manifest.json');
  expect(existsSync(manifestPath), 'The pages are not built: run `npm run build`.').toBe(true);
  return JSON.parse(readFileSync(manifestPath, 'utf8'));
}

const pages = ['apps/apps-page', 'sessions/sessions-page', 'tours/tours-page', 'explorer/explorer-page'] as const;

test.each(pages)('the first load of %s stays inside the budget', (page) => {
  const manifest = readManifest();
  const files = new Set(['color-scheme.js']);
  for (const entry of ['index.html', 'src/languages/zh.ts', `src/pages/${page}.tsx`]) filesOf(manifest, entry, files);
  const scripts = gzipKiB([...files].filter((file) => file.endsWith('.js')));
  const styles = gzipKiB([...files].filter((file) => file.endsWith('.css')));
  console.info(`${page}: ${scripts.toFixed(1)} KiB of script, ${styles.toFixed(1)} KiB of style, gzip`);
  expect(scripts).toBeLessThanOrEqual(SCRIPT_BUDGET_KIB);
  expect(styles).toBeLessThanOrEqual(STYLE_BUDGET_KIB);
});

describe('the viewer of tours', () => {
  const folder = 'src/pages/explorer';
  /** What the page loads before somebody looks at a model. */
  const before = () =>
    filesOf(readManifest(), `${folder}/tour-view.tsx`, filesOf(readManifest(), `${folder}/explorer-page.tsx`));

  test('loads the doll’s house after the page, inside its budget', () => {
    const page = before();
    const all = new Set(page);
    for (const part of ['open-model-stage', 'load-model']) {
      filesOf(readManifest(), `../viewer/src/model/${part}.ts`, all);
    }
    const houseKiB = gzipKiB([...all].filter((file) => !page.has(file) && file.endsWith('.js')));
    console.info(`doll's house ${houseKiB.toFixed(1)} KiB, gzip`);
    expect(houseKiB).toBeGreaterThan(50);
    expect(houseKiB).toBeLessThanOrEqual(HOUSE_BUDGET_KIB);
  });

  test('brings one copy of three', () => {
    const scripts = readdirSync(join(built, 'assets')).filter((file) => file.endsWith('.js'));
    // Every copy warns of others, in these words.
    const copies = scripts.map(
      (file) => readFileSync(join(built, 'assets', file), 'utf8').split('Multiple instances of Three.js').length - 1,
    );
    expect(copies.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});
