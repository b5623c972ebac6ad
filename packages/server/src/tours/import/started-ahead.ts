/** An item and its outcome, which may still be pending. */
export interface Started<Item, Outcome> {
  readonly item: Item;
  readonly outcome: Promise<Outcome>;
}

/**
 * Yields items in order, each with its work started, and keeps further ones running while the consumer waits for the
 * first. A consumer that stops early leaves none running.
 * @param atOnce Maximum concurrency, the yielded item included.
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
      // Its consumer handles the error; until then it must not count as unhandled.
      outcome.catch(() => undefined);
      started.push({ item, outcome });
      while (started.length >= atOnce) yield* started.splice(0, 1);
    }
    while (started.length > 0) yield* started.splice(0, 1);
  } finally {
    await Promise.allSettled(started.map(({ outcome }) => outcome));
  }
}
