import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** A page without its fenced and inline code, where brackets are no links. */
const proseOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, 'code');

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('there are pages to look at', () => expect(pages.length).toBeGreaterThan(60));

test.each(pages)('every link of %s leads to a file and a heading that are there', (page) => {
  const prose = proseOf(join(root, page));
  // Pictures for light and dark themes are HTML.
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset)="([^"]+)"/g)].map(
    ([, href, picture]) => href ?? picture ?? '',
  );
  const broken = links.filter((href) => {
    if (/^(https?|mailto):/.test(href)) return false;
    const [path = '', anchor] = href.split('#');
    const target = path === '' ? join(root, page) : join(root, dirname(page), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
  expect(broken).toEqual([]);
});

test('every link of the portal into its docs leads to a page', () => {
  const listed = execFileSync('git', ['ls-files', 'packages/portal/src/*.ts', 'packages/portal/src/*.tsx'], {
    cwd: root,
  });
  const sources = listed
    .toString()
    .split('\n')
    .filter((file) => file !== '' && !file.includes('.test.'));
  const named = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/["'`]\/docs\/([a-z][a-z/-]*)["'`#?]/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(named).toContain('viewer-on-your-site');
  // The console is a page of the docs that no file is behind.
  const isThere = (name: string) =>
    name === 'console' ||
    existsSync(`${join(root, 'docs', name.startsWith('reference/') ? name : `guides/${name}`)}.md`);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
