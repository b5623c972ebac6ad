import { type Limiter, type LimitVerdict, WINDOW_S } from './limiter.ts';

const WINDOW_MS = WINDOW_S * 1000;

interface Window {
  /**
   * The start is kept, not the end: the clock has fractions, and start + 60,000 - start may come out above 60,000,
   * which would be told as a window of 61 seconds.
   */
  readonly startedAtMs: number;
  used: number;
}

/** A limiter that answers at once. */
interface SynchronousLimiter extends Limiter {
  take(key: string, quota: number): LimitVerdict;
}

/**
 * Maximum number of keys. Beyond it the oldest windows are evicted, so that a flood of addresses cannot exhaust the
 * memory.
 */
const MAX_KEYS = 200_000;

/**
 * Fixed windows in this process's memory. Written by hand because it must answer synchronously: the libraries' promises
 * cost the hot path more than the counting.
 * @param nowMs A monotonic clock, in milliseconds.
 */
export function memoryLimiter(nowMs: () => number = () => performance.now()): SynchronousLimiter {
  const windows = new Map<string, Window>();

  function windowOf(key: string, now: number): Window {
    const known = windows.get(key);
    if (known !== undefined && !hasEnded(known, now)) return known;
    // Deleted first, so that the map stays ordered by the start of the windows.
    windows.delete(key);
    if (windows.size >= MAX_KEYS) forgetOldest(now);
    const fresh = { startedAtMs: now, used: 0 };
    windows.set(key, fresh);
    return fresh;
  }

  function forgetOldest(now: number): void {
    for (const [key, window] of windows) {
      if (!hasEnded(window, now) && windows.size < MAX_KEYS) return;
      windows.delete(key);
    }
  }

  return {
    take(key, quota) {
      const now = nowMs();
      const window = windowOf(key, now);
      const allowed = window.used < quota;
      if (allowed) window.used += 1;
      return {
        allowed,
        quota,
        // Of a quota that was lowered in the window, more may be used than there is.
        remaining: Math.max(0, quota - window.used),
        resetS: Math.ceil((WINDOW_MS - (now - window.startedAtMs)) / 1000),
      };
    },
    async close() {
      windows.clear();
    },
  };
}

function hasEnded({ startedAtMs }: Window, now: number): boolean {
  return now - startedAtMs >= WINDOW_MS;
}
