import { parseArgs } from 'node:util';
import { PROTOTYPES } from './tours.ts';

/** What is measured, in this order; each writes its own table. */
export const PARTS = ['reads', 'pages', 'import', 'memory'] as const;
export type Part = (typeof PARTS)[number];

/** Rounds of reads, and of storing, for each whole import: they are shorter. */
export const SHORT_ROUNDS = 3;

/** What was asked for on the command line. */
export interface Options {
  readonly only: readonly Part[];
  /** Numbers of tours to read at, ascending; the first is what the others are compared with. */
  readonly sizes: readonly number[];
  /** Whole imports; of reads, and of storing beside COPY, there are SHORT_ROUNDS for each. */
  readonly rounds: number;
  /** Seconds of a round of reads. */
  readonly seconds: number;
  /** Tours of an import. */
  readonly imports: number;
  /** How long the memory is watched, in minutes; fractions count. */
  readonly memoryMinutes: number;
  /** `FRAME_CACHE_MB` of the service whose memory is watched. */
  readonly memoryBudget: number;
  /** Different tours that are read meanwhile. */
  readonly memoryTours: number;
  /** File for the outcome as JSON; null for none. */
  readonly json: string | null;
  /** Write tables and plots into bench/. */
  readonly write: boolean;
}

export const HELP = `npm run bench:growth -- [options]
  --only PARTS         comma separated: ${PARTS.join(', ')} (all of them)
  --sizes NUMBERS      tours to read and list at, comma separated and ascending; each at least ${PROTOTYPES} (1000,10000,100000,1000000)
  --rounds N           whole imports; reads and storing have three times as many rounds (5)
  --seconds N          seconds of a round of reads (2)
  --imports N          tours of the import that is compared with COPY (3000)
  --memory-minutes N   minutes for which the memory is watched (10)
  --memory-budget MB   FRAME_CACHE_MB of the service that is watched (256)
  --memory-tours N     different tours that it reads, at least ${PROTOTYPES} (100000)
  --json FILE          write the outcome as JSON
  --write              write the tables into bench/GROWTH.md, and the plots beside it
  --help               this text
Needs PostgreSQL's programs, and in the temporary directory (TMPDIR) 15 GB of disk for 1,000,000 tours.
`;

/**
 * @returns undefined when help was asked for.
 * @throws {Error} when an option is unknown or not what it takes.
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: PARTS.join(',') },
      sizes: { type: 'string', default: '1000,10000,100000,1000000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      imports: { type: 'string', default: '3000' },
      'memory-minutes': { type: 'string', default: '10' },
      'memory-budget': { type: 'string', default: '256' },
      'memory-tours': { type: 'string', default: '100000' },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    only: values.only.split(',').map(partOf),
    sizes: ascending(values.sizes.split(',').map((size) => whole('sizes', size, PROTOTYPES))),
    rounds: whole('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    imports: whole('imports', values.imports),
    memoryMinutes: positive('memory-minutes', values['memory-minutes']),
    memoryBudget: whole('memory-budget', values['memory-budget']),
    memoryTours: whole('memory-tours', values['memory-tours'], PROTOTYPES),
    json: values.json ?? null,
    write: values.write,
  };
}

function partOf(name: string): Part {
  const part = PARTS.find((known) => known === name);
  if (part === undefined) throw new Error(`--only takes ${PARTS.join(', ')}, not ${name}`);
  return part;
}

function positive(option: string, text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number))) throw new Error(`--${option} takes a number above 0, not ${text}`);
  return number;
}

function whole(option: string, text: string, least = 1): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new Error(`--${option} takes whole numbers from ${least} on, not ${text}`);
}

function ascending(sizes: readonly number[]): readonly number[] {
  const isAscending = sizes.every((size, index) => size > (sizes[index - 1] ?? 0));
  if (!isAscending) throw new Error(`--sizes takes ascending numbers, not ${sizes.join(',')}`);
  return sizes;
}
