/** Difference between this machine's clock and the database's, in seconds, from which on it is reported. */
export const CLOCKS_APART_S = 2;
/** Milliseconds after which any newer sample replaces an older one. */
const SAMPLE_MS = 10_000;

/** An estimate of the database's clock: several machines issue and check times by one clock. */
export interface ServerClock {
  /** Milliseconds since 1970, by the database's clock; by this machine's while the other is not known. */
  nowMs(): number;
  /** Seconds that the database's clock is ahead of this machine's; negative when it is behind. */
  aheadS(): number;
  /** How the two clocks differ; undefined when they agree. */
  problem(): string | undefined;
  /** @param asked When the question was sent and its answer arrived, by this machine's clock. */
  note(serverMs: number, asked: { readonly fromMs: number; readonly toMs: number }): void;
}

export function serverClock(): ServerClock {
  let aheadMs = 0;
  let known: { readonly tookMs: number; readonly atMs: number } | undefined;
  const aheadS = () => aheadMs / 1000;
  return {
    nowMs: () => Date.now() + aheadMs,
    aheadS,
    problem() {
      if (Math.abs(aheadS()) <= CLOCKS_APART_S) return undefined;
      const apart = `${Math.abs(aheadS()).toFixed(1)} s ${aheadMs > 0 ? 'behind' : 'ahead of'}`;
      return `the clock of this machine is ${apart} the database's: let both follow a time server`;
    },
    note(serverMs, { fromMs, toMs }) {
      const sample = { tookMs: toMs - fromMs, atMs: performance.now() };
      // The server read its clock at some moment in between: the shorter the round trip, the smaller the error.
      if (known !== undefined && sample.tookMs > known.tookMs && sample.atMs - known.atMs < SAMPLE_MS) return;
      known = sample;
      aheadMs = Math.round(serverMs - (fromMs + toMs) / 2);
    },
  };
}
