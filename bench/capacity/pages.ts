import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable } from '../markdown-table.ts';
import type { Line } from '../report.ts';
import { withPart } from '../results.ts';
import { type CallCost, type Demand, needOf, plannedCallsPerSecond } from './model.ts';

/** What the last run of the benchmark found, kept beside this file. */
interface Figures {
  /** Day of the measurement, `YYYY-MM-DD`. */
  readonly day: string;
  readonly machine: string;
  readonly calls: Readonly<Record<string, CallCost>>;
}

const FIGURES_FILE = new URL('figures.json', import.meta.url);

/** Kinds of calls on the pages, by the name of their benchmark scenario. */
const CALLS = ['2k-gzip', '20k-gzip', '300k-gzip', '300k-identity', 'cold', 'exchange'] as const;
type CallName = (typeof CALLS)[number];

/**
 * A visit of a tour's page on an integrator's site: the tour itself, four small reads and a large list; one read in
 * twenty is a cache miss.
 */
const VISIT: Demand = { '300k-gzip': 0.95, '2k-gzip': 3.8, '20k-gzip': 0.95, cold: 0.3 };
/** Visits per second of the worked examples. */
const EXAMPLES = [100, 1000, 10_000] as const;

/** The words of one language. */
interface Words {
  readonly file: URL;
  readonly calls: Readonly<Record<CallName, string>>;
  readonly callHead: readonly string[];
  readonly exampleHead: readonly string[];
  readonly measured: (figures: Figures) => string;
  readonly examples: string;
}

const pages: readonly Words[] = [
  {
    file: new URL('../../docs/guides/capacity.md', import.meta.url),
    calls: {
      '2k-gzip': '2 KB, gzip, in memory',
      '20k-gzip': '20 KB, gzip, in memory',
      '300k-gzip': 'tour of 317 KB, gzip, in memory',
      '300k-identity': 'the same, not compressed',
      cold: '20 KB, gzip, from PostgreSQL',
      exchange: 'token exchange',
    },
    callHead: ['Call', 'CPU-seconds per million', 'GB sent per million', 'Calls/s per core at half load'],
    exampleHead: ['Visits/s', 'Calls/s', 'Cores busy', 'Cores to plan', 'Mbit/s'],
    measured: ({ day, machine }) => `Measured on ${day}: ${machine}`,
    examples: 'With these figures, the model below gives:',
  },
  {
    file: new URL('../../docs/guides/zh/capacity.md', import.meta.url),
    calls: {
      '2k-gzip': '2 KB，gzip，在内存中',
      '20k-gzip': '20 KB，gzip，在内存中',
      '300k-gzip': '317 KB 的 VR 空间，gzip，在内存中',
      '300k-identity': '同上，不压缩',
      cold: '20 KB，gzip，从 PostgreSQL 读取',
      exchange: '换取令牌',
    },
    callHead: ['调用', '每百万次 CPU 秒', '每百万次发送，GB', '单核半负载，次/秒'],
    exampleHead: ['每秒访问', '每秒调用', '占用核数', '规划核数', 'Mbit/s'],
    measured: ({ day, machine }) => `测量于 ${day}：${machine}`,
    examples: '按这些数据，模型得出：',
  },
];

/** The measured part of a page: what calls cost, and examples worked out with the model. */
function measuredPart(words: Words, figures: Figures): string {
  const costs = CALLS.map((name) => {
    const cost = figures.calls[name];
    if (cost === undefined) throw new Error(`figures.json lacks ${name}. Run "npm run bench -- --write".`);
    return [
      words.calls[name],
      // Microseconds per call are seconds per million calls.
      round(cost.cpuMicroseconds),
      // Kilobytes per call are gigabytes per million calls.
      round(cost.answerBytes / 1000),
      round(plannedCallsPerSecond(cost)),
    ];
  });
  const callsAVisit = Object.values(VISIT).reduce((sum, calls) => sum + calls, 0);
  const examples = EXAMPLES.map((visits) => {
    const demand = Object.fromEntries(Object.entries(VISIT).map(([kind, calls]) => [kind, calls * visits]));
    const { busyCores, plannedCores, megabitsPerSecond } = needOf(figures.calls, demand);
    return [visits, callsAVisit * visits, busyCores, plannedCores, megabitsPerSecond].map(round);
  });
  return [
    words.measured(figures),
    markdownTable(words.callHead, costs),
    words.examples,
    markdownTable(words.exampleHead, examples),
  ].join('\n\n');
}

/** To three digits, which is more than a measurement is worth. */
const round = (value: number): string =>
  Number(value.toPrecision(value >= 1000 ? 2 : 3)).toLocaleString('en', { maximumSignificantDigits: 3 });

/** @returns Each page that tells of capacity: its file, what it says, and what it should say. */
export async function capacityPages(): Promise<readonly { file: URL; text: string; wanted: string }[]> {
  const figures = JSON.parse(await readFile(FIGURES_FILE, 'utf8')) as Figures;
  return Promise.all(
    pages.map(async (words) => {
      const text = await readFile(words.file, 'utf8');
      return { file: words.file, text, wanted: withPart(text, 'figures', measuredPart(words, figures)) };
    }),
  );
}

/**
 * Keeps the figures of a run, and writes the pages anew.
 * @param lines Of the whole benchmark: a run that left out kinds of calls changes nothing.
 */
export async function writeCapacity(lines: readonly Line[], machine: string): Promise<void> {
  const calls: Record<string, CallCost> = {};
  for (const { scenario, answerBytes, ours } of lines) {
    const { cpuMicroseconds } = ours;
    if (cpuMicroseconds !== undefined && answerBytes !== undefined) calls[scenario] = { cpuMicroseconds, answerBytes };
  }
  if (CALLS.some((name) => calls[name] === undefined)) return;
  const figures: Figures = { day: new Date().toISOString().slice(0, 10), machine, calls };
  await writeFile(FIGURES_FILE, `${JSON.stringify(figures, null, 2)}\n`);
  for (const { file, wanted } of await capacityPages()) await writeFile(file, wanted);
}
