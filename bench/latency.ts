import { vrInfo } from '@openhouse/contract';
import { runSteady } from './load/steady.ts';
import { median } from './measure/median.ts';
import { ask, like } from './probe.ts';
import { readLoad } from './reads.ts';
import type { Stage } from './stage.ts';

/** Latency of our service at half of what it can answer. */
export interface Latency {
  readonly title: string;
  /** Calls a second when the next is sent as soon as one is answered. */
  readonly saturated: number;
  /** Medians over the rounds, in milliseconds from when a request was due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly ratio: number;
  readonly atMost: number;
  readonly holds: boolean;
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

/** Each round finds the rate of saturation anew and asks at half of it, with the generator that keeps a fixed rate. */
export async function measureLatency(stage: Stage, options: LatencyOptions): Promise<Latency[]> {
  const ours = await stage.openhouse();
  const latencies: Latency[] = [];
  for (const { title, code } of READS) {
    const asked = readLoad(ours, [`${vrInfo.path}?resource_code=${code}`], 'gzip');
    const load = { ...asked, expected: like(await ask(asked)) };
    const { connections, seconds } = options;
    const rounds: { saturated: number; p50Ms: number; p99Ms: number }[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const full = await runSteady(stage.cores, { load, connections, seconds });
      const saturated = full.requests / full.seconds;
      const requestsPerSecond = saturated * SHARE_OF_SATURATION;
      const half = await runSteady(stage.cores, { load, connections, seconds, requestsPerSecond });
      if (full.wrong + half.wrong > 0) throw new Error(`${full.wrong + half.wrong} responses were wrong`);
      rounds.push({ saturated, p50Ms: half.p50Ms ?? Number.NaN, p99Ms: half.p99Ms ?? Number.NaN });
    }
    const ratio = median(rounds.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms));
    latencies.push({
      title,
      saturated: median(rounds.map((one) => one.saturated)),
      p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
      ratio,
      atMost: AT_MOST,
      holds: ratio <= AT_MOST,
    });
  }
  return latencies;
}

/** As a table of Markdown. */
export function latencyTable(latencies: readonly Latency[]): string {
  const rows = latencies.map(
    ({ title, saturated, p50Ms, p99Ms, ratio, atMost, holds }) =>
      `| ${title} | ${saturated.toFixed(0)} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} | ${ratio.toFixed(1)} | ≤ ${atMost} | ${holds ? '✓' : '✗'} |`,
  );
  return [
    '| at half of saturation | calls/s at saturation | p50, ms | p99, ms | p99 ÷ p50 | target | |',
    '|---|--:|--:|--:|--:|---|---|',
    ...rows,
  ].join('\n');
}
