/** The verdict of a limit on one request. */
export interface LimitVerdict {
  readonly allowed: boolean;
  /** Requests a window allows. */
  readonly quota: number;
  /** Requests left in this window. */
  readonly remaining: number;
  /** Seconds until the window ends, rounded up. */
  readonly resetS: number;
}

/** Length of a window in seconds, for every limit (decision 0016). */
export const WINDOW_S = 60;

/** What we need: is one more request of this key within its quota? */
export interface Limiter {
  /** An adapter that needs no I/O answers at once; the gateway's hot path stays synchronous with it. */
  take(key: string, quota: number): LimitVerdict | Promise<LimitVerdict>;
  /**
   * Names where it counts: nodes that are told the same count together. Undefined while that cannot be told. Missing where
   * it counts in this process.
   */
  place?(): Promise<string | undefined>;
  close(): Promise<void>;
}
