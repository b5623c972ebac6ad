import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNpm } from '../ensure/npm.mjs';
import { writeSbom } from './sbom.mjs';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhouse-sbom-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A package of its own, packed in a folder of this name. */
async function packed(place: string): Promise<{ tarball: string; directory: string }> {
  const directory = join(folder, place);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'package.json'), '{"name":"alone","version":"1.2.3","license":"MIT"}');
  execFileSync(process.execPath, [findNpm(), 'pack', '--silent'], { cwd: directory });
  return { tarball: join(directory, 'alone-1.2.3.tgz'), directory };
}

test('the same packages give the same bytes, wherever and whenever they were packed', { tags: 'slow' }, async () => {
  const texts: string[] = [];
  for (const place of ['here', 'elsewhere/below']) {
    const { tarball, directory } = await packed(place);
    texts.push(await readFile(await writeSbom('1.2.3', [tarball], directory), 'utf8'));
  }
  const [first = '', second] = texts;
  expect(second).toBe(first);
  expect(JSON.parse(first)).toMatchObject({
    bomFormat: 'CycloneDX',
    components: [{ name: 'alone', version: '1.2.3' }],
  });
  expect(first).not.toContain(tmpdir());
});
