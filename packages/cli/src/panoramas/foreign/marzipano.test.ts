import { expect, test } from 'vitest';
import { readMarzipano } from './marzipano.ts';

test('a data.js may be edited by hand', () => {
  const { name, scenes } = readMarzipano(`/* {Our house} */
    window.APP_DATA = {
      name: 'Our house',
      scenes: [
        { id: '0-hall', name: "Hall", levels: [{ tileSize: 256, size: 256 }], linkHotspots: [], }, // the first one
      ],
    };
    if (typeof module !== 'undefined') { module.exports = window.APP_DATA; }`);
  expect([name, scenes.map(({ key }) => key)]).toEqual(['Our house', ['0-hall']]);
});
