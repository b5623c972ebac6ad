/** An item and the work on it, which may be under way still. */
export interface Started<Item, Outcome> {
  readonly item: Item;
  readonly outcome: Promise<Outcome>;
}

/**
 * Hands items out in their order, with the work on them begun: on each, and on so many at once that others are under way
 * while the first is waited for. Whoever stops early leaves none under way.
 *
 * @param atOnce Works under way at most, the one handed out included.
 */
export async function* startedAhead<Item, Outcome>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Outcome>,
): AsyncGenerator<Started<Item, Outcome>> {
  const started: Started<Item, Outcome>[] = [];
  try {
    for await (const item of items) {
      const outcome = work(item);
      // Whoever it is handed out to is told; until then it is nobody's.
      outcome.catch(() => undefined);
      started.push({ item, outcome });
      while (started.length >= atOnce) yield* started.splice(0, 1);
    }
    while (started.length > 0) yield* started.splice(0, 1);
  } finally {
    await Promise.allSettled(started.map(({ outcome }) => outcome));
  }
}
