import { expect, test } from 'vitest';
import { mediaTypeOf } from './media-type.ts';

test.each(['page.html', 'PAGE.HTM', 'page.xhtml', 'code.js', 'code.mjs', 'style.css', 'feed.xml', 'none', '.html'])(
  '%s is served as plain bytes: no browser shows or runs it',
  (file) => {
    expect(mediaTypeOf(file)).toBe('application/octet-stream');
  },
);

test('the ending counts in either case', () => {
  expect(mediaTypeOf('a/b.html/plan.SVG')).toBe('image/svg+xml');
});
