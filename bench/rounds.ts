import type { Drive } from './load/load.ts';
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

async function sample(
  contender: Contender,
  drive: Drive,
  options: RoundOptions & { readonly shortestSeconds: number },
): Promise<Sample> {
  const { name, load, server } = contender;
  const before = cpuSeconds(server.pid);
  const { requests, seconds, wrong } = await drive(load, options.connections, options.seconds);
  const after = cpuSeconds(server.pid);
  if (wrong > 0) throw new Error(`${name}: ${wrong} of ${requests} responses were wrong`);
  if (requests < options.connections * LEAST_A_CONNECTION) {
    if (options.seconds >= LONGEST_TURN * options.shortestSeconds) throw new Error(`${name} answered next to nothing`);
    return sample(contender, drive, { ...options, seconds: options.seconds * 2 });
  }
  return {
    requestsPerSecond: requests / seconds,
    cpuMicroseconds: before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / requests,
  };
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
