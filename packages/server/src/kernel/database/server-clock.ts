/** Difference between this machine's clock and the database's, in seconds, from which on it is reported. */
export const CLOCKS_APART_S = 2;
/** Milliseconds after which any newer sample replaces an older one. */
const SAMPLE_MS = 10_000;

/**
 * An estimate of the database's clock: several machines issue and check times by one clock. Between two answers it goes on by the
 * time that nobody sets, so that tokens do not end, or begin to live for an hour more, when somebody sets this machine's clock.
 */
export interface ServerClock {
  /** Milliseconds since 1970, by the database's clock; by this machine's while the other is not known. */
  nowMs(): number;
  /** Seconds that the database's clock is ahead of this machine's; negative when it is behind. */
  aheadS(): number;
  /** How the two clocks differ; undefined when they agree. */
  problem(): string | undefined;
  /** @param asked When the question was sent and its answer arrived, by `performance.now()`. */
  note(serverMs: number, asked: { readonly fromMs: number; readonly toMs: number }): void;
}

export function serverClock(): ServerClock {
  let known: { readonly tookMs: number; readonly atMs: number; readonly beyondMs: number } | undefined;
  const nowMs = () => (known === undefined ? Date.now() : Math.round(performance.now() + known.beyondMs));
  const aheadS = () => (nowMs() - Date.now()) / 1000;
  return {
    nowMs,
    aheadS,
    problem() {
      if (Math.abs(aheadS()) <= CLOCKS_APART_S) return undefined;
      const apart = `${Math.abs(aheadS()).toFixed(1)} s ${aheadS() > 0 ? 'behind' : 'ahead of'}`;
      return `the clock of this machine is ${apart} the database's: let both follow a time server`;
    },
    note(serverMs, { fromMs, toMs }) {
      const sample = { tookMs: toMs - fromMs, atMs: toMs, beyondMs: serverMs - (fromMs + toMs) / 2 };
      // The server read its clock at some moment in between: the shorter the round trip, the smaller the error.
      const isWorse = known !== undefined && sample.tookMs > known.tookMs && toMs - known.atMs < SAMPLE_MS;
      // Unless the database's clock was set, or this machine has slept.
      const jumpedMs = known === undefined ? 0 : Math.abs(sample.beyondMs - known.beyondMs);
      if (isWorse && jumpedMs < sample.tookMs) return;
      known = sample;
    },
  };
}
