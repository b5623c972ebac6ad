import type { Violation } from './history.ts';
import type { Disturbance, Tried } from './rounds.ts';

/** What came of one kind of change in all its rounds. */
export interface KindOutcome {
  readonly trials: number;
  readonly reads: number;
  /** The longest time until both nodes had shown a change, in milliseconds, by what was done to node 1. */
  readonly worstMs: ReadonlyMap<string, number>;
  readonly violations: readonly Violation[];
}

export function outcomeWith(before: KindOutcome | undefined, tried: Tried, { name }: Disturbance): KindOutcome {
  const worstMs = new Map(before?.worstMs);
  const delaysMs = tried.verdicts.map(({ delayMs }) => delayMs);
  worstMs.set(name, Math.max(worstMs.get(name) ?? 0, ...delaysMs));
  return {
    trials: (before?.trials ?? 0) + tried.verdicts.length,
    reads: (before?.reads ?? 0) + tried.reads,
    worstMs,
    violations: [...(before?.violations ?? []), ...tried.verdicts.flatMap(({ violations }) => violations)],
  };
}

/** A line for each kind, in columns. */
export function historyTable(outcomes: ReadonlyMap<string, KindOutcome>): string {
  const disturbances = [...new Set([...outcomes.values()].flatMap(({ worstMs }) => [...worstMs.keys()]))];
  const rows = [
    ['kind', 'trials', 'reads', ...disturbances.map((name) => `worst ms, ${name}`), 'violations'],
    ...[...outcomes].map(([kind, { trials, reads, worstMs, violations }]) => [
      kind,
      String(trials),
      String(reads),
      ...disturbances.map((name) => (worstMs.has(name) ? String(Math.round(worstMs.get(name) ?? 0)) : '')),
      byLaw(violations),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** How often each law was broken. */
function byLaw(violations: readonly Violation[]): string {
  const laws = [...new Set(violations.map(({ law }) => law))];
  return laws.map((law) => `${violations.filter((one) => one.law === law).length} ${law}`).join(', ') || '0';
}
