import { type Limiter, type LimitVerdict, WINDOW_S } from './limiter.ts';
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
  /** The window lasts at least until then: the answer is rounded up to seconds. */
  readonly knownUntilMs: number;
  readonly endsAtMs: number;
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
    const now = nowMs();
    if (refusals.size >= MOST_REFUSALS) refusals.clear();
    refusals.set(key, { quota, knownUntilMs: now + (resetS - 1) * 1000, endsAtMs: now + resetS * 1000 });
  }

  function knownRefusal(key: string, quota: number): LimitVerdict | undefined {
    const refusal = refusals.get(key);
    if (refusal === undefined || quota > refusal.quota) return undefined;
    const now = nowMs();
    if (refusal.knownUntilMs <= now) {
      refusals.delete(key);
      return undefined;
    }
    const resetS = Math.min(WINDOW_S, Math.ceil((refusal.endsAtMs - now) / 1000));
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
