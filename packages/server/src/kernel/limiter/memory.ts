import { type Limiter, type LimitVerdict, WINDOW_S } from './limiter.ts';

interface Window {
  endsAtMs: number;
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
    if (known !== undefined && known.endsAtMs > now) return known;
    // Deleted first, so that the map stays ordered by the start of the windows.
    windows.delete(key);
    if (windows.size >= MAX_KEYS) forgetOldest(now);
    const fresh = { endsAtMs: now + WINDOW_S * 1000, used: 0 };
    windows.set(key, fresh);
    return fresh;
  }

  function forgetOldest(now: number): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > now && windows.size < MAX_KEYS) return;
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
        resetS: Math.max(1, Math.ceil((window.endsAtMs - now) / 1000)),
      };
    },
    async close() {
      windows.clear();
    },
  };
}
