import { type PortalTour, TOURS_A_PAGE } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Database } from '../../kernel/database/database.ts';
import { containing, listPlaceOf, listPlaceText, shownTour } from './rules.ts';
import { toursAfter } from './store.ts';

export interface TourPage {
  readonly tours: PortalTour[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
}

/**
 * One page of a Team's tours, last imported first.
 * @param search Part of a name or code; undefined for every tour.
 * @param after `next` of the page before.
 */
export async function tourPage(
  pool: Pool,
  teamId: string,
  search: string | undefined,
  after: string | undefined,
): Promise<TourPage> {
  const place = after === undefined ? null : listPlaceOf(after);
  const pattern = search === undefined ? null : containing(search);
  // One row more than is shown tells whether there are any more.
  const rows = await toursAfter(pool, teamId, { pattern, after: place, limit: TOURS_A_PAGE + 1 });
  const shown = rows.slice(0, TOURS_A_PAGE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { tours: shown.map(shownTour), next: last === undefined ? null : listPlaceText(last) };
}

/** All tours of a Team, page by page, for operators. @param teamId Id in digits. */
export async function* toursOfTeam(database: Database, teamId: string, search?: string): AsyncGenerator<PortalTour> {
  let after: string | undefined;
  do {
    const { tours, next } = await tourPage(database.pool, teamId, search, after);
    yield* tours;
    after = next ?? undefined;
  } while (after !== undefined);
}
