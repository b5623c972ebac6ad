import { expect, test } from 'vitest';
import { coverAmong, madeAt, pictureAmong, summaryOf } from './summary.ts';

const picture = (path: string, size = 10) => ({ path, mediaType: 'image/jpeg', size });

test.each<[string, unknown, string | null]>([
  ['a relative address', 'pictures/cover.jpg', 'pictures/cover.jpg'],
  ['an address of this gateway', 'http://localhost:4001/files/demo/demo-loft/pictures/cover.jpg', 'pictures/cover.jpg'],
  ['a query behind it', 'https://cdn.example/x/cover.jpg?w=300#top', 'cover.jpg'],
  ['escaped characters', '/t/%E5%B0%81%E9%9D%A2.jpg', '封面.jpg'],
  ['a file that the tour does not have', 'https://cdn.example/other.jpg', null],
  ['part of a name only', 'https://cdn.example/mycover.jpg', null],
  ['a private file', 'private/cover.jpg', null],
  ['a private file in capitals', 'PRIVATE/cover.jpg', null],
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
    picture('PRIVATE/cover.jpg'),
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
    made: null,
    picture: null,
  });
  expect(summaryOf({}, [payload], []).observers).toBe(0);
  expect(summaryOf(null, [payload], [])).toMatchObject({ observers: 0, cover: null, made: null, picture: null });
});

test('takes cover and picture from either field, and the time that it was made', () => {
  const basics = { title_picture_url: 'https://cdn.example/a.jpg', picture_url: 'b.jpg', create_time: '2024-05-06' };
  expect(summaryOf(basics, [], [picture('b.jpg')])).toMatchObject({
    cover: 'b.jpg',
    picture: 'https://cdn.example/a.jpg',
    made: { written: '2024-05-06' },
  });
  const other = { picture_url: 'a.jpg', base_url: 'https://cdn.example/' };
  expect(summaryOf(other, [], [picture('a.jpg')])).toMatchObject({
    cover: 'a.jpg',
    picture: 'https://cdn.example/a.jpg',
  });
});

test.each([
  ['2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
  ['2024-05-06T07:08:09+08:00', '2024-05-05T23:08:09.000Z'],
  ['2024-05-06T07:08:09.5Z', '2024-05-06T07:08:09.500Z'],
  ['2024-05-06T07:08:09.123456789Z', '2024-05-06T07:08:09.123Z'],
  ['2024-05-06 07:08', '2024-05-06T07:08:00.000Z'],
  ['2024-05-06', '2024-05-06T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00+08:00', undefined],
  ['0000-12-31 23:59:59', undefined],
  ['9999-12-31 23:59:59', '9999-12-31T23:59:59.000Z'],
  ['9999-12-31T23:59:59-05:00', undefined],
  ['2024-13-40 07:08:09', undefined],
  ['yesterday', undefined],
  ['on 2024-05-06', undefined],
  ['2024-05-06\0', undefined],
  [1714979289, undefined],
  [null, undefined],
])('%j is when a tour was made: %s', (written, expected) => {
  expect(madeAt(written)?.at.toISOString()).toBe(expected);
});

test.each([
  ['https://cdn.example/a b.jpg', 'https://cdn.example/t/', 'https://cdn.example/a%20b.jpg'],
  ['https://cdn.example/a.jpg', undefined, 'https://cdn.example/a.jpg'],
  ['http://cdn.example/a.jpg', undefined, 'http://cdn.example/a.jpg'],
  ['images/a b.jpg', 'https://cdn.example/t/', 'https://cdn.example/t/images/a%20b.jpg'],
  ['//pictures.example/a.jpg', 'https://cdn.example/t/', 'https://pictures.example/a.jpg'],
  ['https://cdn.example/a b.jpg', undefined, 'https://cdn.example/a%20b.jpg'],
  ['images/a.jpg', undefined, null],
  ['images/a.jpg', 'files/', null],
  ['javascript:alert(1)', 'https://cdn.example/', null],
  ['', 'https://cdn.example/', null],
  [`https://cdn.example/${'a'.repeat(3000)}`, undefined, null],
  [7, 'https://cdn.example/', null],
])('the picture at %j from %j', (address, baseUrl, expected) => {
  expect(pictureAmong([address, undefined], baseUrl)).toBe(expected);
});
