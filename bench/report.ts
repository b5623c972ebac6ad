import { markdownTable } from './markdown-table.ts';
import { median } from './measure/median.ts';
import { type Measured, ratioOf, type Sample } from './rounds.ts';
import { OURS } from './scenario.ts';

/** One comparison of ours with one peer. */
export interface Line {
  readonly scenario: string;
  readonly title: string;
  readonly against: string;
  /** Bytes of one of our answers, head and body; undefined where they differ. */
  readonly answerBytes: number | undefined;
  /** Medians over the rounds. */
  readonly ours: Sample;
  readonly theirs: Sample;
  readonly byCpu: number | undefined;
  readonly byThroughput: number;
  readonly atLeast: number;
  /** By processor time where the system tells it, by throughput elsewhere. */
  readonly holds: boolean;
}

export function linesOf(measured: Measured): Line[] {
  const { scenario, samples, answerBytes } = measured;
  return scenario.targets.map(({ ours = OURS, against, atLeast }) => {
    const ratio = ratioOf(measured, ours, against);
    return {
      scenario: scenario.name,
      title: ours === OURS ? scenario.title : `${scenario.title}: ${ours}`,
      against,
      answerBytes,
      ours: middle(samples.get(ours) ?? []),
      theirs: middle(samples.get(against) ?? []),
      ...ratio,
      atLeast,
      holds: (ratio.byCpu ?? ratio.byThroughput) >= atLeast,
    };
  });
}

function middle(samples: readonly Sample[]): Sample {
  const cpu = samples.flatMap(({ cpuMicroseconds }) => (cpuMicroseconds === undefined ? [] : [cpuMicroseconds]));
  return {
    requestsPerSecond: median(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
    cpuMicroseconds: cpu.length === 0 ? undefined : median(cpu),
  };
}

const HEADINGS = [
  ...['read', 'against', 'ratio by CPU', 'target', '', 'ratio by throughput'],
  ...['ours, µs CPU', 'theirs, µs CPU', 'ours, calls/s', 'theirs, calls/s'],
];

/** The lines as a Markdown table. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.title,
    line.against,
    number(line.byCpu),
    `≥ ${line.atLeast}`,
    line.holds ? '✓' : '✗',
    number(line.byThroughput),
    number(line.ours.cpuMicroseconds),
    number(line.theirs.cpuMicroseconds),
    line.ours.requestsPerSecond.toFixed(0),
    line.theirs.requestsPerSecond.toFixed(0),
  ]);
  return markdownTable(HEADINGS, rows);
}

function number(value: number | undefined): string {
  if (value === undefined) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
