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

export interface ChangeFeedOptions {
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs?: () => number;
  /** Statements that the store has served (`Database.served`), where it can tell: while it stands still there is nothing to see. */
  readonly served?: (() => number) | undefined;
}

/**
 * @param looks Each fetches the changes since its last success and applies them, with one statement or more.
 * @param onError Told of every failed look; the age then grows until one succeeds.
 */
export function changeFeed(
  looks: readonly (() => Promise<void>)[],
  onError: (error: unknown) => void,
  { nowMs = () => performance.now(), served }: ChangeFeedOptions = {},
): ChangeFeed {
  let freshAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let queued: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** What `served` says as long as nobody but the last looks has asked the store anything since they began. */
  let quietAt: number | undefined;

  async function look(): Promise<void> {
    // Counted from the start: what is committed during the look may be missed by it.
    const startedAtMs = nowMs();
    const before = served?.();
    if (before === undefined || before !== quietAt) {
      quietAt = undefined;
      for (const one of looks) await one();
      // A look that takes more statements than one, or anybody's beside them, makes the count another: then we look again.
      if (before !== undefined) quietAt = before + looks.length;
    }
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
