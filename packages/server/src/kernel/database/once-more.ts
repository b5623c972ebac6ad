import { isStoreAway } from './store-away.ts';

/**
 * Runs statements once more when the store was away: over another connection, as the first was lost. For statements that change
 * nothing, or the same again, and above all for those after a commit: what is done must not be told as a failure, or it is
 * done twice.
 */
export async function onceMore<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isStoreAway(error)) throw error;
    return run();
  }
}
