/** Keeps what a node remembers of the database fresh, by polling (decision 0015). */
export interface ChangeFeed {
  /** Looks now; resolves when everything committed before the call is known here. */
  refresh(): Promise<void>;
  /** Milliseconds since the start of the last look that succeeded; Infinity before the first. */
  ageMs(): number;
  /** Looks every `intervalMs` until `stop()`. */
  start(intervalMs: number): void;
  stop(): Promise<void>;
}

/**
 * @param looks Each fetches the changes since its last success and applies them.
 * @param onError Told of every failed look; the age then grows until one succeeds.
 * @param nowMs A clock that never goes back, in milliseconds.
 */
export function changeFeed(
  looks: readonly (() => Promise<void>)[],
  onError: (error: unknown) => void,
  nowMs: () => number = () => performance.now(),
): ChangeFeed {
  let freshAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let queued: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    // Counted from the start: what is committed during the look may be missed by it.
    const startedAtMs = nowMs();
    for (const one of looks) await one();
    freshAtMs = startedAtMs;
  }

  function run(): Promise<void> {
    running = look().finally(() => {
      running = undefined;
    });
    return running;
  }

  function refresh(): Promise<void> {
    if (running === undefined) return run();
    // A look under way may have taken its snapshot before the caller's commit, so one more follows it; all callers
    // that arrive meanwhile share that one.
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = undefined;
        return run();
      });
    return queued;
  }

  function schedule(intervalMs: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      refresh()
        .catch(onError)
        .finally(() => schedule(intervalMs));
    }, intervalMs);
    timer.unref();
  }

  return {
    refresh,
    ageMs: () => nowMs() - freshAtMs,
    start: schedule,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.allSettled([running, queued]);
    },
  };
}
