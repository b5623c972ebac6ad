import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pathsBelow } from '../wire/files-of-bundle.ts';
import { adoptRenders, FINISHED } from './adopt-renders.ts';

let results: string;
let assets: string;

beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'openhouse-scene-'));
  assets = mkdtempSync(join(tmpdir(), 'openhouse-assets-'));
});
afterEach(() => {
  for (const folder of [results, assets]) rmSync(folder, { recursive: true });
});

function render(paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(results, path)), { recursive: true });
    writeFileSync(join(results, path), path);
  }
}

test('a finished run is moved, textures and all; what is no result stays', () => {
  render([...FINISHED, 'model/floor.jpg', 'notes.txt']);
  expect(adoptRenders(results, assets)).toHaveLength(FINISHED.length + 1);
  expect(pathsBelow(assets)).toEqual([...FINISHED, 'model/floor.jpg'].sort());
  expect(pathsBelow(results)).toEqual(['notes.txt']);
});

test('an unfinished run is left for the renderer', () => {
  render(FINISHED.slice(1));
  expect(adoptRenders(results, assets)).toEqual([]);
  expect(pathsBelow(results)).toHaveLength(FINISHED.length - 1);
});

test('without a run nothing happens', () => {
  expect(adoptRenders(join(results, 'none'), assets)).toEqual([]);
});
