import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainPage, plainPageHeaders } from './plain-page.ts';

const portal = join(import.meta.dirname, '../../../../portal');

test('a page brings the icon of the portal with it, and its policy lets that in', () => {
  const [, icon = ''] = /<link rel="icon" href="([^"]*)">/.exec(plainPage('en', 'nonce', 'Status', '')) ?? [];
  const [, svg = ''] = /^data:image\/svg\+xml,(.*)$/.exec(icon) ?? [];
  const drawing = (text: string) => [...text.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);
  expect(drawing(decodeURIComponent(svg))).toEqual(drawing(readFileSync(join(portal, 'public/favicon.svg'), 'utf8')));
  expect(plainPageHeaders('nonce')['content-security-policy']).toContain('; img-src data:;');
});
