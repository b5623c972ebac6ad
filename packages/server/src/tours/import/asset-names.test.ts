import { expect, test } from 'vitest';
import { servedNames } from './asset-names.ts';

const served = (paths: readonly string[], used: readonly string[]) => {
  const own = new Map(used.map((path) => [path, { file: 'vr-info.json', pointer: '/a', address: path }]));
  return servedNames(paths, {
    own,
    foreign: new Map(),
    firstForeign: undefined,
    copied: new Map(),
    firstCopied: undefined,
    lacksBase: false,
  });
};

test.each<[string, string, string[], string]>([
  ['a name that the tour uses stays', 'a.jpg', ['a.jpg', 'A.jpg'], 'a.jpg'],
  ['one that differs in capitals becomes what the tour uses', 'A.JPG', ['a.jpg'], 'a.jpg'],
  ['one that is decomposed becomes what the tour uses', 'e\u0301.jpg', ['\u00e9.jpg'], '\u00e9.jpg'],
  ['composition comes before capitals', 'e\u0301.jpg', ['\u00c9.jpg', '\u00e9.jpg'], '\u00e9.jpg'],
  ['of two that differ in capitals none is meant', 'AB.jpg', ['ab.jpg', 'Ab.jpg'], 'AB.jpg'],
  ['of three none is meant either', 'AB.jpg', ['ab.jpg', 'Ab.jpg', 'aB.jpg'], 'AB.jpg'],
  ['one that the tour does not use is composed', 'e\u0301.jpg', ['b.jpg'], '\u00e9.jpg'],
])('%s', (_, path, used, expected) => {
  expect(served([path], used).names.get(path)).toBe(expected);
});

test('a name that another file has is not taken from it', () => {
  const { names, notices } = served(['A.jpg', 'a.jpg'], ['a.jpg']);
  expect([...names]).toEqual([
    ['A.jpg', 'A.jpg'],
    ['a.jpg', 'a.jpg'],
  ]);
  expect(notices).toEqual([]);
});

test('of two files that differ in capitals from a name of the tour none is meant', () => {
  const { names, notices } = served(['A.JPG', 'a.Jpg'], ['a.jpg']);
  expect([...names]).toEqual([
    ['A.JPG', 'A.JPG'],
    ['a.Jpg', 'a.Jpg'],
  ]);
  expect(notices).toEqual([]);
});

test('of two files for one name the one with its capitals is meant, wherever it stands', () => {
  const [decomposed, capital] = ['e\u0301.jpg', '\u00c9.jpg'];
  for (const paths of [
    [decomposed, capital],
    [capital, decomposed],
  ])
    expect([paths, served(paths, ['\u00e9.jpg']).names.get(decomposed)]).toEqual([paths, '\u00e9.jpg']);
});

/** Each file compared with each name would be minutes. */
test('ten thousand files whose names differ from as many used ones in capitals alone', { timeout: 60_000 }, () => {
  const spelling = (number: number) =>
    [...'abcdefghijklmnop'].map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join('');
  const [found, used] = [0, 1].map((odd) => Array.from({ length: 10_000 }, (_, at) => spelling(2 * at + odd)));
  expect([...served(found ?? [], used ?? []).names.values()]).toEqual(found);
});
