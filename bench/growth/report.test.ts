import { describe, expect, test } from 'vitest';
import type { ColdReads } from './cold-reads.ts';
import { medianOfFifth } from './memory-flatness.ts';
import { importTable, memoryPlot, memoryTable, pagesTable, readsPlot, readsTable } from './report.ts';

const MEBIBYTE = 1024 * 1024;

const cost = { p50Ms: 0.5, p99Ms: 1, cpuMicroseconds: 100 };
const readsOf = (tours: number, ratio: number): ColdReads => ({
  tours,
  grown: { ...cost, p50Ms: cost.p50Ms * ratio },
  smallest: cost,
  ratio,
  transactionsARead: 1.01,
  residentBytes: 100 * MEBIBYTE,
  sizes: { database: tours * 8192, indexes: { tour_code: tours * 64 } },
});

/** Cells of the row that begins so. */
function cells(table: string, name: string): string[] {
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} `));
  return (row ?? '').split('|').map((cell) => cell.trim());
}

test('a page above the target is marked, one within it is not', () => {
  const page = { asked: 'last page', p50Ms: 1.2, p99Ms: 3, smallestP50Ms: 1, ratio: 1.2 } as const;
  const table = pagesTable([
    { ...page, tours: 1000 },
    { ...page, tours: 1_000_000, ratio: 600 },
  ]);
  expect(cells(table, '1,000')).toEqual(expect.arrayContaining(['last page', '1.20', '✓']));
  expect(cells(table, '1,000,000')).toEqual(expect.arrayContaining(['600.00', '✗']));
});

describe('reads', () => {
  const reads = [readsOf(1000, 1), readsOf(1_000_000, 1.25)];

  test('a size above the target is marked, one within it is not', () => {
    const table = readsTable(reads);
    expect(cells(table, '1,000')).toContain('✓');
    expect(cells(table, '1,000,000')).toEqual(expect.arrayContaining(['0.625', '1.25', '≤ 1.2', '✗', '1.01']));
  });

  test('every index has a row, every size a column', () => {
    expect(cells(readsTable(reads), 'tour_code')).toEqual(['', 'tour_code', '0.1', '61.0', '']);
  });

  test('the plot holds the target', () => {
    expect(readsPlot(reads)).toContain('target: at most 1.2');
  });
});

describe('import', () => {
  const rate = {
    tours: 1000,
    jsonBytes: 30 * MEBIBYTE,
    storedBytes: 6 * MEBIBYTE,
    importS: 4,
    storingS: 0.5,
    copyS: 0.4,
    sentCopyS: 0.5,
    storingToSentRatio: 1,
  };

  test.each([
    [0.8, '✓'],
    [0.74, '✗'],
  ])('storing at %d of the rate of COPY: %s', (storingRatio, mark) => {
    const table = importTable({ ...rate, storingRatio, importRatio: 0.1 });
    expect(cells(table, 'storing')).toEqual([
      '',
      'storing',
      '0.50',
      '2000',
      '12.0',
      storingRatio.toFixed(2),
      '≥ 0.75',
      mark,
      '1.00',
      '',
    ]);
    expect(cells(table, 'COPY over a connection, by psql')).toEqual(expect.arrayContaining(['0.50', '0.80', '1.00']));
    expect(cells(table, 'whole import')).not.toContain(mark);
  });

  test('without psql there is no row for it', () => {
    const unknown = { sentCopyS: undefined, storingToSentRatio: undefined };
    const table = importTable({ ...rate, ...unknown, storingRatio: 0.8, importRatio: 0.1 });
    expect(table).not.toContain('psql');
    expect(cells(table, 'storing')).toEqual(expect.arrayContaining(['0.80', '✓']));
  });
});

describe('memory', () => {
  const watch = (last: number, cache = 255) => ({
    tours: 100_000,
    budgetMebibytes: 256,
    reads: 1,
    seconds: 100,
    residentBefore: 100 * MEBIBYTE,
    samples: Array.from({ length: 10 }, (_, index) => ({
      atS: index * 10,
      resident: (index < 8 ? 400 : last) * MEBIBYTE,
      cache: cache * MEBIBYTE,
      heapUsed: 50 * MEBIBYTE,
      external: 260 * MEBIBYTE,
    })),
  });

  test('is flat when the last fifth holds what the second did', () => {
    expect(cells(memoryTable(watch(400)), 'resident')).toEqual(
      expect.arrayContaining(['100.0', '400.0', '1.000', '≤ 1.05', '✓']),
    );
  });

  test('is not flat when it has grown', () => {
    expect(cells(memoryTable(watch(440)), 'resident')).toEqual(expect.arrayContaining(['440.0', '1.100', '✗']));
  });

  test('a cache above its budget is told', () => {
    expect(memoryTable(watch(400))).toContain('255.0 MiB at most, of a budget of 256 MiB ✓');
    expect(memoryTable(watch(400, 257))).toContain('257.0 MiB at most, of a budget of 256 MiB ✗');
  });

  test('the plot holds the budget', () => {
    expect(memoryPlot(watch(400))).toContain('its budget');
  });

  test.each([
    [1, 1.5],
    [2, 3.5],
    [5, 9.5],
  ])('the middle of fifth %i of ten samples', (nth, middle) => {
    expect(medianOfFifth([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], nth, (sample) => sample)).toBe(middle);
  });
});
