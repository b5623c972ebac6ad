import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface Options {
  /** Numbers of tours to measure at; the first is what the others are compared with. */
  readonly sizes: readonly number[];
  /** Rounds in which both sizes are read in turn. */
  readonly rounds: number;
  /** Reads of each size in a round. */
  readonly reads: number;
  /** Tours of the import measurement; 0 leaves it out. */
  readonly imports: number;
  /** A PostgreSQL superuser's address without a database, to use instead of one that is started here. */
  readonly serverUrl: string | null;
  /** Minutes of the run that watches memory; 0 leaves it out. */
  readonly memoryMinutes: number;
  /** Mebibytes of payloads that the watched service may keep. */
  readonly memoryBudget: number;
  /** Tours that the run which watches memory reads. */
  readonly memoryTours: number;
  /** Folder for growth.json, growth.svg, memory.json and memory.svg; null writes none. */
  readonly write: string | null;
}

const SIZES = [1000, 10_000, 100_000, 1_000_000];

export const HELP = `npm run bench:growth -- [options]
  --top N              largest number of tours (1000000: takes 10 to 20 GB of the disk while it runs)
  --rounds N           rounds in which the smallest store and the grown one are read in turn (7)
  --reads N            reads of each in a round (500)
  --imports N          tours of the import that is compared with COPY (1000); 0 leaves it out
  --memory-minutes N   then watch the memory of a service that reads 100000 tours for so long (0)
  --memory-budget MB   FRAME_CACHE_MB of that service (256)
  --memory-tours N     tours that it reads (100000)
  --write FOLDER       write the figures as JSON and the plots as SVG there
  --help               this text
DATABASE_URL may name a PostgreSQL superuser without a database; otherwise a server is started and removed again.
`;

/** @returns undefined when help was asked for. @throws when an option is unknown or no number. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      top: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '7' },
      reads: { type: 'string', default: '500' },
      imports: { type: 'string', default: '1000' },
      'memory-minutes': { type: 'string', default: '0' },
      'memory-budget': { type: 'string', default: '256' },
      'memory-tours': { type: 'string', default: '100000' },
      write: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const top = numberOf('top', values.top);
  return {
    sizes: [...SIZES.filter((size) => size < top), top],
    rounds: numberOf('rounds', values.rounds),
    reads: numberOf('reads', values.reads),
    imports: numberOf('imports', values.imports),
    memoryMinutes: numberOf('memory-minutes', values['memory-minutes']),
    memoryBudget: numberOf('memory-budget', values['memory-budget']),
    memoryTours: numberOf('memory-tours', values['memory-tours']),
    serverUrl: env.DATABASE_URL ?? null,
    write: values.write ?? null,
  };
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (!(number >= 0)) throw new Error(`--${name} takes a number, not ${text}`);
  return number;
}
