/** A signal of one piece of work, aborted with another signal or after a while. */
export interface BoundedSignal {
  readonly signal: AbortSignal;
  /** Whether the time was over before the other signal was aborted. */
  readonly isLate: boolean;
  /** Lets go of the other signal and the timer. Call it when the work is done. */
  close(): void;
}

/**
 * By hand, because `AbortSignal.any` leaves something behind in a signal that lives as long as the process, for every
 * signal that was ever made of it (Node.js 20 and 22).
 * @param ms Milliseconds.
 */
export function boundedSignal(outer: AbortSignal, ms: number): BoundedSignal {
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, ms);
  const stop = () => controller.abort(outer.reason);
  const close = () => {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
  };
  controller.signal.addEventListener('abort', close);
  outer.addEventListener('abort', stop);
  if (outer.aborted) stop();
  return {
    signal: controller.signal,
    get isLate() {
      return isLate;
    },
    close,
  };
}
