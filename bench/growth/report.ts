import type { ColdReads } from './cold-reads.ts';
import type { Sizes } from './grow.ts';
import type { ImportRate } from './import-rate.ts';
import type { MemorySample } from './memory.ts';
import { plotOf } from './plot.ts';

/** Everything that one run measured: `growth.json`. */
export interface GrowthFigures {
  /** What it was measured on, in sentences. */
  readonly about: readonly string[];
  readonly coldReads: readonly (ColdReads & { readonly sizes: Sizes; readonly residentBytes: number })[];
  readonly import: ImportRate | null;
}

/** `memory.json`. */
export interface MemoryFigures {
  readonly about: readonly string[];
  readonly budgetBytes: number;
  readonly tours: number;
  readonly samples: readonly MemorySample[];
}

const MEBIBYTE = 1024 * 1024;
const ms = (value: number): string => value.toFixed(2);
const mib = (value: number): string => (value / MEBIBYTE).toFixed(0);

/** The figures as a table of Markdown. */
export function growthTable({ coldReads, import: rate }: GrowthFigures): string {
  const rows = coldReads.map(({ tours, grown, ratio, sizes, residentBytes }) => {
    const index = sizes.bytes.tour_code ?? 0;
    return `| ${tours.toLocaleString('en')} | ${ms(grown.medianMs)} | ${ms(grown.p95Ms)} | ${ms(grown.cpuMs)} | ${ratio.toFixed(3)} | ${mib(sizes.payloadBytes)} | ${mib(index)} | ${mib(residentBytes)} |`;
  });
  return [
    '| tours | median, ms | p95, ms | CPU of the service, ms | ÷ the smallest store | payloads, MiB | index of codes, MiB | resident, MiB |',
    '|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
    ...(rate === null ? [] : ['', importWords(rate)]),
  ].join('\n');
}

function importWords(rate: ImportRate): string {
  return [
    `Import of ${rate.tours} tours (${mib(rate.jsonBytes)} MiB of JSON, ${mib(rate.storedBytes)} MiB stored):`,
    `${rate.wallS.toFixed(2)} s in all, ${rate.cpuS.toFixed(2)} s of processor time, ${rate.sqlS.toFixed(2)} s waiting for the store;`,
    `event loop late by ${ms(rate.loopDelayP99Ms)} ms at p99, ${ms(rate.loopDelayMaxMs)} ms at most;`,
    `COPY of the same rows ${rate.copyS.toFixed(2)} s.`,
    `Store beside COPY: ${rate.storeRatio.toFixed(2)}. Whole import, reading, checking and deflating included, beside COPY: ${rate.wholeRatio.toFixed(2)}.`,
  ].join(' ');
}

export function growthPlot({ coldReads }: GrowthFigures): string {
  return plotOf({
    title: 'A cold read over HTTP as the store grows',
    xLabel: 'tours in the store',
    yLabel: 'latency ÷ that of the smallest store, in turn',
    logX: true,
    limit: { value: 1.2, name: 'target: at most 1.2' },
    series: [{ name: 'cold read', points: coldReads.map(({ tours, ratio }) => [tours, ratio] as const) }],
  });
}

export function memoryPlot({ samples, budgetBytes }: MemoryFigures): string {
  const line = (name: string, of: (sample: MemorySample) => number) => ({
    name,
    points: samples.map((sample) => [sample.atS, of(sample) / MEBIBYTE] as const),
  });
  return plotOf({
    title: 'Memory of one process while it reads more tours than it may keep',
    xLabel: 'seconds',
    yLabel: 'MiB',
    limit: { value: budgetBytes / MEBIBYTE, name: 'budget of the cache' },
    series: [
      line('resident', ({ residentBytes }) => residentBytes),
      line('external', ({ externalBytes }) => externalBytes),
      line('cache says', ({ cacheBytes }) => cacheBytes),
      line('heap used', ({ heapUsedBytes }) => heapUsedBytes),
    ],
  });
}
