import { type AssetStore, AssetStoreAway } from './asset-store.ts';

/** An asset store, and whether it answers. */
export interface AssetStoreWatch {
  /** The same store; while it is away, calls to it are refused at once. */
  readonly store: AssetStore;
  /** Why it cannot be used now; undefined when it can, as far as is known. */
  away(): string | undefined;
  /** Checks now, then at intervals. */
  start(): void;
  stop(): void;
}

export interface WatchEvents {
  onAway(reason: string): void;
  onBack(): void;
}

/** Milliseconds between two checks, also while the store is away. */
const LOOK_MS = 5_000;
const LOOK_AWAY_MS = 1_000;

/**
 * Watches whether a store answers. A call that finds it away triggers a check at once, and only a failed check counts:
 * one slow call alone does not. While the store is away nothing waits for it, because a file that waits holds a
 * connection.
 */
export function watchAssetStore(store: AssetStore, { onAway, onBack }: WatchEvents): AssetStoreWatch {
  let reason: string | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const look = (): Promise<void> => {
    looking ??= store
      .reach()
      .then(
        () => {
          if (reason !== undefined) onBack();
          reason = undefined;
        },
        (error: unknown) => {
          const now = error instanceof Error ? error.message : String(error);
          if (reason === undefined) onAway(now);
          reason = now;
        },
      )
      .finally(() => {
        looking = undefined;
        clearTimeout(timer);
        if (isStarted) timer = setTimeout(look, reason === undefined ? LOOK_MS : LOOK_AWAY_MS).unref();
      });
    return looking;
  };

  async function asked<T>(ask: () => Promise<T>): Promise<T> {
    if (reason !== undefined) throw new AssetStoreAway(reason);
    try {
      return await ask();
    } catch (error) {
      if (error instanceof AssetStoreAway && isStarted) void look();
      throw error;
    }
  }

  const { linkTo } = store;
  return {
    store: {
      ...store,
      put: (content) => asked(() => store.put(content)),
      sizeOf: (sha256) => asked(() => store.sizeOf(sha256)),
      open: (sha256, range) => asked(() => store.open(sha256, range)),
      remove: (sha256) => asked(() => store.remove(sha256)),
      ...(linkTo && { linkTo: (sha256, link) => asked(() => linkTo(sha256, link)) }),
    },
    away: () => reason,
    start() {
      isStarted = true;
      void look();
    },
    stop() {
      isStarted = false;
      clearTimeout(timer);
    },
  };
}
