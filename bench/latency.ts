import { vrInfo } from '@openhouse/contract';
import type { Drive, Load } from './load/load.ts';
import { pacedLoad } from './load/paced.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './measure/median.ts';
import { ask, like } from './probe.ts';
import { readLoad, startBare } from './reads.ts';
import { OTHER_BUILD, OURS } from './scenario.ts';
import { hasNginx, startNginx } from './servers/nginx.ts';
import type { Server } from './servers/server.ts';
import type { Stage } from './stage.ts';

/** Latency of one server at half of the rate that our service can answer: medians over the rounds. */
export interface Latency {
  readonly title: string;
  readonly server: string;
  /** Calls a second that were asked. */
  readonly rate: number;
  /** In milliseconds from when a request was sent or due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The 99th percentile to the median. */
  readonly ratio: number;
  /** What it may be; others than our service are there for comparison. */
  readonly atMost: number | undefined;
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

/** Each round finds the rate of saturation anew and asks every server at half of it, in turn. */
export async function measureLatency(stage: Stage, drive: Drive, options: LatencyOptions): Promise<Latency[]> {
  const latencies: Latency[] = [];
  for (const read of READS) latencies.push(...(await measureRead(stage, drive, options, read)));
  return latencies;
}

async function measureRead(
  stage: Stage,
  drive: Drive,
  { rounds, seconds, connections }: LatencyOptions,
  { title, code }: (typeof READS)[number],
): Promise<Latency[]> {
  const paced = pacedLoad(stage.cores, stage.folder);
  const ours = await stage.openhouse();
  const targets = [`${vrInfo.path}?resource_code=${code}`];
  const asked = readLoad(ours, targets, 'gzip');
  const peers = await startPeers(stage, asked);
  const rightly = async (load: Omit<Load, 'expected'>): Promise<Load> => ({
    ...load,
    expected: like(await ask(load)),
  });
  const ourLoad = await rightly(asked);
  const loads = new Map([[OURS, ourLoad]]);
  for (const [name, { origin }] of peers) loads.set(name, await rightly({ ...asked, origin }));
  const other = await stage.otherBuild();
  if (other !== null) loads.set(OTHER_BUILD, await rightly(readLoad(other, targets, 'gzip')));
  // A server that has just been started still compiles what it does often.
  for (const [name, load] of loads) requireRight(name, await drive(load, connections, seconds, 'together'));
  const rates: number[] = [];
  const outcomes = new Map([...loads.keys()].map((name) => [name, [] as Percentiles[]]));
  for (let round = 0; round < rounds; round += 1) {
    const full = await drive(ourLoad, connections, seconds, 'together');
    requireRight(OURS, full);
    const requestsPerSecond = (full.requests / full.seconds) * SHARE_OF_SATURATION;
    rates.push(requestsPerSecond);
    for (const [name, load] of loads) {
      const { p50Ms, p99Ms, wrong } = await paced(load, { requestsPerSecond, seconds });
      requireRight(name, { wrong });
      outcomes.get(name)?.push({ p50Ms: p50Ms ?? Number.NaN, p99Ms: p99Ms ?? Number.NaN });
    }
  }
  for (const peer of peers.values()) await peer.stop();
  return [...outcomes].map(([server, percentiles]) => ({
    title,
    server,
    rate: median(rates),
    p50Ms: median(percentiles.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(percentiles.map(({ p99Ms }) => p99Ms)),
    ratio: median(percentiles.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms)),
    atMost: server === OURS ? AT_MOST : undefined,
  }));
}

/**
 * Servers that send the same bytes: `node:http`, and nginx where it is installed. nginx collects no garbage and is at work
 * for a small part of the time, so its latencies are what machine and generator come to by themselves.
 */
async function startPeers(stage: Stage, asked: Omit<Load, 'expected'>): Promise<ReadonlyMap<string, Server>> {
  const answer = await ask(asked);
  const peers = new Map([['node:http', await startBare(stage, answer, 'gzip')]]);
  if (hasNginx()) {
    peers.set('nginx gzip_static', await startNginx(stage.cores, stage.folder, Buffer.from(answer.text), 'buffers'));
  }
  return peers;
}

interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

function requireRight(name: string, { wrong }: { readonly wrong: number }): void {
  if (wrong > 0) throw new Error(`${name}: ${wrong} responses were wrong`);
}

/** As a table of Markdown. */
export function latencyTable(latencies: readonly Latency[]): string {
  const rows = latencies.map(({ title, server, rate, p50Ms, p99Ms, ratio, atMost }) => [
    title,
    server,
    rate.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    ratio.toFixed(1),
    atMost === undefined ? '' : `≤ ${atMost}`,
    atMost === undefined ? '' : ratio <= atMost ? '✓' : '✗',
  ]);
  const head = ['at half of saturation', 'server', 'calls/s', 'p50, ms', 'p99, ms', 'p99 ÷ p50', 'target', ''];
  return markdownTable(head, rows);
}
