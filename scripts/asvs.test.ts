import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkout, read } from './test/tracked-files.ts';

/* The ledger of the ASVS 5.0.0 has a row for each requirement, and what it names as shown is there. */

/** Levels of the requirements of each section, in their order: a digit each. */
const SECTIONS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

/** Every requirement with its level, in the order of the standard. */
const requirements = Object.entries(SECTIONS).flatMap(([section, levels]) =>
  [...levels].map((level, at) => [`${section}.${at + 1}`, level] as const),
);

interface Row {
  readonly numbers: readonly string[];
  /** As the page says them. */
  readonly levels: string;
  readonly state: string;
  readonly why: string;
  readonly shown: string;
  /** What it names in `shown`. */
  readonly tests: readonly { readonly path: string; readonly words: string }[];
}

const TEST = /`([^`]+)`: "([^"]+)"/g;

function rowOf(line: string): Row {
  const [, numbers = '', levels = '', , state = '', why = '', shown = ''] = line.split('|').map((cell) => cell.trim());
  const tests = [...shown.matchAll(TEST)].map(([, path = '', words = '']) => ({ path, words }));
  return { numbers: numbersIn(numbers), levels, state, why, shown, tests };
}

/** `1.2.6–1.2.8` is three numbers of a section. */
function numbersIn(cell: string): string[] {
  const [first = '', last = first] = cell.split('–');
  const [section, from, to] = [first.replace(/\.\d+$/, ''), numberOf(first), numberOf(last)];
  return Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`);
}

const numberOf = (number: string): number => Number(number.split('.').at(-1));

const page = read('docs/security/asvs.md');
const lines = page.split('\n').filter((line) => /^\| \d/.test(line));
const rows = lines.map(rowOf);
const named = (which: (row: Row) => boolean): string[] => rows.filter(which).map(({ numbers }) => numbers.join(', '));

test('the standard has 70 requirements of level 1, 183 of level 2 and 92 of level 3', () => {
  const count = (level: string) => requirements.filter(([, its]) => its === level).length;
  expect([count('1'), count('2'), count('3')]).toEqual([70, 183, 92]);
});

describe('the ledger', () => {
  test('has every requirement once, in order, below the heading of its chapter', () => {
    expect(rows.flatMap(({ numbers }) => numbers)).toEqual(requirements.map(([number]) => number));
    const chapters = page.split(/^## V/m).slice(1);
    expect(chapters.map((chapter) => Number.parseInt(chapter, 10))).toEqual(
      Array.from({ length: 17 }, (_, at) => at + 1),
    );
    for (const chapter of chapters)
      for (const [, number] of chapter.matchAll(/^\| (\d+)\./gm)) expect(chapter).toMatch(new RegExp(`^${number} `));
  });

  test('says the level of each', () => {
    const levelOf = new Map<string, string>(requirements);
    const wrong = rows.filter(({ numbers, levels }) => {
      const of = [...new Set(numbers.map((number) => levelOf.get(number)))].sort();
      return levels !== of.join(', ');
    });
    expect(wrong.map(({ numbers, levels }) => `${numbers.join()}: ${levels}`)).toEqual([]);
  });

  test('has six cells in each row, and one of four states', () => {
    expect(lines.filter((line) => line.split('|').length !== 8)).toEqual([]);
    expect(named(({ state }) => !['met', 'deviation', 'elsewhere', 'n/a'].includes(state))).toEqual([]);
  });

  test('names a test for whatever is met, and a reason for whatever is not', () => {
    expect(named(({ state, tests }) => state === 'met' && tests.length === 0)).toEqual([]);
    expect(named(({ state, why }) => state !== 'met' && why.length < 10)).toEqual([]);
  });

  test('writes every test as its file and words of its name', () => {
    expect(named(({ shown }) => shown.replaceAll(TEST, '').replaceAll('; ', '') !== '')).toEqual([]);
  });

  test('names tests that are there', () => {
    const tests = rows.flatMap((row) => row.tests);
    const missing = tests.filter(({ path, words }) => !existsSync(join(checkout, path)) || !read(path).includes(words));
    expect(missing.map(({ path, words }) => `${path}: ${words}`)).toEqual([]);
    expect(tests.length).toBeGreaterThan(requirements.length / 2);
  });
});
