/** Keeps what a node remembers of the database fresh, by polling (decision 0015). */
export interface ChangeFeed {
  /** Looks now; resolves when everything committed before the call is known here. */
  refresh(): Promise<void>;
  /** Milliseconds since the start of the last look that succeeded; Infinity before the first. */
  ageMs(): number;
  /** Whether the last look failed. */
  failing(): boolean;
  /** Looks every `intervalMs` until `stop()`. */
  start(intervalMs: number): void;
  stop(): Promise<void>;
}

/** The counter of a look as it was seen: before, which is undefined at the first look, and now. */
export interface CounterSeen {
  readonly name: string;
  readonly before: bigint | undefined;
  readonly now: bigint;
}

/**
 * Fetches the changes since its last success and applies them.
 * @param anew Forget what was fetched before and fetch all of it: the database is another one than before.
 */
export type Look = (anew: boolean) => Promise<CounterSeen | undefined>;

/** Which copy of the database it is; a failover changes the timeline, another installation the cluster. */
export interface DatabaseCopy {
  readonly cluster: string;
  /** null while it follows another server. */
  readonly timeline: number | null;
}

/** Why everything was read anew. */
export interface Moved {
  readonly from: DatabaseCopy | undefined;
  readonly to: DatabaseCopy | undefined;
  /** Counters that went back: changes that were acknowledged, seen here, and are gone. */
  readonly back: readonly CounterSeen[];
}

export interface ChangeFeedOptions {
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs?: () => number;
  /** Statements that the store has served (`Database.served`), where it can tell: while it stands still there is nothing to see. */
  readonly served?: (() => number) | undefined;
  /** Asks which copy of the database it is, before each look; missing where there is only one. */
  readonly copy?: (() => Promise<DatabaseCopy>) | undefined;
  /** Told once everything was read anew because the database is another copy than before. */
  readonly onMoved?: (moved: Moved) => void;
}

/**
 * @param looks Each with one statement or more.
 * @param onError Told of every failed look; the age then grows until one succeeds.
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
  /** What `served` says as long as nobody but the last looks has asked the store anything since they began. */
  let quietAt: number | undefined;
  let known: DatabaseCopy | undefined;
  /** What a look must find out: it stays until everything was read anew. */
  let moved: Moved | undefined;

  async function look(): Promise<void> {
    // Counted from the start: what is committed during the look may be missed by it.
    const startedAtMs = nowMs();
    const before = served?.();
    if (before === undefined || before !== quietAt) {
      quietAt = undefined;
      await lookAtAll();
      // A look that takes more statements than one, or anybody's beside them, makes the count another: then we look again.
      if (before !== undefined) quietAt = before + looks.length;
    }
    freshAtMs = startedAtMs;
  }

  async function lookAtAll(): Promise<void> {
    const now = copy === undefined ? undefined : await copy();
    if (isOther(known, now)) moved = { from: known, to: now, back: moved?.back ?? [] };
    const anew = moved !== undefined;
    await each(anew, now);
    if (moved !== undefined) {
      // One counter went back: what the others know may be of changes that are gone as well.
      if (!anew) await each(true, now);
      onMoved(moved);
      moved = undefined;
    }
    // A server that follows has no timeline of its own yet.
    if (now !== undefined) known = { ...now, timeline: now.timeline ?? known?.timeline ?? null };
  }

  async function each(anew: boolean, now: DatabaseCopy | undefined): Promise<void> {
    for (const one of looks) {
      const seen = await one(anew);
      // Noted at once: the next look may fail, and this one tells it only once.
      if (seen?.before !== undefined && seen.now < seen.before) {
        moved = { from: known, to: now, back: [...(moved?.back ?? []), seen] };
      }
    }
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
  if (known.cluster !== now.cluster) return true;
  return known.timeline !== null && now.timeline !== null && known.timeline !== now.timeline;
}
