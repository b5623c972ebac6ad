import type { CallOptions, Connection } from './connection.ts';

import { type ListedTour, type VrListQuery, vrList } from './generated/vr-list.ts';

/** The most a page can hold: fewest calls. */
const PAGE_SIZE = 100;
/** Times that pages are gone back in a walk: the `total` of another gateway may mean something else. */
const MOST_BACK = 100;

/**
 * All tours of the app's Team, page after page, each asked for when the one before is used up:
 * `for await (const tour of listAllTours(gateway))`. While tours come in, those of pages before come again: they are left out.
 * Where `total` falls, tours were removed and others have moved to pages before, which are asked for again. Leaving the loop ends
 * the calls.
 *
 * For a nightly copy keep the time before the walk began, less 60 s, and give it as `modified_since` the next night: what
 * changes during a walk is in the next one. The minute covers changes that were being written when the walk began, and
 * clocks that differ.
 *
 * @param options Of each call.
 * @throws {GatewayError} `err_parameter_invalid`, and those of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export async function* listAllTours(
  connection: Connection,
  query: Omit<VrListQuery, 'page'> = {},
  options?: CallOptions,
): AsyncGenerator<ListedTour, void, undefined> {
  const seen = new Set<string>();
  for (let page = 1, before = 0, back = MOST_BACK; ; page += 1) {
    const { list, page_size, total } = await vrList(connection, { page_size: PAGE_SIZE, ...query, page }, options);
    const gone = before - total;
    before = total;
    if (gone > 0 && back-- > 0) page = Math.max(0, page - 1 - Math.ceil(gone / page_size));
    else {
      for (const tour of list) if (seen.size < seen.add(tour.vr_code).size) yield tour;
      if (list.length < page_size) return;
    }
  }
}
