import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNpm } from '../scripts/ensure/npm.mjs';
import { root } from './service.ts';

const run = promisify(execFile);

/** Every package that is published, with what it must bring; packages/sdk has a suite of its own. */
const published: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': ['dist/index.js', 'dist/index.d.ts'],
  'packages/server': ['dist/index.js', 'dist/index.d.ts', 'migrations/0001-teams-and-apps.sql'],
  'packages/viewer': [
    'README.md',
    'dist/index.js',
    'dist/index.d.ts',
    'dist/element.js',
    'dist/element.d.ts',
    'dist/inside.js',
    'decoders/draco.js',
    'decoders/basis.js',
  ],
  'packages/portal': ['dist/index.html', 'dist/bot-check.js'],
  'packages/cli': ['README.md', 'bin/openhouse.mjs', 'dist/bin.js', 'dist/site/index.html'],
  demo: ['tours/demo-loft/vr-info.json'],
};

describe.each(Object.entries(published))('the packed %s', { tags: 'slow' }, (path, brings) => {
  let directory: string;
  let tarball: ArrayBuffer;
  let paths: string[];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'openhouse-pack-'));
    const args = [findNpm(), 'pack', '--json', '--pack-destination', directory];
    const { stdout } = await run(process.execPath, args, { cwd: join(root, path) });
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    paths = packed?.files.map((file) => file.path) ?? [];
    tarball = new Uint8Array(await readFile(join(directory, packed?.filename ?? ''))).buffer;
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test('holds what is run and the licence, and no tests and no notes of the build', () => {
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'package.json', ...brings]));
    expect(paths.filter((one) => /\.test\.|testing\/|tsbuildinfo|\.vite\/|\.env|\.openhouse/.test(one))).toEqual([]);
  });

  test('has the licence of the project', async () => {
    expect(await readFile(join(root, path, 'LICENSE'), 'utf8')).toBe(await readFile(join(root, 'LICENSE'), 'utf8'));
  });

  test('has nothing that publint would mention', async () => {
    const { messages } = await publint({ level: 'warning', strict: true, pack: { tarball } });
    expect(messages).toEqual([]);
  });

  test('pins what it depends on', async () => {
    const manifest = JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8')) as {
      version: string;
      dependencies?: Record<string, string>;
    };
    for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      if (name.startsWith('@openhouse/')) expect(version).toBe(manifest.version);
    }
  });
});

describe('the types of the viewer', () => {
  const dist = join(root, 'packages/viewer/dist');

  /** Packages that a file of types names, with all that it leads to. */
  function packagesOf(file: string, seen = new Set<string>()): string[] {
    if (seen.has(file)) return [];
    seen.add(file);
    const named = [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)].map(
      ([, name = '']) => name,
    );
    return named.flatMap((name) => {
      if (!name.startsWith('.')) return [name];
      const types = join(dirname(file), name.replace(/\.(ts|js)$/, '.d.ts'));
      return existsSync(types) ? packagesOf(types, seen) : [`${name}, which is not there`];
    });
  }

  test.each([
    ['index', ['@openhouse/contract']],
    ['element', ['@openhouse/contract']],
    ['react', ['@openhouse/contract', 'react']],
    ['vue', ['@openhouse/contract', 'vue']],
    // A part of Openhouse, which has them: the explorer hands models of three.js on.
    ['inside', ['@openhouse/contract', 'three']],
  ])('%s names no package whose types are not installed, such as three', (entry, allowed) => {
    expect(packagesOf(join(dist, `${entry}.d.ts`)).filter((name) => !allowed.includes(name))).toEqual([]);
  });
});
