/** Maximum number of rows in one statement of a flush; PGlite takes no more at a time. */
export const ROWS_A_STATEMENT = 1000;

/** Writes in the background what a request only remembers in memory (decision 0067). */
export interface Flushes {
  /** Writes what is remembered; a flush under way is shared. @throws what the store throws; nothing is lost by it. */
  flush(): Promise<void>;
  /** Flushes every `intervalMs` until `stop()`. */
  start(intervalMs: number): void;
  /** Writes the rest and stops. */
  stop(): Promise<void>;
}

/**
 * @param write Writes what an earlier flush did not, or else what is remembered; keeps what it could not write.
 * @param onError Called when a flush in the background, or the last one, failed.
 */
export function flushes(write: () => Promise<void>, onError: (error: unknown) => void): Flushes {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function flush(): Promise<void> {
    running ??= write().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    flush,
    start(intervalMs) {
      timer = setInterval(() => flush().catch(onError), intervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running?.catch(() => undefined);
      // After a failed flush the first writes only what that one had; the second writes what came since.
      await flush().then(flush).catch(onError);
    },
  };
}
