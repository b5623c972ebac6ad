import { jsonLine } from '@openhouse/contract';
import type { Invocation } from './command.ts';
import { printable, printableLine } from './printable.ts';
import { widthOf } from './terminal-width.ts';
import type { World } from './world.ts';

/** Writes results: JSON for programs, lines with tabs or columns for people. */
export interface Results {
  readonly asJson: boolean;
  /** One thing. @param line What a person reads; empty for nothing. */
  one(value: object, line: string): void;
  /** Several things: one JSON object per line, or one row each. */
  many<Value extends object>(values: readonly Value[], cellsOf: (value: Value) => readonly (string | number)[]): void;
  /** A message beside the results, for a person. */
  say(sentence: string): void;
}

/** Spaces between columns on a terminal. */
const GAP = 2;

export function results({ options }: Invocation, { stdout, stderr }: Pick<World, 'stdout' | 'stderr'>): Results {
  const asJson = options.json === true;
  const line = (text: string) => stdout.write(`${printable(text)}\n`);
  return {
    asJson,
    one: (value, text) => {
      if (asJson) stdout.write(`${jsonLine(value)}\n`);
      else if (text !== '') line(text);
    },
    many: (values, cellsOf) => {
      if (asJson) {
        for (const value of values) stdout.write(`${jsonLine(value)}\n`);
        return;
      }
      const rows = values.map((value) => cellsOf(value).map((cell) => printableLine(String(cell))));
      const isWatched = stdout.isTTY === true;
      for (const row of isWatched ? inColumns(rows) : rows) stdout.write(`${row.join(isWatched ? '' : '\t')}\n`);
    },
    say: (sentence) => {
      stderr.write(`${printable(sentence)}\n`);
    },
  };
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
