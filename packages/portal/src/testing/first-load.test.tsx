import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

/** What a browser may have to load before the dashboard shows: gzip, in units of 1,024 bytes. */
const SCRIPT_BUDGET_KIB = 170;
const STYLE_BUDGET_KIB = 25;
/** What looking at a tour may add to that: the panorama viewer, and the doll's house when it is opened. */
const VIEWER_BUDGET_KIB = 191;
const HOUSE_BUDGET_KIB = 27;

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
  /** What the page loads before it needs the viewer. */
  const before = () =>
    filesOf(readManifest(), `${folder}/tour-view.tsx`, filesOf(readManifest(), `${folder}/explorer-page.tsx`));
  const added = (entries: readonly string[], has: ReadonlySet<string>) => {
    const all = new Set(has);
    for (const entry of entries) filesOf(readManifest(), `${folder}/${entry}`, all);
    return [...all].filter((file) => !has.has(file) && file.endsWith('.js'));
  };

  test('comes after the page, inside its budget; the doll’s house adds little', () => {
    const page = before();
    const viewer = added(['panorama/open-panorama.ts'], page);
    const house = added(['model/open-model-stage.ts', 'model/load-model.ts'], new Set([...page, ...viewer]));
    const [viewerKiB, houseKiB] = [gzipKiB(viewer), gzipKiB(house)];
    console.info(`viewer ${viewerKiB.toFixed(1)} KiB, doll's house ${houseKiB.toFixed(1)} KiB, gzip`);
    expect(viewerKiB).toBeGreaterThan(50);
    expect(viewerKiB).toBeLessThanOrEqual(VIEWER_BUDGET_KIB);
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
