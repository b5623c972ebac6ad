import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** What Windows answers while a virus scanner or an indexer looks at what has just been written. */
const IN_USE = ['EPERM', 'EACCES', 'EBUSY'];
/** Milliseconds before each further try; two seconds together, which such a look seldom takes. */
const WAITS_MS = [10, 30, 100, 200, 400, 600, 660];

interface Tried {
  rename(from: string, to: string): Promise<void>;
  sleep(ms: number): Promise<unknown>;
}

/**
 * Gives a file or folder another name, as `rename` does; one that is in use for a moment is tried again.
 * @param tried Renames, and waits: a test passes its own.
 * @throws What the last try failed with.
 */
export async function renamed(from: string, to: string, tried: Tried = { rename, sleep }): Promise<void> {
  for (const waitMs of WAITS_MS) {
    try {
      return await tried.rename(from, to);
    } catch (error) {
      if (!IN_USE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await tried.sleep(waitMs);
    }
  }
  return tried.rename(from, to);
}
