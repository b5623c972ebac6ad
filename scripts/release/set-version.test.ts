import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, makeFixture } from '../test/fixture.ts';
import { runQuietly } from '../test/run-quietly.mjs';
import { publishedPackages } from './packages.mjs';

const checkout = join(import.meta.dirname, '../..');
const read = (directory: string, path: string) => readFileSync(join(directory, path), 'utf8');

const manifests = ['package.json', 'demo/scene/package.json'].concat(
  publishedPackages(checkout).map(({ path }) => `${path}/package.json`),
);
const locks = ['package-lock.json', 'demo/scene/package-lock.json'];
const before = (JSON.parse(read(checkout, 'package.json')) as { version: string }).version;

let fixture: Fixture;
beforeAll(() => {
  fixture = makeFixture('scripts', ...manifests, ...locks);
});
afterAll(() => fixture.remove());

test('npm run set-version changes the version of all packages, their pins of each other, and nothing else', {
  tags: 'slow',
}, async () => {
  const { ended, output } = await runQuietly(['scripts/set-version.mjs', '7.8.9-rc.1'], fixture.directory);
  expect(ended, output).toBe(true);
  // Our packages are named in the line itself or, in a lock file, in the line that begins their entry.
  const isOurs = (lines: readonly string[], index: number) =>
    /"version"/.test(lines[index] ?? '')
      ? !/node_modules\//.test(lines.slice(Math.max(0, index - 2), index).join())
      : /"(@openhouse\/\w+|openhouse)": "/.test(lines[index] ?? '');
  for (const path of [...manifests, ...locks]) {
    const lines = read(checkout, path).split('\n');
    const expected = lines.map((line, index) =>
      isOurs(lines, index) ? line.replace(`"${before}"`, '"7.8.9-rc.1"') : line,
    );
    expect(expected.join('\n'), path).toContain('"7.8.9-rc.1"');
    expect(read(fixture.directory, path), path).toBe(expected.join('\n'));
  }
});

test.each(['', 'v1.2.3', '1.2', 'latest'])('npm run set-version refuses %j', async (version) => {
  const { ended, output } = await runQuietly(['scripts/set-version.mjs', version], fixture.directory);
  expect(ended).toBe(false);
  expect(output).toContain('Say which version');
});
