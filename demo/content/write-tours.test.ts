import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { tours } from './tours.ts';
import { TOURS } from './wire/committed.ts';
import { differencesOf, pathsBelow } from './wire/files-of-bundle.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test.each(tours.map((bundle) => [bundle.code, bundle] as const))(
  '%s: the committed bundle is what the generator writes',
  (code, bundle) => {
    expect(differencesOf(bundle, join(TOURS, code))).toEqual([]);
  },
);

test('a changed, a missing and a strange file are named', () => {
  const [, studio] = tours;
  if (studio === undefined) throw new Error('there is no second tour');
  const folder = mkdtempSync(join(tmpdir(), 'openhouse-tours-'));
  folders.push(folder);
  cpSync(join(TOURS, studio.code), folder, { recursive: true });
  writeFileSync(join(folder, 'capture-info.json'), '{}');
  rmSync(join(folder, 'assets/model/studio.glb'));
  writeFileSync(join(folder, 'assets/notes.txt'), 'mine');
  expect(differencesOf(studio, folder)).toEqual([
    'demo-studio/capture-info.json differs from what the generator writes',
    'demo-studio/assets/model/studio.glb is missing',
    'demo-studio/assets/notes.txt belongs to nothing',
  ]);
});

test('there is no folder beside the tours that the generator knows', () => {
  const folders = new Set(pathsBelow(TOURS).map((path) => path.split('/')[0]));
  expect([...folders].sort()).toEqual(tours.map(({ code }) => code).sort());
});
