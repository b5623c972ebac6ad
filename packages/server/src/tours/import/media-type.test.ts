import { expect, test } from 'vitest';
import { mediaTypeOf } from './media-type.ts';

test.each(['page.html', 'PAGE.HTM', 'page.xhtml', 'code.js', 'code.mjs', 'style.css', 'feed.xml', 'none', '.html'])(
  '%s is served as plain bytes: no browser shows or runs it',
  (file) => {
    expect(mediaTypeOf(file)).toBe('application/octet-stream');
  },
);

test.each(
  Object.entries({
    'image/avif': ['avif'],
    'image/gif': ['gif'],
    'image/jpeg': ['jpg', 'jpeg'],
    'image/ktx2': ['ktx2'],
    'image/png': ['png'],
    'image/svg+xml': ['svg'],
    'image/webp': ['webp'],
    'model/gltf+json': ['gltf'],
    'model/gltf-binary': ['glb'],
    'audio/mp4': ['m4a'],
    'audio/mpeg': ['mp3'],
    'audio/wav': ['wav'],
    'video/mp4': ['mp4'],
    'video/webm': ['webm'],
    'application/json': ['json'],
    'application/octet-stream': ['bin'],
    'application/pdf': ['pdf'],
    'text/plain; charset=utf-8': ['txt'],
  }),
)('%s is the type of %j', (mediaType, endings) => {
  for (const ending of endings) expect(mediaTypeOf(`a/b.${ending}`)).toBe(mediaType);
});

test('the ending counts in either case', () => {
  expect(mediaTypeOf('a/b.html/plan.SVG')).toBe('image/svg+xml');
});
