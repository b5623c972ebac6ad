import { expect, test } from 'vitest';
import type { Entry } from 'yauzl';
import { isGuessed, possibleEncodings, zipName } from './zip-names.ts';

/** 客厅.jpg, as programs on Chinese Windows write it. */
const gbk = Buffer.from([0xbf, 0xcd, 0xcc, 0xfc, ...Buffer.from('.jpg')]);
const entry = { fileNameRaw: gbk, generalPurposeBitFlag: 0, extraFields: [] } as unknown as Entry;

test('a name in GBK is guessed, and read as such where nothing else decides', () => {
  expect(isGuessed(entry)).toBe(true);
  const [first = 'CP437'] = possibleEncodings([entry]);
  expect(first).toBe('GB 18030');
  expect(zipName(entry, first).name).toBe('客厅.jpg');
});
