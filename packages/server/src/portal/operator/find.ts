import { FOUND_MAX, type FoundCall, OPERATOR_PAGE_ROWS } from '@openhouse/contract';
import type { Pool } from 'pg';
import { PortalError } from '../http/portal-error.ts';
import * as store from './find-store.ts';
import { shownFoundApp, shownFoundPerson, shownFoundTeam, shownFoundTour } from './shown-found.ts';

/** Everything that a text matches: by the beginning of a name or an address, or by a whole code. */
export async function findAnything(pool: Pool, text: string, nowMs: number) {
  const q = text.trim();
  if (q === '') throw new PortalError('REQUEST_INVALID', '/q holds nothing to look for.');
  const start = store.LIST_START;
  const [teams, people, apps, tours, sessions, calls] = await Promise.all([
    both(store.teamsByCode(pool, q), store.teamsByName(pool, q, start, FOUND_MAX)),
    both(
      both(store.peopleByCode(pool, q), store.peopleByEmail(pool, q, FOUND_MAX)),
      store.peopleByName(pool, q, start, FOUND_MAX),
    ),
    both(store.appsByCode(pool, q), store.appsByName(pool, q, start, FOUND_MAX)),
    both(store.toursByCode(pool, q, FOUND_MAX), store.toursByName(pool, q, FOUND_MAX)),
    store.sessionsById(pool, q),
    store.callsById(pool, q),
  ]);
  return {
    teams: distinct(teams, ({ code }) => code).map(shownFoundTeam),
    people: distinct(people, ({ userCode }) => userCode).map(shownFoundPerson),
    apps: distinct(apps, ({ appKey }) => appKey).map((app) => shownFoundApp(app, nowMs)),
    tours: distinct(tours, ({ team, code }) => JSON.stringify([team, code])).map(shownFoundTour),
    sessions: sessions.map(({ kind, createdAt, endsAt, userCode, name }) => ({
      kind,
      createdAt: createdAt.toISOString(),
      endsAt: endsAt.toISOString(),
      person: { userCode, name },
    })),
    calls: await Promise.all(calls.map((call) => shownCall(pool, call, nowMs))),
  };
}

async function both<Row>(one: Promise<Row[]>, other: Promise<Row[]>): Promise<Row[]> {
  return (await Promise.all([one, other])).flat();
}

/** Matches of the code come first, and only once. */
function distinct<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()].toReversed().slice(0, FOUND_MAX);
}

async function shownCall(
  pool: Pool,
  { at, operation, status, network, appKey }: store.FoundCallRow,
  nowMs: number,
): Promise<FoundCall> {
  const [app] = appKey === null ? [] : await store.appsByCode(pool, appKey);
  const of = app === undefined ? null : shownFoundApp(app, nowMs);
  return { at: at.toISOString(), operation, status, network, app: of };
}

/** One page of a list by name. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
}

/**
 * @param list Reads rows after a position.
 * @param after `next` of the page before.
 * @throws {PortalError} REQUEST_INVALID for an invalid `next`.
 */
export async function listPage<Row extends { readonly id: string; readonly foundBy: string }>(
  list: (begins: string, place: store.ListPlace, limit: number) => Promise<Row[]>,
  q: string | undefined,
  after: string | undefined,
): Promise<ListPage<Row>> {
  const place = after === undefined ? store.LIST_START : placeOf(after);
  // One row more than is shown tells whether there are any more.
  const found = await list((q ?? '').trim(), place, OPERATOR_PAGE_ROWS + 1);
  const rows = found.slice(0, OPERATOR_PAGE_ROWS);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : placeText(last) };
}

function placeText({ foundBy, id }: { readonly foundBy: string; readonly id: string }): string {
  return Buffer.from(JSON.stringify([foundBy, id])).toString('base64url');
}

function placeOf(text: string): store.ListPlace {
  try {
    const [name, id]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString());
    // A NUL inside the cursor passed the check of the query, which sees base64 (decision 0153).
    if (typeof name === 'string' && !name.includes('\0') && typeof id === 'string' && /^\d{1,18}$/.test(id))
      return { name, id };
  } catch {
    // Not a cursor of ours.
  }
  throw new PortalError('REQUEST_INVALID', '/after is not the `next` of a page. Send it as it was received.');
}
