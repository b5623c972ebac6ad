import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commandIn } from './servers/openhouse.ts';

/** What was asked for on the command line. */
export interface Options {
  /** Names of scenarios; all of them when empty. A name also stands for those that begin with it. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** In the database of two nodes. */
  readonly tours: number;
  /** Checkout of another commit, built, whose service is measured beside this one; null for none. */
  readonly beside: string | null;
  /** File for the outcome as JSON; null for none. */
  readonly json: string | null;
  /** Write the table into RESULTS.md. */
  readonly write: boolean;
  /** Folder for a processor profile of our service; null for none. */
  readonly profile: string | null;
}

export const HELP = `npm run bench -- [options]
  --only NAMES      comma separated; a name also stands for those that begin with it (--only 2k,exchange,latency,importing)
  --rounds N        rounds of every comparison (9)
  --seconds N       seconds of a contender's turn in a round (1)
  --connections N   connections that are kept busy (32)
  --tours N         tours of the database of two nodes (100000), which is measured with --only nodes alone
  --beside FOLDER   also compare with another build, over a store of its own: a checkout of another commit after npm run build
  --json FILE       write the outcome as JSON
  --write           write the table into bench/RESULTS.md
  --profile FOLDER  write a .cpuprofile of our service there when it stops (open it in Chromium's developer tools)
  --help            this text
`;

/** @returns undefined when help was asked for. @throws when an option is unknown, or the other build is not there. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '9' },
      seconds: { type: 'string', default: '1' },
      connections: { type: 'string', default: '32' },
      tours: { type: 'string', default: '100000' },
      beside: { type: 'string' },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (values.beside !== undefined && !existsSync(commandIn(values.beside))) {
    throw new Error(
      `--beside ${values.beside}: there is no build. Check a commit out there, and run npm ci and npm run build.`,
    );
  }
  return {
    only: values.only.split(',').filter(Boolean),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    tours: Number(values.tours),
    beside: values.beside ?? null,
    json: values.json ?? null,
    write: values.write,
    profile: values.profile ?? null,
  };
}
