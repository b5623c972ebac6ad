import { test } from 'vitest';

/**
 * `test.each` for a table whose rows vary one rule: all but the first of them are slow (decision 0086).
 * @param fast Rows that `npm test` runs: one of each kind, so they come first.
 */
export function slowAfter<Row extends readonly unknown[] | readonly [unknown]>(
  fast: number,
  rows: readonly Row[],
): (name: string, run: (...row: [...Row]) => unknown) => void;
export function slowAfter<Row>(fast: number, rows: readonly Row[]): (name: string, run: (row: Row) => unknown) => void;
export function slowAfter(fast: number, rows: readonly unknown[]) {
  return (name: string, run: (...row: never[]) => unknown): void => {
    test.each(rows.slice(0, fast))(name, run as never);
    test.each(rows.slice(fast))(name, { tags: ['slow'] }, run as never);
  };
}
