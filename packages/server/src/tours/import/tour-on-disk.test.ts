import { describe, expect, test } from 'vitest';
import { ImportPathError } from './find-tours.ts';
import { basics, useDirectory } from './testing/bundle.ts';
import { tourOnDisk } from './tour-on-disk.ts';

const directory = useDirectory();
const read = async (content: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('a tour on a disk', () => {
  const files = {
    'VR-Info.json': {
      code: 0,
      data: basics('loft', {
        base_url: 'https://gateway.example.com/files/acme/loft/rooms/',
        picture_url: 'https://cdn.example.com/a.jpg',
      }),
    },
    'hot-list.json': { tagList: [{ id: 1, url: 'https://cdn.example.com/b.jpg' }] },
    'capture-info.json': {},
    'assets/rooms/1 front.jpg': 'front',
    'notes.txt': 'x',
  };

  test('is read as an import reads it: payloads without their wrapping, files, and where addresses lead', async () => {
    const tour = await tourOnDisk(await directory.write(files));
    expect([tour.code, tour.name]).toEqual(['loft', 'Tour loft']);
    expect([...tour.payloads.keys()].sort()).toEqual(['capture-info', 'hot-list', 'vr-info']);
    expect(JSON.parse(tour.payloads.get('vr-info')?.toString() ?? '')).toMatchObject({ resource_code: 'loft' });
    expect([...tour.files]).toEqual([['rooms/1 front.jpg', 5]]);
    expect(await read(tour.read('rooms/1 front.jpg'))).toBe('front');
    expect(() => tour.read('rooms/2.jpg')).toThrow('The tour has no file rooms/2.jpg.');
    const addresses = {
      '1%20front.jpg': 'rooms/1 front.jpg',
      '/../../2.jpg': '2.jpg',
      'https://other.example.com/files/acme/loft/3.jpg': '3.jpg',
      'https://cdn.example.com/a.jpg': undefined,
    };
    for (const [address, path] of Object.entries(addresses))
      expect([address, tour.pathOf(address)]).toEqual([address, path]);
    const hosts = (operations: string[]) =>
      [...tour.namedBy(operations).elsewhere].map(([host, there]) => [host, there.size]);
    expect(hosts(['vr-info'])).toEqual([['cdn.example.com', 1]]);
    expect(hosts(['vr-info', 'hot-list', 'ruler-list'])).toEqual([['cdn.example.com', 2]]);
  });

  test('has the files of a bundle without base_url where it has them', async () => {
    const tour = await tourOnDisk(await directory.write({ 'vr-info.json': basics('hut'), 'assets/a.jpg': 'a' }));
    expect(['a.jpg', './assets/a.jpg'].map(tour.pathOf)).toEqual(['a.jpg', 'a.jpg']);
  });

  test.each([
    ['holds no tour: name a bundle', { 'notes.txt': 'x' }],
    ['holds several tours, such as', { 'a/vr-info.json': basics('a'), 'b/vr-info.json': basics('b') }],
    ['cannot be read as a tour:\n  vr-info.json', { 'vr-info.json': '[1]' }],
  ])('is refused where it %s', async (why, wrong) => {
    const refused = await tourOnDisk(await directory.write(wrong)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportPathError);
    expect((refused as Error).message).toContain(why);
  });
});
