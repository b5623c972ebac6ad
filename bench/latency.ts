import { vrInfo } from '@openhouse/contract';
import type { Drive } from './load/load.ts';
import { pacedLoad } from './load/paced.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './measure/median.ts';
import { ask, like } from './probe.ts';
import { readLoad, startBare } from './reads.ts';
import type { Stage } from './stage.ts';

/** Latency of our service at half of what it can answer. */
export interface Latency {
  readonly title: string;
  /** Calls a second when the next is sent as soon as one is answered. */
  readonly saturated: number;
  /** Medians over the rounds, in milliseconds from when a request was sent or due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly ratio: number;
  readonly atMost: number;
  readonly holds: boolean;
  /** The same of `node:http` sending the same bytes at the same rate: what machine and generator add themselves. */
  readonly bareP50Ms: number;
  readonly bareP99Ms: number;
}

export interface LatencyOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

const AT_MOST = 3;
const SHARE_OF_SATURATION = 0.5;
const READS = [
  { title: '2 KB, gzip', code: 'bench-2k' },
  { title: '20 KB, gzip', code: 'bench-20k' },
];

/** Each round finds the rate of saturation anew and asks at half of it. */
export async function measureLatency(stage: Stage, drive: Drive, options: LatencyOptions): Promise<Latency[]> {
  const paced = pacedLoad(stage.cores, stage.folder);
  const ours = await stage.openhouse();
  const latencies: Latency[] = [];
  for (const { title, code } of READS) {
    const asked = readLoad(ours, [`${vrInfo.path}?resource_code=${code}`], 'gzip');
    const answer = await ask(asked);
    const load = { ...asked, expected: like(answer) };
    const bare = await startBare(stage, answer, 'gzip');
    const { connections, seconds } = options;
    const rounds: { saturated: number; half: Percentiles; bareHalf: Percentiles }[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const full = await drive(load, connections, seconds, 'together');
      const saturated = full.requests / full.seconds;
      const pace = { requestsPerSecond: saturated * SHARE_OF_SATURATION, seconds };
      const half = await paced(load, pace);
      const bareHalf = await paced({ ...load, origin: bare.origin }, pace);
      const wrong = full.wrong + half.wrong + bareHalf.wrong;
      if (wrong > 0) throw new Error(`${wrong} responses were wrong`);
      rounds.push({ saturated, half: percentilesOf(half), bareHalf: percentilesOf(bareHalf) });
    }
    await bare.stop();
    const ratio = median(rounds.map(({ half }) => half.p99Ms / half.p50Ms));
    latencies.push({
      title,
      saturated: median(rounds.map((one) => one.saturated)),
      p50Ms: median(rounds.map(({ half }) => half.p50Ms)),
      p99Ms: median(rounds.map(({ half }) => half.p99Ms)),
      ratio,
      atMost: AT_MOST,
      holds: ratio <= AT_MOST,
      bareP50Ms: median(rounds.map(({ bareHalf }) => bareHalf.p50Ms)),
      bareP99Ms: median(rounds.map(({ bareHalf }) => bareHalf.p99Ms)),
    });
  }
  return latencies;
}

interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const percentilesOf = ({ p50Ms, p99Ms }: { p50Ms: number | null; p99Ms: number | null }): Percentiles => ({
  p50Ms: p50Ms ?? Number.NaN,
  p99Ms: p99Ms ?? Number.NaN,
});

/** As a table of Markdown. */
export function latencyTable(latencies: readonly Latency[]): string {
  const rows = latencies.map(({ title, saturated, p50Ms, p99Ms, ratio, atMost, holds, bareP50Ms, bareP99Ms }) => [
    title,
    saturated.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    ratio.toFixed(1),
    `≤ ${atMost}`,
    holds ? '✓' : '✗',
    bareP50Ms.toFixed(2),
    bareP99Ms.toFixed(2),
  ]);
  const ours = ['calls/s at saturation', 'p50, ms', 'p99, ms', 'p99 ÷ p50', 'target', ''];
  return markdownTable(['at half of saturation', ...ours, 'node:http: p50, ms', 'p99, ms'], rows);
}
