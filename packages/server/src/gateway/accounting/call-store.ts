import type { Transaction } from '../../kernel/database/database.ts';
import { type CallRecord, RINGS, type Ring } from './call-record.ts';
import { networkOf } from './network.ts';
import type { AppCall } from './recent-calls.ts';

/** Number of calls that the store keeps per app, by ring. */
const PLACES: Readonly<Record<Ring, number>> = { [RINGS.answered]: 200, [RINGS.refused]: 200, [RINGS.unproved]: 50 };
/** Number of refused calls without a known app that the store keeps. */
const UNKNOWN_PLACES = 10_000;

/** Maximum length of a stored `message`; those of the catalogue are shorter. */
const MESSAGE_MAX = 500;

const CALL_ARRAYS = (from: number) =>
  ['text', 'text', 'bigint', 'text', 'text', 'bigint', 'text', 'text']
    .map((type, index) => `$${from + index}::${type}[]`)
    .join(', ');
const CALL_NAMES = 'request_id, trace_id, at_ms, operation, status, cost_us, parameter, message';
const CALL_COLUMNS = 'request_id, trace_id, at, operation, status, cost_us, parameter, message';
const CALL_VALUES =
  'c.request_id, c.trace_id, to_timestamp(c.at_ms / 1000.0), c.operation, c.status, c.cost_us, c.parameter, c.message';
const US_PER_MS = 1000;

const arraysOf = (calls: readonly CallRecord[]) => [
  calls.map(({ requestId }) => requestId),
  calls.map(({ traceId }) => traceId),
  calls.map(({ atMs }) => atMs),
  calls.map(({ operation }) => operation),
  calls.map(({ status }) => status),
  calls.map(({ costMs }) => Math.max(0, Math.round(costMs * US_PER_MS))),
  calls.map(({ parameter }) => parameter),
  calls.map(({ message }) => message?.slice(0, MESSAGE_MAX) ?? null),
];

/** `a = excluded.a, …` */
const overwritten = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');

/**
 * Puts calls into their apps' rings. The head row's lock gives every node slots of its own; rows are locked in the
 * order of their key.
 */
export async function addCalls(transaction: Transaction, kept: readonly AppCall[]): Promise<void> {
  const calls = kept.map(({ call }) => call);
  await transaction.query(
    `with given as (
       select a.team_id, a.id as app_id, c.*,
              row_number() over ring as nth, count(*) over (partition by a.id, c.ring) as of_ring
         from unnest($1::text[], $2::smallint[], $3::int[], $4::int[], $5::text[], ${CALL_ARRAYS(6)})
                as c (app_key, ring, places, version, network, ${CALL_NAMES})
         join app a on a.app_key = c.app_key
       window ring as (partition by a.id, c.ring order by c.at_ms)),
     head as (
       insert into app_call_head as h (team_id, app_id, ring, n)
       select team_id, app_id, ring, count(*) from given group by 1, 2, 3 order by 1, 2, 3
       on conflict (team_id, app_id, ring) do update set n = h.n + excluded.n
       returning team_id, app_id, ring, n)
     insert into app_call as k (team_id, app_id, ring, place, version, network, ${CALL_COLUMNS})
     select c.team_id, c.app_id, c.ring, (h.n - c.of_ring + c.nth) % c.places as place, c.version, c.network, ${CALL_VALUES}
       from given c join head h on h.team_id = c.team_id and h.app_id = c.app_id and h.ring = c.ring
      order by c.team_id, c.app_id, c.ring, place
     on conflict (team_id, app_id, ring, place) do update set ${overwritten(`version, network, ${CALL_COLUMNS}`)}`,
    [
      kept.map(({ appKey }) => appKey),
      kept.map(({ ring }) => ring),
      kept.map(({ ring }) => PLACES[ring]),
      calls.map(({ version }) => version),
      calls.map(({ address }) => networkOf(address)),
      ...arraysOf(calls),
    ],
  );
}

/** Puts refused calls without a known app into their ring. */
export async function addUnknownCalls(transaction: Transaction, calls: readonly CallRecord[]): Promise<void> {
  await transaction.query(
    `with head as (update unknown_call_head set n = n + $1 returning n)
     insert into unknown_call as k (place, ${CALL_COLUMNS})
     select (h.n - $1 + c.nth) % $2 as place, ${CALL_VALUES}
       from head h, unnest(${CALL_ARRAYS(3)}) with ordinality as c (${CALL_NAMES}, nth)
      order by place
     on conflict (place) do update set ${overwritten(CALL_COLUMNS)}`,
    [calls.length, UNKNOWN_PLACES, ...arraysOf(calls)],
  );
}
