import { markdownTable } from '../markdown-table.ts';
import type { ColdReads } from './cold-reads.ts';
import type { ImportRate } from './import-rate.ts';
import type { MemorySample, MemoryWatch } from './memory.ts';
import { medianOfFifth } from './memory-flatness.ts';
import type { PageCost } from './pages.ts';
import { plotOf } from './plot.ts';

/** Decision 0082: what a cold read may cost at the largest size, in costs of one at the smallest. */
const READ_AT_MOST = 1.2;
/** Decision 0082: rate of an import's storing, in rates of COPY. */
const IMPORT_AT_LEAST = 0.75;
/** How much memory of the last fifth may exceed that of the second to be called flat: what a heap varies by. */
const FLAT_AT_MOST = 1.05;

const MEBIBYTE = 1024 * 1024;
const mebibytes = (bytes: number): string => (bytes / MEBIBYTE).toFixed(1);
const count = (value: number): string => value.toLocaleString('en');
const mark = (holds: boolean): string => (holds ? '✓' : '✗');

/** @param reads By ascending size. */
export function readsTable(reads: readonly ColdReads[]): string {
  const costs = reads.map(({ tours, grown, smallest, ratio, transactionsARead, residentBytes, sizes }) => [
    count(tours),
    grown.p50Ms.toFixed(3),
    smallest.p50Ms.toFixed(3),
    ratio.toFixed(2),
    `≤ ${READ_AT_MOST}`,
    mark(ratio <= READ_AT_MOST),
    grown.p99Ms.toFixed(2),
    grown.cpuMicroseconds.toFixed(0),
    transactionsARead.toFixed(2),
    mebibytes(residentBytes),
    mebibytes(sizes.database),
  ]);
  const head = ['tours', 'p50, ms', 'smallest, ms', 'ratio', 'target', '', 'p99, ms', 'CPU, µs', 'transactions'];
  return [markdownTable([...head, 'resident, MiB', 'database, MiB'], costs), '', indexTable(reads)].join('\n');
}

/** Decision 0112: what a page of the list may cost, wherever it is, in costs of the same page of the smallest list. */
const PAGE_AT_MOST = 1.5;

/** @param pages By ascending size. */
export function pagesTable(pages: readonly PageCost[]): string {
  const rows = pages.map(({ tours, asked, p50Ms, p99Ms, smallestP50Ms, ratio }) => [
    count(tours),
    asked,
    p50Ms.toFixed(3),
    smallestP50Ms.toFixed(3),
    ratio.toFixed(2),
    `≤ ${PAGE_AT_MOST}`,
    mark(ratio <= PAGE_AT_MOST),
    p99Ms.toFixed(2),
  ]);
  return markdownTable(['tours', 'asked for', 'p50, ms', 'smallest, ms', 'ratio', 'target', '', 'p99, ms'], rows);
}

function indexTable(reads: readonly ColdReads[]): string {
  const names = [...new Set(reads.flatMap(({ sizes }) => Object.keys(sizes.indexes)))];
  const rows = names.map((name) => [name, ...reads.map(({ sizes }) => mebibytes(sizes.indexes[name] ?? 0))]);
  return markdownTable(['index, MiB', ...reads.map(({ tours }) => count(tours))], rows);
}

export function readsPlot(reads: readonly ColdReads[]): string {
  return plotOf({
    title: 'A cold read over HTTP as the store grows',
    xLabel: 'tours in the store',
    yLabel: 'latency, in latencies of the smallest store',
    logX: true,
    limit: { value: READ_AT_MOST, name: `target: at most ${READ_AT_MOST}` },
    series: [{ name: 'a cold read', points: reads.map(({ tours, ratio }) => [tours, ratio]) }],
  });
}

export function importTable(rate: ImportRate): string {
  const { tours, jsonBytes, storedBytes } = rate;
  const rowOf = (name: string, seconds: number, ratio: string, ratioToSent = '', target = '', holds = '') => [
    name,
    seconds.toFixed(2),
    (tours / seconds).toFixed(0),
    mebibytes(storedBytes / seconds),
    ratio,
    target,
    holds,
    ratioToSent,
  ];
  const { copyS, sentCopyS, storingToSentRatio, storingS, importS, storingRatio, importRatio } = rate;
  const size = `${count(tours)} tours, ${mebibytes(jsonBytes)} MiB of JSON, ${mebibytes(storedBytes)} MiB stored`;
  return markdownTable(
    [size, 'seconds', 'tours/s', 'stored MiB/s', 'rate ÷ COPY', 'target', '', '÷ COPY over a connection'],
    [
      rowOf('COPY of the same rows', copyS, '1.00'),
      ...(sentCopyS === undefined
        ? []
        : [rowOf('COPY over a connection, by psql', sentCopyS, (copyS / sentCopyS).toFixed(2), '1.00')]),
      rowOf(
        'storing',
        storingS,
        storingRatio.toFixed(2),
        storingToSentRatio?.toFixed(2),
        `≥ ${IMPORT_AT_LEAST}`,
        mark(storingRatio >= IMPORT_AT_LEAST),
      ),
      rowOf('whole import: reading, checking, deflating, storing', importS, importRatio.toFixed(2)),
    ],
  );
}

export function memoryTable({ samples, budgetMebibytes, residentBefore }: MemoryWatch): string {
  const rowOf = (name: string, of: (sample: MemorySample) => number, before: string) => {
    const [second, last] = [medianOfFifth(samples, 2, of), medianOfFifth(samples, 5, of)];
    const ratio = last / second;
    const most = mebibytes(Math.max(...samples.map(of)));
    return [
      name,
      before,
      mebibytes(second),
      mebibytes(last),
      most,
      ratio.toFixed(3),
      `≤ ${FLAT_AT_MOST}`,
      mark(ratio <= FLAT_AT_MOST),
    ];
  };
  const most = Math.max(...samples.map(({ cache }) => cache));
  return [
    markdownTable(
      ['MiB', 'before reads', 'second fifth', 'last fifth', 'most', 'last ÷ second', 'target', ''],
      [
        rowOf('resident', ({ resident }) => resident, mebibytes(residentBefore)),
        rowOf('counted by the cache', ({ cache }) => cache, ''),
        rowOf('outside the heap', ({ external }) => external, ''),
        rowOf('heap in use', ({ heapUsed }) => heapUsed, ''),
      ],
    ),
    '',
    `The cache counted ${mebibytes(most)} MiB at most, of a budget of ${budgetMebibytes} MiB ${mark(most <= budgetMebibytes * MEBIBYTE)}.`,
  ].join('\n');
}

export function memoryPlot({ samples, budgetMebibytes }: MemoryWatch): string {
  const line = (name: string, of: (sample: MemorySample) => number) => ({
    name,
    points: samples.map((sample) => [sample.atS, of(sample) / MEBIBYTE] as const),
  });
  return plotOf({
    title: 'Memory of one process that reads more tours than its cache may hold',
    xLabel: 'seconds',
    yLabel: 'MiB',
    limit: { value: budgetMebibytes, name: 'its budget' },
    series: [
      line('resident', ({ resident }) => resident),
      line('outside the heap', ({ external }) => external),
      line('in the cache', ({ cache }) => cache),
      line('heap in use', ({ heapUsed }) => heapUsed),
    ],
  });
}
