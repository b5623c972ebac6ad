// `npm run bench:growth`: what a read, an import and the memory cost as the store grows to a million tours.
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { UNPINNED } from '../measure/cores.ts';
import { describeMachine } from '../measure/machine.ts';
import { writeResults } from '../results.ts';
import { COLD_CACHE_MB, type ColdReads, measureColdReads } from './cold-reads.ts';
import { measureImport } from './import-rate.ts';
import { watchMemory } from './memory.ts';
import { HELP, type Options, type Part, readOptions, SHORT_ROUNDS } from './options.ts';
import { measurePages, type PageCost } from './pages.ts';
import { importTable, memoryPlot, memoryTable, pagesTable, readsPlot, readsTable } from './report.ts';
import { type GrowthStage, openStage } from './stage.ts';
import { type GrowingStore, openStore } from './store.ts';
import { PROTOTYPES } from './tours.ts';

/** What came of one part. */
interface Outcome {
  /** What was done, in sentences. */
  readonly about: readonly string[];
  readonly figures: unknown;
  /** Markdown. */
  readonly table: string;
  /** SVG. */
  readonly plot?: string;
}

const RESULTS = new URL('../GROWTH.md', import.meta.url);

const options = readOptions(process.argv.slice(2));
if (options === undefined) process.stdout.write(HELP);
else await run(options);

async function run(asked: Options): Promise<void> {
  const stage = await openStage();
  try {
    await Promise.race([measureParts(stage, asked), interrupted()]);
  } finally {
    await stage.close();
  }
}

/** Rejects when the run shall end, so that what it keeps on the disk is removed. */
function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)));
  });
}

async function measureParts(stage: GrowthStage, asked: Options): Promise<void> {
  let opened: Promise<GrowingStore> | undefined;
  const grown = () => {
    opened ??= openStore(stage, 'grown');
    return opened;
  };
  const parts: Record<Part, () => Promise<Outcome>> = {
    reads: () => reads(stage, grown, asked),
    pages: () => pages(stage, asked),
    import: () => imports(stage, asked),
    memory: () => memory(stage, grown, asked),
  };
  const outcomes: Record<string, unknown> = {};
  for (const part of asked.only) {
    const machine = [...describeMachine(), stage.cores.description, stage.server];
    const { about, figures, table, plot } = await parts[part]();
    const whole = [...machine, ...about, `Load average at the end: ${loadavg()[0]?.toFixed(1)}.`];
    console.log(`${whole.join('\n')}\n\n${table}\n`);
    outcomes[part] = { about: whole, figures };
    if (asked.json !== null) await writeFile(asked.json, `${JSON.stringify(outcomes, null, 2)}\n`);
    if (!asked.write) continue;
    await writeResults(RESULTS, `measured: ${part}`, { about: whole, table });
    if (plot !== undefined) await writeFile(new URL(`../growth-${part}.svg`, import.meta.url), plot);
  }
  await (await opened)?.close();
}

async function reads(stage: GrowthStage, open: () => Promise<GrowingStore>, asked: Options): Promise<Outcome> {
  const { seconds } = asked;
  const rounds = asked.rounds * SHORT_ROUNDS;
  const smallest = await openStore(stage, 'smallest');
  const grown = await open();
  const [least = PROTOTYPES] = asked.sizes;
  await smallest.growTo(least);
  const figures: ColdReads[] = [];
  for (const size of asked.sizes) {
    console.error(`${size.toLocaleString('en')} tours …`);
    await grown.growTo(size);
    const measured = await measureColdReads(smallest, grown, { cores: stage.cores, rounds, seconds });
    console.error(`  ${measured.ratio.toFixed(2)} of a read of the smallest store`);
    figures.push(measured);
  }
  await smallest.close();
  const about = [
    `${rounds} rounds of ${seconds} s, in which both stores are read in turn; medians.`,
    ...(stage.cores === UNPINNED
      ? []
      : ["Processes of PostgreSQL that serve these reads: pinned to the servers' core."]),
    `Working set of 1,000 tours in PostgreSQL's memory; FRAME_CACHE_MB=${COLD_CACHE_MB}, which never holds what is asked for.`,
    `${PROTOTYPES} tours imported by the service, the others copied from their rows inside the server.`,
  ];
  return { about, figures, table: readsTable(figures), plot: readsPlot(figures) };
}

async function pages(stage: GrowthStage, { sizes, seconds, ...asked }: Options): Promise<Outcome> {
  const rounds = asked.rounds * SHORT_ROUNDS;
  const [smallest, grown] = [await openStore(stage, 'short_list', false), await openStore(stage, 'long_list', false)];
  const [least = PROTOTYPES] = sizes;
  await smallest.growTo(least);
  const figures: PageCost[] = [];
  for (const size of sizes) {
    console.error(`A list of ${size.toLocaleString('en')} tours …`);
    await grown.growTo(size);
    figures.push(...(await measurePages(smallest, grown, { cores: stage.cores, rounds, seconds })));
  }
  for (const store of [smallest, grown]) await store.close();
  const about = [
    `${rounds} rounds of ${seconds} s for each kind of page, in which both lists are asked in turn; medians.`,
    'Pages of 20 tours of one Team; the tours beyond the first 200 are rows alone, which is all that a list reads.',
  ];
  return { about, figures, table: pagesTable(figures) };
}

async function imports(stage: GrowthStage, { imports: tours, rounds }: Options): Promise<Outcome> {
  console.error(`Import of ${tours.toLocaleString('en')} tours …`);
  const figures = await measureImport(stage, tours, rounds);
  const about = [
    `${rounds} whole imports, then ${rounds * SHORT_ROUNDS} rounds of storing and COPY in turn, each from empty tables; medians.`,
  ];
  return { about, figures, table: importTable(figures) };
}

async function memory(stage: GrowthStage, open: () => Promise<GrowingStore>, asked: Options): Promise<Outcome> {
  const { memoryTours: tours, memoryBudget: budgetMebibytes, memoryMinutes: minutes } = asked;
  console.error(`Memory over ${minutes} minutes …`);
  const store = await open();
  await store.growTo(tours);
  const figures = await watchMemory(store, { cores: stage.cores, tours, budgetMebibytes, minutes });
  const perSecond = (figures.reads / figures.seconds).toFixed(0);
  const about = [
    `${tours.toLocaleString('en')} different tours, each read as often as the others, in no order; FRAME_CACHE_MB=${budgetMebibytes}.`,
    `${figures.reads.toLocaleString('en')} reads in ${minutes} minutes, ${perSecond} a second, over eight connections; two of them without gzip.`,
  ];
  return { about, figures, table: memoryTable(figures), plot: memoryPlot(figures) };
}
