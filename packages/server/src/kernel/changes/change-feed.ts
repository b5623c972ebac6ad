/** Keeps a node's caches of the database fresh, by polling (decision 0015). */
export interface ChangeFeed {
  /** Polls now; resolves when everything committed before the call is known here. */
  refresh(): Promise<void>;
  /** Milliseconds since the start of the last poll that succeeded; Infinity before the first. */
  ageMs(): number;
  /** Whether the last poll failed. */
  failing(): boolean;
  /** Polls every `intervalMs` until `stop()`. */
  start(intervalMs: number): void;
  stop(): Promise<void>;
}

/** The counter as a poll saw it: before, which is undefined at the first poll, and now. */
export interface CounterSeen {
  readonly name: string;
  readonly before: bigint | undefined;
  readonly now: bigint;
}

/**
 * Fetches the changes since its last success and applies them.
 * @param anew Drop what was fetched before and fetch everything: this is another copy of the database than before.
 */
export type Look = (anew: boolean) => Promise<CounterSeen | undefined>;

/** Which copy of the database it is; a failover changes the timeline, another installation the cluster. */
export interface DatabaseCopy {
  readonly cluster: string;
  /** Which of the cluster's databases. */
  readonly database: string;
  /** null while it is a replica. */
  readonly timeline: number | null;
}

/** Why all caches were dropped. */
export interface Moved {
  readonly from: DatabaseCopy | undefined;
  readonly to: DatabaseCopy | undefined;
  /** Counters that went back: changes that were acknowledged and seen here, and that are lost. */
  readonly back: readonly CounterSeen[];
}

export interface ChangeFeedOptions {
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs?: () => number;
  /**
   * Number of statements that the store has served (`Database.served`), where it can tell: while it does not grow,
   * there is nothing to poll.
   */
  readonly served?: (() => number) | undefined;
  /**
   * Asks which copy of the database this is, and whether it still follows another server, before each poll; missing where
   * there is only one.
   */
  readonly copy?: (() => Promise<{ readonly copy: DatabaseCopy; readonly follows: boolean }>) | undefined;
  /**
   * Called once everything has been read again because the database is another copy than before. Of a replica, it is called
   * at its promotion: what it lacked and the timeline that it begins are one move.
   */
  readonly onMoved?: (moved: Moved) => void;
}

/**
 * @param looks Each sends one statement or more.
 * @param onError Called for every failed poll; the age then grows until one succeeds.
 */
export function changeFeed(
  looks: readonly Look[],
  onError: (error: unknown) => void,
  { nowMs = () => performance.now(), served, copy, onMoved = () => {} }: ChangeFeedOptions = {},
): ChangeFeed {
  let freshAtMs = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  let running: Promise<void> | undefined;
  let queued: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Value of `served` as long as only the polls have used the store since they began. */
  let quietAt: number | undefined;
  let known: DatabaseCopy | undefined;
  /** Set until everything has been read again. */
  let isStale = false;
  /** Set until it was reported. */
  let moved: Moved | undefined;

  async function look(): Promise<void> {
    // Counted from the start: the poll may miss what is committed while it runs.
    const startedAtMs = nowMs();
    const before = served?.();
    if (before === undefined || before !== quietAt) {
      quietAt = undefined;
      await lookAtAll();
      // If a poll needs more than one statement, or anybody else sends one, the count differs, and we poll again.
      if (before !== undefined) quietAt = before + looks.length;
    }
    freshAtMs = startedAtMs;
  }

  async function lookAtAll(): Promise<void> {
    const said = copy === undefined ? undefined : await copy();
    const now = said?.copy;
    if (isOther(known, now)) note(now);
    const anew = isStale;
    await each(anew, now);
    if (isStale) {
      // One counter went back, so what the other polls have cached may be of lost changes too.
      if (!anew) await each(true, now);
      isStale = false;
    }
    if (moved !== undefined && said?.follows !== true) {
      onMoved(moved);
      moved = undefined;
    }
    // A replica has no timeline of its own yet.
    if (now !== undefined) known = { ...now, timeline: now.timeline ?? known?.timeline ?? null };
  }

  async function each(anew: boolean, now: DatabaseCopy | undefined): Promise<void> {
    for (const one of looks) {
      const seen = await one(anew);
      // Noted at once: the next poll may fail, and this one reports it only once.
      if (seen?.before !== undefined && seen.now < seen.before) note(now, seen);
    }
  }

  function note(now: DatabaseCopy | undefined, ...back: readonly CounterSeen[]): void {
    isStale = true;
    moved = { from: moved?.from ?? known, to: now, back: [...(moved?.back ?? []), ...back] };
  }

  function run(): Promise<void> {
    running = look().then(
      () => {
        running = undefined;
        isFailing = false;
      },
      (error: unknown) => {
        running = undefined;
        isFailing = true;
        throw error;
      },
    );
    return running;
  }

  function refresh(): Promise<void> {
    if (running === undefined) return run();
    // A running poll may have taken its snapshot before the caller's commit, so another follows it; all callers that
    // arrive meanwhile share that one.
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
    failing: () => isFailing,
    start: schedule,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.allSettled([running, queued]);
    },
  };
}

function isOther(known: DatabaseCopy | undefined, now: DatabaseCopy | undefined): boolean {
  if (known === undefined || now === undefined) return false;
  if (known.cluster !== now.cluster || known.database !== now.database) return true;
  return known.timeline !== null && now.timeline !== null && known.timeline !== now.timeline;
}
