import { type Profiler, Session } from 'node:inspector/promises';

/** What ran since the look before. */
export interface Look {
  /** Whether code is among it that is not known. */
  readonly isNew: boolean;
  /** Makes it known. */
  keep(): void;
}

/** Which code of some sources runs, by V8's own counters. */
export interface Coverage {
  look(): Promise<Look>;
  /** How much of the sources is known, from 0 to 1. */
  share(): number;
  stop(): Promise<void>;
}

/** @param sources Ends of their paths. */
export async function watchCoverage(sources: readonly string[]): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  /** By script: a byte for each of its characters, 1 where it has run. */
  const known = new Map<string, Uint8Array>();
  return {
    async look() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ran = result
        .filter(({ url }) => sources.some((source) => url.endsWith(source)))
        .map(({ url, functions }) => ({ url, code: painted(functions) }));
      return {
        isNew: ran.some(({ url, code }) => {
          const before = known.get(url);
          return code.some((one, at) => one > (before?.[at] ?? 0));
        }),
        keep: () => {
          for (const { url, code } of ran) known.set(url, united(code, known.get(url) ?? new Uint8Array()));
        },
      };
    },
    share: () => {
      const bytes = [...known.values()].flatMap((code) => [...code]);
      return bytes.reduce((sum, one) => sum + one, 0) / Math.max(1, bytes.length);
    },
    stop: async () => {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

/** Ranges of a script lie inside the ones before them. */
function painted(functions: readonly Profiler.FunctionCoverage[]): Uint8Array {
  const ranges = functions.flatMap((one) => one.ranges);
  const code = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
  for (const { startOffset, endOffset, count } of ranges) code.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return code;
}

function united(one: Uint8Array, other: Uint8Array): Uint8Array {
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
  return longer.map((byte, at) => byte | (shorter[at] ?? 0));
}
