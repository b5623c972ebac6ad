import type { CallOptions, Connection } from './connection.ts';

import { type ListedTour, type VrListQuery, vrList } from './generated/vr-list.ts';

/** The most a page can hold: fewest calls. */
const PAGE_SIZE = 100;

/**
 * All tours of the app's Team, page after page, each asked for when the one before is used up:
 * `for await (const tour of listAllTours(gateway))`. While tours come in, one of the page before comes again on the next: it
 * is left out. Leaving the loop ends the calls.
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
  let before = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { list, page_size } = await vrList(connection, { page_size: PAGE_SIZE, ...query, page }, options);
    for (const tour of list) if (!before.has(tour.vr_code)) yield tour;
    if (list.length < page_size) return;
    before = new Set(list.map(({ vr_code }) => vr_code));
  }
}
