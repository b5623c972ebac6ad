import type { DataOf } from '@openhouse/contract';
import { PAGE_SIZE_MAX, vrList } from '@openhouse/contract';
import { type Command, jsonOption, optionTime } from '../command.ts';
import { callerOf, callerOptions } from '../gateway-client.ts';
import { type PoliteGateway, politeGateway } from '../pull/polite-gateway.ts';
import { results } from '../results.ts';
import { told } from '../told.ts';

/** Times that pages are gone back: the `total` of another gateway may mean something else. */
const MOST_BACK = 100;

type Page = DataOf<typeof vrList>;
type ListedTour = Page['list'][number];

/** `openhouse list`: the tours that an app can read, at any gateway that lists them (decision 0112). */
export const list: Command = {
  name: 'list',
  summary: 'List the tours that an app can read.',
  description:
    'One line a tour, newest first: resource code, state, when it was made, when it was last imported or activated, and name; with --json the entry of the gateway. Calls the gateway with an app, as openhouse get does; openhouse tours lists those of a Team, at the portal or the store. It honours Retry-After.',
  arguments: [],
  options: [
    {
      flags: '--modified-since <time>',
      description:
        'only tours that changed then or later, last changed first: Unix seconds, or as in 2026-11-25T00:00:00Z',
    },
    ...callerOptions,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse list', does: 'shows every tour of the demo app' },
    { call: 'openhouse list --modified-since 2026-11-25', does: 'shows what has changed since that day began in UTC' },
  ],
  async run(invocation, world) {
    const time = optionTime(invocation, 'modifiedSince');
    const since = time && String(Math.floor(time.getTime() / 1000));
    const gateway = politeGateway(await callerOf(invocation, world), world);
    const out = results(invocation, world);
    for await (const tours of pages(gateway, since)) out.many(tours, cells);
    return 0;
  },
};

/**
 * Page after page, each tour once. Tours imported meanwhile shift others to pages behind. Those removed shift as many to pages
 * before, which are read again where `total` has fallen.
 */
async function* pages(gateway: PoliteGateway, since: string | undefined): AsyncGenerator<ListedTour[]> {
  const seen = new Set<string>();
  let [before, back] = [0, MOST_BACK];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ page: String(page), page_size: String(PAGE_SIZE_MAX) });
    if (since !== undefined) query.set('modified_since', since);
    const answer = JSON.parse((await gateway.read(`${vrList.path}?${query}`)).body.toString()) as {
      readonly data: Page;
    };
    const { list: tours, page_size, total } = answer.data;
    const gone = before - total;
    before = total;
    if (gone > 0 && back-- > 0) {
      page = Math.max(0, page - 1 - Math.ceil(gone / page_size));
      continue;
    }
    yield tours.filter(({ vr_code }) => !seen.has(vr_code));
    if (tours.length < page_size) return;
    for (const { vr_code } of tours) seen.add(vr_code);
  }
}

function cells({ vr_code, is_active, create_time, modify_time, name }: ListedTour) {
  return [vr_code, is_active ? told`active#tour` : told`inactive`, create_time, modify_time, name];
}
