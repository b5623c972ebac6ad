import type { Drive, Driven } from './load/load.ts';
import { cpuSeconds } from './measure/cpu-time.ts';
import { median } from './measure/median.ts';
import type { Contender, Scenario } from './scenario.ts';

/** One contender under load for a while. */
export interface Sample {
  readonly requestsPerSecond: number;
  /** Processor time a request, in microseconds; undefined where the system does not tell. */
  readonly cpuMicroseconds: number | undefined;
}

export interface Measured {
  readonly scenario: Scenario;
  /** Samples by contender, one a round; ours first. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  /** Bytes of one of our answers, head and body; undefined where they differ. */
  readonly answerBytes: number | undefined;
}

export interface RoundOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** Measures the contenders in turn, A B C A B C …, so that what else the machine does falls on all alike. */
export async function measure(scenario: Scenario, drive: Drive, options: RoundOptions): Promise<Measured> {
  const { contenders, stop } = await scenario.start();
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  try {
    const turn = { ...options, shortestSeconds: options.seconds };
    for (const contender of contenders) await sample(contender, drive, turn);
    for (let round = 0; round < options.rounds; round += 1) {
      for (const contender of contenders) {
        samples.get(contender.name)?.push(await sample(contender, drive, turn));
      }
    }
  } finally {
    await stop();
  }
  return { scenario, samples, answerBytes: contenders[0]?.load.expected.answerBytes };
}

/** Answers a connection must have had in a turn, or else what is under way at its end would weigh too much. */
const LEAST_A_CONNECTION = 2;
/** A turn is made longer for a slow peer, this many times at most. */
const LONGEST_TURN = 16;

/** Seconds in which every response is judged by itself, before each turn that is measured. */
const JUDGED_SECONDS = 1;
/** How far the mean size of a turn's responses may be from that of the judged ones: digits of counts come and go. */
const SIZE_TOLERANCE = 0.02;
const SIZE_TOLERANCE_BYTES = 64;

async function sample(
  contender: Contender,
  drive: Drive,
  options: RoundOptions & { readonly shortestSeconds: number },
): Promise<Sample> {
  const { name, load, server } = contender;
  const judged = await drive(load, options.connections, JUDGED_SECONDS, 'each');
  const before = cpuSeconds(server.pid);
  const measured = await drive(load, options.connections, options.seconds, 'together');
  const after = cpuSeconds(server.pid);
  const { requests, seconds } = measured;
  for (const { wrong } of [judged, measured]) {
    if (wrong > 0) throw new Error(`${name}: ${wrong} responses were wrong`);
  }
  requireSameSize(name, options.connections, judged, measured);
  if (requests < options.connections * LEAST_A_CONNECTION) {
    if (options.seconds >= LONGEST_TURN * options.shortestSeconds) throw new Error(`${name} answered next to nothing`);
    return sample(contender, drive, { ...options, seconds: options.seconds * 2 });
  }
  return {
    requestsPerSecond: requests / seconds,
    cpuMicroseconds: before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / requests,
  };
}

function requireSameSize(name: string, connections: number, judged: Driven, measured: Driven): void {
  if (judged.requests === 0 || measured.requests === 0) return;
  if (judged.bytes === undefined || measured.bytes === undefined) return;
  const expected = judged.bytes / judged.requests;
  const found = measured.bytes / measured.requests;
  // A turn also counts the bytes of what is under way at its end.
  const underWay = connections / Math.min(judged.requests, measured.requests);
  if (Math.abs(found - expected) > expected * (SIZE_TOLERANCE + underWay) + SIZE_TOLERANCE_BYTES) {
    throw new Error(
      `${name}: a response had ${Math.round(found)} bytes on average, and ${Math.round(expected)} when judged`,
    );
  }
}

/** Ours to a peer: the median over the rounds, each with its neighbour in time. */
export interface Ratio {
  readonly byThroughput: number;
  /** The peer's processor time a request to ours: more is better, as with throughput. */
  readonly byCpu: number | undefined;
}

export function ratioOf({ samples }: Measured, ours: string, against: string): Ratio {
  const pairs = (samples.get(ours) ?? []).flatMap((mine, round) => {
    const theirs = samples.get(against)?.[round];
    return theirs === undefined ? [] : [{ mine, theirs }];
  });
  const cpu = pairs.flatMap(({ mine, theirs }) =>
    mine.cpuMicroseconds === undefined || theirs.cpuMicroseconds === undefined
      ? []
      : [theirs.cpuMicroseconds / mine.cpuMicroseconds],
  );
  return {
    byThroughput: median(pairs.map(({ mine, theirs }) => mine.requestsPerSecond / theirs.requestsPerSecond)),
    byCpu: cpu.length === 0 ? undefined : median(cpu),
  };
}
