import { describe, expect, test } from 'vitest';
import { bytesSource, folderOfOne } from './byte-source.ts';
import { bounded, checkedListing, readWhole, tooMany } from './folder.ts';
import { importLimits, uploadLimits } from './limits.ts';
import { TourRefused } from './problem.ts';

const MEBIBYTE = 1024 * 1024;
const { fileBytes, tourBytes, tourFiles } = importLimits;
const manyFiles = (count: number) => new Map(Array.from({ length: count }, (_, index) => [`${index}`, 1]));
const problemOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof TourRefused) return error.problems;
    throw error;
  }
  return [];
};

describe('a listing', () => {
  test('has its files in the order of their names', () => {
    const names = ['b', 'a', 'a/b', 'C', 'á'];
    expect([...checkedListing('tour', new Map(names.map((name) => [name, 1]))).sizes.keys()]).toEqual(names.sort());
  });

  test.each<[string, Map<string, number>, string, string, string]>([
    [
      'a file',
      new Map([
        ['a', 1],
        ['b', fileBytes],
      ]),
      'b',
      'at most 64 MiB',
      'more',
    ],
    [
      'the whole',
      new Map(Array.from({ length: tourBytes / fileBytes }, (_, at) => [`${at}`, fileBytes])),
      'tour',
      'at most 256 MiB',
      'more',
    ],
    ['the number', manyFiles(tourFiles), 'tour', 'at most 50000 files', '50001'],
  ])('of the limit of %s is taken, and of one more refused', (what, sizes, file, expected, found) => {
    expect(checkedListing('tour', sizes).sizes.size).toBe(sizes.size);
    const beyond = new Map([...sizes, what === 'a file' ? ['b', fileBytes + 1] : ['one more', 1]]);
    expect(problemOf(() => checkedListing('tour', beyond))).toEqual([{ file, pointer: '', expected, found }]);
  });
});

test('more than was counted is said as such', () => {
  expect(tooMany('tour', 'more', 3, 'tours').problems).toEqual([
    { file: 'tour', pointer: '', expected: 'at most 3 tours', found: 'more' },
  ]);
});

describe('the bytes of a file', () => {
  const folder = (size: number, limits: object = {}) =>
    folderOfOne('a.json', bytesSource(Buffer.alloc(size, 'x')), { ...uploadLimits, ...limits });
  const read = async (size: number, limits: object) =>
    readWhole(folder(size, limits), 'a.json').then(
      ({ length }) => length,
      (error: TourRefused) =>
        error.problems.map(({ file, expected, found }) => `${file}: ${expected}, ${found}`).join(),
    );

  test.each([
    ['of JSON', { jsonBytes: MEBIBYTE, fileBytes: 2 * MEBIBYTE }],
    ['of a file', { jsonBytes: 2 * MEBIBYTE, fileBytes: MEBIBYTE }],
  ])('are read up to the limit %s, and not one more', async (_, limits) => {
    expect(await read(MEBIBYTE, limits)).toBe(MEBIBYTE);
    expect(await read(MEBIBYTE + 1, limits)).toBe('a.json: at most 1 MiB, more');
  });

  test('are counted over all chunks, and none beyond the limit is passed on', async () => {
    const passed: number[] = [];
    const chunks = (async function* () {
      for (const size of [2, 3, 1, 9]) yield new Uint8Array(size);
    })();
    const reading = (async () => {
      for await (const { length } of bounded(chunks, 'a', 5)) passed.push(length);
    })();
    await expect(reading).rejects.toThrow(TourRefused);
    expect(passed).toEqual([2, 3]);
  });
});
