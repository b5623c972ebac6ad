import type { Limiter, LimitVerdict } from './limiter.ts';
import { memoryLimiter } from './memory.ts';

/**
 * Counts requests in another process: key and quota of each.
 * @returns The verdicts in the same order; undefined when it does not answer.
 */
export type AskVerdicts = (
  takes: readonly (readonly [string, number])[],
) => Promise<readonly LimitVerdict[] | undefined>;

/** Maximum number of exhausted keys that are remembered. */
const MOST_REFUSALS = 100_000;

interface Refusal {
  /** A larger one may leave room. */
  readonly quota: number;
  readonly toldAtMs: number;
  /** Seconds until the window ended, rounded up, when it was told. */
  readonly resetS: number;
}

/**
 * A limiter that asks one shared by all processes of a machine (decision 0042). Requests of one turn of the event loop
 * are batched into one message. An exhausted key is refused here until its window ends, so a flood costs the other
 * process nothing.
 * @param nowMs A monotonic clock, in milliseconds.
 */
export function askedLimiter(ask: AskVerdicts, nowMs: () => number = () => performance.now()): Limiter {
  const alone = memoryLimiter(nowMs);
  const refusals = new Map<string, Refusal>();
  let waiting: { key: string; quota: number; settle: (verdict: LimitVerdict) => void }[] = [];

  async function send(): Promise<void> {
    const asked = waiting;
    waiting = [];
    const verdicts = await ask(asked.map(({ key, quota }) => [key, quota] as const));
    for (const [index, { key, quota, settle }] of asked.entries()) {
      // Without an answer this process counts alone: limits still apply, and the gateway keeps serving.
      const verdict = verdicts?.[index] ?? alone.take(key, quota);
      if (!verdict.allowed) remember(key, verdict);
      settle(verdict);
    }
  }

  function remember(key: string, { quota, resetS }: LimitVerdict): void {
    if (refusals.size >= MOST_REFUSALS) refusals.clear();
    refusals.set(key, { quota, toldAtMs: nowMs(), resetS });
  }

  function knownRefusal(key: string, quota: number): LimitVerdict | undefined {
    const refusal = refusals.get(key);
    if (refusal === undefined || quota > refusal.quota) return undefined;
    const resetS = refusal.resetS - Math.floor((nowMs() - refusal.toldAtMs) / 1000);
    // In what was the last second when rounded up, the window may have ended already.
    if (resetS <= 1) {
      refusals.delete(key);
      return undefined;
    }
    return { allowed: false, quota, remaining: 0, resetS };
  }

  return {
    take(key, quota) {
      const refusal = knownRefusal(key, quota);
      if (refusal !== undefined) return refusal;
      return new Promise<LimitVerdict>((settle) => {
        waiting.push({ key, quota, settle });
        if (waiting.length === 1) setImmediate(send);
      });
    },
    async close() {
      refusals.clear();
      await alone.close();
    },
  };
}
