import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { capacityPages } from './pages.ts';

test('the capacity pages say what the last measurement and the model say', async () => {
  for (const { file, text, wanted } of await capacityPages()) expect(text, file.pathname).toBe(wanted);
});

test('what they say of sizes is what bench/GROWTH.md measured', async () => {
  const growth = await readFile(new URL('../GROWTH.md', import.meta.url), 'utf8');
  const cells = [...growth.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
  const rowOf = (first: string) => cells.find(([cell]) => cell === first) ?? [];
  /** Mebibytes of one row, which is the last cell. */
  const last = (row: readonly string[]) => Number(row.at(-1));
  const indexes = ['frame, out of line', 'frame_pkey', 'tour_code', 'tour_epoch', 'tour_imported', 'tour_pkey'];
  const indexMiB = [...indexes, 'tour_team_id_id_key'].reduce((sum, name) => sum + last(rowOf(name)), 0);
  const said = [
    `${(last(rowOf('1,000,000')) / 1024).toFixed(1)} GiB`,
    `${Math.round(last(rowOf('100,000')))} MiB`,
    `${Math.round(indexMiB)} MiB`,
    `${rowOf('1,000,000')[3]}`,
    `${rowOf('whole import: reading, checking, deflating, storing')[2]}`,
  ];
  for (const { file, text } of await capacityPages()) {
    for (const figure of said) expect(text, `${file.pathname}: ${figure}`).toContain(figure);
  }
});
