import { listTours, type PortalTour, TOURS_A_PAGE } from '@openhouse/contract';
import { type Command, type ExitCode, type Invocation, jsonOption, optionValue } from '../../command.ts';
import { teamInStore } from '../../named.ts';
import type { PortalCaller } from '../../portal/portal-caller.ts';
import { teamOption } from '../../portal/portal-command.ts';
import { targetOf, targetOptions } from '../../portal/target.ts';
import { TARGET_RULE } from '../../portal/target-rule.ts';
import { withPortal } from '../../portal/with-portal.ts';
import { results } from '../../results.ts';
import { withMigratedStore } from '../../store.ts';
import { told } from '../../told.ts';
import type { World } from '../../world.ts';

/** `openhouse tours list`. */
export const toursList: Command = {
  name: 'tours list',
  summary: "List a Team's tours.",
  description: [
    'One line a tour, last imported first: resource code, state, bytes, viewpoints, when it was imported, when the gateway last answered with something of it, and name. At the store without --as it works for any Team, named by code or name.',
    TARGET_RULE,
  ],
  arguments: [],
  options: [
    teamOption,
    { flags: '--search <text>', description: 'only tours with this in their name or code' },
    ...targetOptions,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse tours', does: 'shows the tours of your active Team' },
    { call: 'openhouse tours list --team demo --search loft', does: 'looks for a tour of the Team demo' },
  ],
  calls: [listTours.name],
  async run(invocation, world) {
    const target = await targetOf(invocation, world);
    const search = optionValue(invocation, 'search');
    if (target.kind === 'store' && invocation.options.as === undefined) return toursAtStore(invocation, world, search);
    return withPortal(invocation, world, (portal) => tellAll(toursAtPortal(portal, search), invocation, world));
  },
};

function toursAtStore(invocation: Invocation, world: World, search: string | undefined): Promise<ExitCode> {
  return withMigratedStore(invocation, world, async (store) => {
    const { server, database } = store;
    const team = await teamInStore(store, optionValue(invocation, 'team'));
    return tellAll(server.toursOfTeam(database, team.id, search), invocation, world);
  });
}

/** Page after page. */
async function* toursAtPortal(portal: PortalCaller, search: string | undefined): AsyncGenerator<PortalTour> {
  for (let after: string | null | undefined; after !== null; ) {
    const query = { ...(search !== undefined && { search }), ...(after !== undefined && { after }) };
    const page = await portal.call(listTours, { query });
    yield* page.tours;
    after = page.next;
  }
}

/** A page at a time: a Team may have thousands. */
async function tellAll(tours: AsyncIterable<PortalTour>, invocation: Invocation, world: World): Promise<ExitCode> {
  const out = results(invocation, world);
  let page: PortalTour[] = [];
  const tell = () => {
    out.many(page, tourCells);
    page = [];
  };
  for await (const tour of tours) {
    page.push(tour);
    if (page.length === TOURS_A_PAGE) tell();
  }
  tell();
  return 0;
}

function tourCells({ resourceCode, isActive, sizeBytes, observers, importedAt, lastReadAt, name }: PortalTour) {
  const state = isActive ? told`active#tour` : told`inactive`;
  return [resourceCode, state, sizeBytes, observers ?? '-', importedAt, lastReadAt ?? told`never`, name];
}
