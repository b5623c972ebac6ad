/** The time limits of one call: everything that waits within it stops when it ends. */
export interface Scope {
  /** Aborted when the scope ends early; its reason is what the caller gets to see. */
  readonly signal: AbortSignal;
  /** Milliseconds until the scope ends by itself. */
  leftMs(): number;
  /** Frees the timer and the caller's signal. Call it when the work is done. */
  close(): void;
}

/**
 * Opens a scope.
 * @param totalTimeoutMs Milliseconds it lasts.
 * @param outer The caller's own signal; its reason becomes the scope's.
 * @param timedOut Makes the reason when time is over.
 * @throws {TypeError} Without types, the controller may be given in place of its signal.
 */
export function openScope(totalTimeoutMs: number, outer: AbortSignal | undefined, timedOut: () => unknown): Scope {
  if (outer && !outer.addEventListener) throw new TypeError('signal takes an AbortSignal, as in controller.signal.');
  const controller = new AbortController();
  const endsAtMs = performance.now() + totalTimeoutMs;
  const timer = setTimeout(() => controller.abort(timedOut()), totalTimeoutMs);
  // By hand, because AbortSignal.any keeps its sources' listeners for as long as a long-lived signal lives.
  const stop = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', stop);
  if (outer?.aborted) stop();
  return {
    signal: controller.signal,
    leftMs: () => endsAtMs - performance.now(),
    close() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}

/** Waits for work, or rejects with the signal's reason as soon as that aborts. The work itself continues. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Waits so many milliseconds, or rejects with the signal's reason. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await orAborted(elapsed, signal).finally(() => clearTimeout(timer));
}
