import { expect, test } from 'vitest';
import { withHarmlessOutput } from './printable.ts';
import { progressBar } from './progress-bar.ts';
import { widthOf } from './terminal-width.ts';
import { keptWorld } from './testing/world.ts';

function shown(columns: number | undefined, done: number, total: number, label: string): string {
  let line = '';
  const output = { write: () => undefined, overwrite: (text: string) => (line = text) };
  progressBar(columns === undefined ? output : { ...output, columns }).show(done, total, label);
  return line;
}

const half = `${'█'.repeat(12)}${'░'.repeat(12)}`;

test.each([
  [80, 'loft', `${half} 12/24 loft`],
  [undefined, 'loft', `${half} 12/24 loft`],
  // Some terminals say that they have no columns.
  [0, 'loft', `${half} 12/24 loft`],
  [40, '公园旁的复式', `${half} 12/24 公园旁…`],
  [41, '公园旁的复式', `${half} 12/24 公园旁的…`],
  [31, 'loft', `${half} 12/24`],
  [20, 'by-the-park', '12/24 by-the-park'],
  [20, '公园旁的复式', '12/24 公园旁的复式'],
  [18, '公园旁的复式', '12/24 公园旁的复…'],
  [20, '🏠🏠🏠🏠🏠🏠🏠', '12/24 🏠🏠🏠🏠🏠🏠…'],
  [20, '𠮷野家'.repeat(3), '12/24 𠮷野家𠮷野家…'],
  [80, 'a\nb\u001b[2J', `${half} 12/24 a b\ufffd[2J`],
  [6, 'loft', '12/24'],
  [5, 'loft', ''],
])('on %j columns the bar for %j is %j', (columns, label, line) => {
  expect(shown(columns, 12, 24, label)).toBe(line);
});

test('the line never wraps, and says the whole count or nothing', () => {
  for (let columns = 1; columns < 60; columns += 1) {
    const line = shown(columns, 1234, 5678, '公园旁的复式 by the park');
    expect(widthOf(line)).toBeLessThan(columns);
    if (line !== '') expect(line).toContain('1234/5678');
  }
});

test.each([
  ['xterm-256color', `\r\u001b[2K${half} 12/24 loft`],
  [undefined, `\r\u001b[2K${half} 12/24 loft`],
  ['dumb', ''],
])('a terminal of the kind %j is told %j', (TERM, told) => {
  const world = keptWorld(TERM === undefined ? {} : { TERM }, { columns: 80 });
  progressBar(withHarmlessOutput(world).stderr).show(12, 24, 'loft');
  expect(world.written.err).toBe(told);
});
