import { expect, test } from 'vitest';
import { decodedText } from './decoded-text.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const GBK = Buffer.from([0xb4, 0xf3, 0xcc, 0xfc]);

test.each([
  ['UTF-8', Buffer.from('大厅'), '大厅'],
  ['UTF-8 with its mark', Buffer.from('\ufeff大厅'), '大厅'],
  ['UTF-16', utf16('大厅'), '大厅'],
  ['UTF-16, the other way round', utf16('大厅').swap16(), '大厅'],
  ['what Chinese editors write', GBK, '大厅'],
  [
    'what XML says it is in',
    Buffer.concat([Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?>'), Buffer.from([0x8c, 0xba, 0x8a, 0xd6])]),
    '<?xml version="1.0" encoding="Shift_JIS"?>玄関',
  ],
  ['XML in what nobody knows', Buffer.concat([Buffer.from('<?xml encoding="x-none"?>'), GBK]), '<?xml encoding="x-none"?>大厅'], // biome-ignore format: a row each
])('reads %s', (_, bytes, text) => {
  expect(decodedText(bytes)).toBe(text);
});
