import { test } from 'vitest';

/** What one step showed. */
interface Row {
  readonly step: string;
  held: 'yes' | 'NO' | 'not tried';
  seen: string;
}

const rows: Row[] = [];

/**
 * A step of the suite. It goes on where the one before ended, so none is tried after one that failed.
 * @param run Resolves with what was seen, in figures.
 */
export function step(name: string, run: () => Promise<string>): void {
  test(name, async ({ skip }) => {
    const row: Row = { step: name, held: 'not tried', seen: '' };
    const goesOn = rows.every(({ held }) => held === 'yes');
    rows.push(row);
    if (!goesOn) skip('a step before this one failed');
    const begunMs = performance.now();
    try {
      row.seen = await run();
      row.held = 'yes';
    } catch (error) {
      row.held = 'NO';
      row.seen = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      throw error;
    } finally {
      row.seen += ` (${((performance.now() - begunMs) / 1000).toFixed(0)} s)`;
    }
  });
}

/** @returns Every step so far, one a line. */
export function tableOfSteps(): string {
  const widths = { step: width(({ step }) => step), held: width(({ held }) => held) };
  const line = (step: string, held: string, seen: string) =>
    `${step.padEnd(widths.step)}  ${held.padEnd(widths.held)}  ${seen}`;
  return [line('step', 'held', 'seen'), ...rows.map(({ step, held, seen }) => line(step, held, seen))].join('\n');
}

const width = (text: (row: Row) => string) => Math.max(4, ...rows.map((row) => text(row).length));
