import { expect, test } from 'vitest';
import { coverAmong, summaryOf } from './summary.ts';

const picture = (path: string, size = 10) => ({ path, mediaType: 'image/jpeg', size });

test.each<[string, unknown, string | null]>([
  ['a relative address', 'pictures/cover.jpg', 'pictures/cover.jpg'],
  ['an address of this gateway', 'http://localhost:4001/files/demo/demo-loft/pictures/cover.jpg', 'pictures/cover.jpg'],
  ['a query behind it', 'https://cdn.example/x/cover.jpg?w=300#top', 'cover.jpg'],
  ['escaped characters', '/t/%E5%B0%81%E9%9D%A2.jpg', '封面.jpg'],
  ['a file that the tour does not have', 'https://cdn.example/other.jpg', null],
  ['part of a name only', 'https://cdn.example/mycover.jpg', null],
  ['a private file', 'private/cover.jpg', null],
  ['a file that is no picture', 'model.glb', null],
  ['a picture too large for a list', 'huge.jpg', null],
  ['no address at all', 'http://[', null],
  ['a number', 7, null],
])('a cover by %s', (_, address, expected) => {
  const files = [
    picture('cover.jpg'),
    picture('pictures/cover.jpg'),
    picture('封面.jpg'),
    picture('private/cover.jpg'),
    picture('huge.jpg', 5 * 1024 * 1024),
    { path: 'model.glb', mediaType: 'model/gltf-binary', size: 10 },
  ];
  expect(coverAmong(files, [address])).toBe(expected);
});

test('the title picture comes first, the other one stands in for it', () => {
  const files = [picture('a.jpg'), picture('b.jpg')];
  expect(coverAmong(files, ['b.jpg', 'a.jpg'])).toBe('b.jpg');
  expect(coverAmong(files, ['gone.jpg', 'a.jpg'])).toBe('a.jpg');
});

test('counts bytes and viewpoints; a model has none', () => {
  const json = Buffer.from('{"a":1}');
  const payload = { op: 1, json, value: {}, slices: undefined, records: [] };
  expect(summaryOf({ observers: [{}, {}] }, [payload, payload], [picture('a.jpg', 100)])).toEqual({
    sizeBytes: 114,
    observers: 2,
    cover: null,
  });
  expect(summaryOf({}, [payload], []).observers).toBe(0);
});
