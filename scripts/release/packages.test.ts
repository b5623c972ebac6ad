import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { checkout } from '../test/checks.mjs';
import { DOCS } from './packages.mjs';

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
