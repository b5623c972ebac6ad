/** The rows of every table, in JSON, by the number of the table (`DatabaseRows.read`). */
export type Content = readonly string[];

/** Words that the service chose, such as `secret.rotate` and `succeeded`. Codes, hashes and times differ from run to run. */
const WORDS = /^(?:[A-Z]?[a-z]{1,20}(?:[ .:-]+[A-Za-z]?[a-z]{0,20})*|[A-Z]+(?:_[A-Z]+)+)$/;

/** When something is looked at next: set by whichever process comes first. */
const NEXT_LOOK = 'trial_ask_at';

function shown(name: string, value: unknown): unknown {
  if (name === NEXT_LOOK) return 'a time or none';
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string' && WORDS.test(value)) return value;
  return typeof value === 'object' ? 'an object' : 'something';
}

function rowsOf(json: string): Map<string, unknown> {
  return new Map((JSON.parse(json) as unknown[]).map((row) => [JSON.stringify(row), row]));
}

/** @returns What is in `these` and not in `those`, without what differs from run to run. */
function others(these: Map<string, unknown>, those: Map<string, unknown>): string[] {
  return [...these]
    .filter(([text]) => !those.has(text))
    .map(([, row]) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(row as object).map(([name, value]) => [name, shown(name, value)])),
      ),
    );
}

/**
 * @returns What changed between two contents of a store, one line a row: equal for two runs of the same change. A row of
 *   which only times and numbers changed counts as unchanged.
 */
export function rowChanges(before: Content, after: Content, names: readonly string[]): readonly string[] {
  return before.flatMap((json, at) => {
    const now = after[at] ?? '[]';
    if (json === now) return [];
    const [were, are] = [rowsOf(json), rowsOf(now)];
    const gone = others(were, are);
    const come = others(are, were).filter((row) => {
      const same = gone.indexOf(row);
      if (same !== -1) gone.splice(same, 1);
      return same === -1;
    });
    return [...gone.map((row) => `- ${names[at]} ${row}`), ...come.map((row) => `+ ${names[at]} ${row}`)].sort();
  });
}
