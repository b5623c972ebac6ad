import { expect, test } from 'vitest';
import { filesOfBundle } from './files-of-bundle.ts';

const filesOf = filesOfBundle(new URL('https://homes.example.com/a/tour/assets/'), 'loft');
const here = (path: string) => `https://homes.example.com/a/tour/assets/${path}`;
const BASE = 'http://gateway.example.com/files/acme/loft/';

test.each([
  ['without a base', '', 'panorama/0.jpg', here('panorama/0.jpg')],
  ['below the base that a gateway gave', BASE, 'panorama/0.jpg', here('panorama/0.jpg')],
  ['below a folder of it', `${BASE}rooms`, '0.jpg', here('rooms/0.jpg')],
  ['below a relative base', 'rooms', '0.jpg', here('rooms/0.jpg')],
  ['under the whole address that a gateway gave', '', `${BASE}model/a%20b.glb?x=1`, here('model/a%20b.glb')],
  ['with what looks escaped in its name', '', `${BASE}a%2520b.jpg`, here('a%2520b.jpg')],
  ['under a name that an address has to escape', '', '客厅/100%.jpg', here('%E5%AE%A2%E5%8E%85/100%25.jpg')],
  ['where a leading slash or the folder itself is written', '', '/assets/0.jpg', here('0.jpg')],
])('a file is found %s', (_, base, address, found) => {
  expect(filesOf(base, address)).toMatchObject({ at: 'here', address: found });
});

test('a query of the folder goes with each of its files that has none', () => {
  const versioned = filesOfBundle(new URL('https://homes.example.com/a/tour/assets/?v=3'), 'loft');
  expect(versioned('', 'panorama/0.jpg')).toMatchObject({ address: `${here('panorama/0.jpg')}?v=3` });
});

test.each(['../../../x.jpg', '/../x.jpg', 'a/../../x.jpg', '%2e%2e/x.jpg'])('%s stays below the folder', (address) => {
  expect(filesOf('', address)).toMatchObject({ at: 'here', address: here('x.jpg') });
});

test.each([
  ['https://cdn.example.com/0.jpg', ''],
  ['//cdn.example.com/0.jpg', ''],
  ['0.jpg', 'https://cdn.example.com/tours'],
  ['https://cdn.example.com/files/acme/other/0.jpg', BASE],
])('%s below "%s" is at another host, which is not called', (address, base) => {
  expect(filesOf(base, address)).toEqual({ at: 'elsewhere', host: 'cdn.example.com' });
});

test.each(['', 'https://', '/', '..'])('"%s" leads to no file', (address) => {
  expect(filesOf('', address)).toEqual({ at: 'nowhere' });
});
