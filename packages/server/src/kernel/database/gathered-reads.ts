/**
 * One statement for all keys that a Team asks for.
 * @returns The values in the order of the keys.
 */
export type Fetch<Key, Value> = (teamId: string, keys: readonly Key[]) => Promise<readonly Value[]>;

interface Asked<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** Statements under way at once; what is asked for meanwhile is gathered for the next. */
export const MOST_STATEMENTS = 4;
/** Keys of one statement. Its answer is held as a whole, and a payload may take megabytes. */
export const MOST_KEYS = 8;

/**
 * Lets values be asked for one by one and fetches them together: a statement costs several times what one more row does
 * (decision 0072). Nothing waits while fewer statements than may be are under way.
 *
 * @returns Asks for the value of a key. It rejects with what the statement for it rejected with.
 */
export function gatheredReads<Key, Value>(fetch: Fetch<Key, Value>): (teamId: string, key: Key) => Promise<Value> {
  /** Teams in the order of their turns. */
  const waiting = new Map<string, Asked<Key, Value>[]>();
  let underWay = 0;
  let isDue = false;

  function takeTurns(): void {
    isDue = false;
    for (const [teamId, asked] of waiting) {
      if (underWay === MOST_STATEMENTS) return;
      waiting.delete(teamId);
      const taken = asked.splice(0, MOST_KEYS);
      // Behind the Teams that have had no turn yet; the loop comes to it again.
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

  /** The next turn is taken once every request that came with this round of the event loop has asked. */
  function plan(): void {
    if (isDue || waiting.size === 0 || underWay === MOST_STATEMENTS) return;
    isDue = true;
    setImmediate(takeTurns);
  }

  return (teamId, key) =>
    new Promise((resolve, reject) => {
      const asked = waiting.get(teamId);
      if (asked === undefined) waiting.set(teamId, [{ key, resolve, reject }]);
      else asked.push({ key, resolve, reject });
      plan();
    });
}
