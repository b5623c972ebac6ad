import { CONNECTION_WAIT_MS } from './database.ts';
import { noteUnreachable } from './store-away.ts';

/**
 * One statement for all keys requested for a Team.
 *
 * @param teamId As `app.team` has it: `*` for keys of all Teams.
 * @returns The values in the order of the keys.
 */
export type Fetch<Key, Value> = (teamId: string, keys: readonly Key[]) => Promise<readonly Value[]>;

interface Asked<Key, Value> {
  readonly key: Key;
  readonly sinceMs: number;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of concurrent statements; keys requested meanwhile are batched into the next one. */
export const MOST_STATEMENTS = 4;
/** Maximum number of keys in a statement: its answer is held in memory as a whole, and a payload may take megabytes. */
export const MOST_KEYS = 8;

/** Milliseconds between two looks at what waits. */
const LOOK_EVERY_MS = 250;

/**
 * Takes requests for single values and fetches them in batches: a statement costs several times as much as one more row
 * (decision 0072). A request waits only while the maximum number of statements is running, and as long as one of a pool does
 * for a connection; then it rejects with an error of a store that is away.
 * @returns Requests the value of a key. It rejects with the error of its statement.
 */
export function gatheredReads<Key, Value>(fetch: Fetch<Key, Value>): (teamId: string, key: Key) => Promise<Value> {
  /** Teams in the order of their turns. */
  const waiting = new Map<string, Asked<Key, Value>[]>();
  let underWay = 0;
  let isDue = false;
  let looksForLate = false;

  function takeTurns(): void {
    isDue = false;
    for (const [teamId, asked] of waiting) {
      if (underWay === MOST_STATEMENTS) return;
      waiting.delete(teamId);
      const taken = asked.splice(0, MOST_KEYS);
      // Moved behind the Teams that have not had a turn yet; the loop comes back to it.
      if (asked.length > 0) waiting.set(teamId, asked);
      void run(teamId, taken);
    }
  }

  async function run(teamId: string, taken: readonly Asked<Key, Value>[]): Promise<void> {
    underWay += 1;
    try {
      const values = await fetch(
        teamId,
        taken.map(({ key }) => key),
      );
      taken.forEach(({ resolve }, index) => {
        resolve(values[index] as Value);
      });
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      underWay -= 1;
      plan();
    }
  }

  /** The next turn starts once every request that arrived in this turn of the event loop has asked. */
  function plan(): void {
    if (isDue || waiting.size === 0) return;
    if (underWay === MOST_STATEMENTS) {
      if (!looksForLate) setTimeout(endLate, LOOK_EVERY_MS).unref();
      looksForLate = true;
      return;
    }
    isDue = true;
    setImmediate(takeTurns);
  }

  function endLate(): void {
    looksForLate = false;
    const beforeMs = performance.now() - CONNECTION_WAIT_MS;
    for (const [teamId, asked] of waiting) {
      const inTime = asked.findIndex(({ sinceMs }) => sinceMs > beforeMs);
      for (const { reject } of asked.splice(0, inTime === -1 ? asked.length : inTime)) reject(waitedTooLong());
      if (asked.length === 0) waiting.delete(teamId);
    }
    plan();
  }

  return (teamId, key) =>
    new Promise((resolve, reject) => {
      const asked = { key, sinceMs: performance.now(), resolve, reject };
      const others = waiting.get(teamId);
      if (others === undefined) waiting.set(teamId, [asked]);
      else others.push(asked);
      plan();
    });
}

function waitedTooLong(): Error {
  const error = new Error(`the statements before it took more than ${CONNECTION_WAIT_MS} ms`);
  noteUnreachable(error);
  return error;
}
