import type { AssetStore } from '../kernel/assets/asset-store.ts';
import type { Database } from '../kernel/database/database.ts';
import { type Repeated, repeated } from '../kernel/repeated.ts';
import { collectDropped } from '../tours/files/collect-assets.ts';

export interface AssetCollectorParts {
  readonly database: Database;
  readonly assets: AssetStore;
  /** Seconds that a file stays after it was taken off its last tour (ASSET_KEEP_S). */
  readonly keepS: number;
  readonly onCollected: (count: number) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Milliseconds between two checks: a file is removed at most this much later than it may be. */
const LOOK_MS = 60_000;

/** Removes files that were taken off tours, in the background. */
export function assetCollector({ database, assets, keepS, onCollected, onFailed }: AssetCollectorParts): Repeated {
  return repeated({
    name: 'file collection',
    everyMs: Math.min(LOOK_MS, Math.max(1, keepS) * 1000),
    async look(signal) {
      const count = await collectDropped(database, assets, keepS, signal);
      if (count > 0) onCollected(count);
    },
    onFailed,
  });
}
