import { jsonLine } from '@openhouse/contract';
import type { Invocation } from './command.ts';
import { printable, printableLine } from './printable.ts';
import { widthOf } from './terminal-width.ts';
import { Told } from './told.ts';
import type { Output, World } from './world.ts';

/** What a person reads: a sentence of ours, or what things are called. */
export type Shown = string | Told;

/**
 * Writes results: JSON for programs, lines with tabs or columns for people, in their language. In a pipe or a file standard output is
 * the same in every locale: scripts read it.
 */
export interface Results {
  readonly asJson: boolean;
  /** One thing. @param line What a person reads; empty for nothing. */
  one(value: object, line: Shown): void;
  /** Several things: one JSON object per line, or one row each. */
  many<Value extends object>(values: readonly Value[], cellsOf: (value: Value) => readonly Cell[]): void;
  /** A message beside the results, for a person. */
  say(sentence: Told): void;
}

/** What stands in a column. */
export type Cell = Shown | number;

/** Spaces between columns on a terminal. */
const GAP = 2;

export function results({ options }: Invocation, world: Pick<World, 'stdout' | 'stderr' | 'speak'>): Results {
  const asJson = options.json === true;
  const { stdout, stderr } = world;
  const [inResults, inMessages] = [speakerOn(stdout, world), speakerOn(stderr, world)];
  return {
    asJson,
    one: (value, text) => {
      if (asJson) stdout.write(`${jsonLine(value)}\n`);
      else if (text !== '') stdout.write(`${printable(inResults(text))}\n`);
    },
    many: (values, cellsOf) => {
      if (asJson) {
        for (const value of values) stdout.write(`${jsonLine(value)}\n`);
        return;
      }
      const rows = values.map((value) => cellsOf(value).map((cell) => printableLine(inResults(cell))));
      const isWatched = stdout.isTTY === true;
      for (const row of isWatched ? inColumns(rows) : rows) stdout.write(`${row.join(isWatched ? '' : '\t')}\n`);
    },
    say: (sentence) => {
      stderr.write(`${printable(inMessages(sentence))}\n`);
    },
  };
}

/** How something is said on an output: on standard output, which scripts read, in another language only on a terminal. */
export function speakerOn(output: Output, { stdout, speak }: Pick<World, 'stdout' | 'speak'>): (what: Cell) => string {
  const isForPeople = output !== stdout || output.isTTY === true;
  return (what) => (what instanceof Told && speak !== undefined && isForPeople ? speak(what) : String(what));
}

/** Pads every cell but a row's last to the width of its column. */
function inColumns(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row.map((cell, index) =>
      index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell) + GAP),
    ),
  );
}
