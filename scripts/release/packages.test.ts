import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { checkout } from '../test/checks.mjs';
import { DOCS, evenModes } from './packages.mjs';

const pages = DOCS.flatMap((path) =>
  statSync(join(checkout, path)).isDirectory()
    ? readdirSync(join(checkout, path), { encoding: 'utf8', recursive: true }).map((name) => join(path, name))
    : [path],
).filter((path) => path.endsWith('.md'));

test('there are guides, the reference and the changelog', () =>
  expect(pages).toEqual(
    expect.arrayContaining(['CHANGELOG.md', 'docs/guides/zh/sdk.md', 'docs/reference/errors.md', 'docs/versioning.md']),
  ));

// Each leads to a file: links.test.ts.
test.each(pages)('%s links to nothing that the packages do not bring', (page) => {
  const text = readFileSync(join(checkout, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const targets = [...text.matchAll(/\]\((?!\w+:|#|\/)([^)#\s]+)/g)].map(([, link = '']) =>
    normalize(join(dirname(page), link)),
  );
  const isBrought = (target: string) => DOCS.some((path) => target === path || target.startsWith(`${path}/`));
  expect(targets.filter((target) => !isBrought(target))).toEqual([]);
});

test('modes of files are what git keeps of them, whatever the umask left', () => {
  const directory = mkdtempSync(join(tmpdir(), 'openhouse-modes-'));
  try {
    mkdirSync(join(directory, 'bin'), { mode: 0o700 });
    for (const [name, mode] of Object.entries({ 'read.md': 0o600, 'bin/run': 0o700, 'bin/shared': 0o664 })) {
      writeFileSync(join(directory, name), '');
      chmodSync(join(directory, name), mode);
    }
    evenModes(directory);
    const modes = ['bin', 'read.md', 'bin/run', 'bin/shared'].map(
      (name) => statSync(join(directory, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o755, 0o644, 0o755, 0o644]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
