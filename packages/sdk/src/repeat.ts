import { BY_PROXIES } from './answers.ts';
import type { CallLimits } from './connection.ts';
import { GatewayError, TransportError } from './errors.ts';
import { type Scope, sleep } from './scope.ts';
import type { Begun } from './token.ts';

/** Longest wait before the first repeat; it doubles with each. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;

/** Refused before anything was done: too many requests, or not ready. */
const REFUSED_FOR_NOW = [429, 503];
/** Also what proxies answer while the gateway behind them restarts: whether it did something is unknown. */
const PASSING = [429, ...BY_PROXIES];

/** Whether the same request may succeed later, and may be sent again (decision 0053). */
export function isWorthRepeating(error: unknown, idempotent: boolean): error is GatewayError | TransportError {
  if (error instanceof GatewayError) return REFUSED_FOR_NOW.includes(error.httpStatus);
  if (!idempotent || !(error instanceof TransportError)) return false;
  const { reason, httpStatus } = error;
  return reason === 'connection' || reason === 'timeout' || PASSING.includes(httpStatus ?? 0);
}

/**
 * Milliseconds to wait before a repeat: any time up to a bound that doubles (full jitter, so that clients that failed
 * together do not come back together), on top of what the gateway asked for.
 * @param random From 0 to 1.
 */
export function waitMs(attempt: number, retryAfterS: number | undefined, random: number): number {
  const bound =
    retryAfterS === undefined ? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) : FIRST_WAIT_MS;
  return (retryAfterS ?? 0) * 1000 + random * bound;
}

/**
 * Runs an operation until it succeeds, fails for good, or its attempts or its time are used up. A wait that would
 * outlast the scope is not begun: the caller gets the failure at once, with `retryAfterS`.
 * @param run Given the number of the attempt, from 1.
 * @param begun Learns until when a wait lasts.
 */
export async function repeat<T>(
  operation: string,
  { maxAttempts }: CallLimits,
  scope: Scope,
  idempotent: boolean,
  run: (attempt: number) => Promise<T>,
  begun?: Begun,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(attempt);
    } catch (error) {
      // A failed exchange has been repeated already, by itself.
      if (!isWorthRepeating(error, idempotent) || error.operation !== operation || attempt >= maxAttempts) throw error;
      const wait = waitMs(attempt, error.retryAfterS, Math.random());
      if (wait >= scope.leftMs()) throw error;
      if (begun) begun.activeAtMs = performance.now() + wait;
      await sleep(wait, scope.signal);
    }
  }
}
