import { LISTENER_KEPT_MINUTES, type WebhookEvent } from '@openhouse/contract';
import type { Transaction } from '../../kernel/database/database.ts';
import type { DeliveryRow } from './rules.ts';

/** A command that listens; the Team's id in digits. */
export interface ListenerKey {
  readonly teamId: string;
  readonly id: string;
}

/** Minutes that may have gone by before a call writes that the listener is still there. */
const RENEWED_AFTER_MINUTES = 1;

/**
 * Keeps a listener, and says what it is told from now on.
 * @returns Since when it listens; undefined where there is none, or it was forgotten.
 */
export async function renewListener(
  transaction: Transaction,
  { teamId, id }: ListenerKey,
  events: readonly WebhookEvent[],
): Promise<Date | undefined> {
  // Most calls write nothing: a commit for each of them would cost the disk more than the listener is worth.
  await transaction.query(
    `update event_listener set events = $3, ends_at = now() + make_interval(mins => $4)
      where team_id = $1 and id = $2 and ends_at > now()
        and (ends_at < now() + make_interval(mins => $4::int - $5::int) or events <> $3)`,
    [teamId, id, events, LISTENER_KEPT_MINUTES, RENEWED_AFTER_MINUTES],
  );
  const { rows } = await transaction.query<{ since: Date }>(
    'select since from event_listener where team_id = $1 and id = $2 and ends_at > now()',
    [teamId, id],
  );
  return rows[0]?.since;
}

/** Forgets listeners of a Team that have not asked for too long. @returns How many there are still. */
export async function liveListeners(transaction: Transaction, teamId: string): Promise<number> {
  await transaction.query('delete from event_listener where team_id = $1 and ends_at <= now()', [teamId]);
  const { rows } = await transaction.query<{ n: number }>(
    'select count(*)::int as n from event_listener where team_id = $1',
    [teamId],
  );
  return rows[0]?.n ?? 0;
}

/** @returns Since when it listens. */
export async function insertListener(
  transaction: Transaction,
  { teamId, id }: ListenerKey,
  events: readonly WebhookEvent[],
): Promise<Date> {
  const { rows } = await transaction.query<{ since: Date }>(
    `insert into event_listener (team_id, id, events, ends_at) values ($1, $2, $3, now() + make_interval(mins => $4))
     returning since`,
    [teamId, id, events, LISTENER_KEPT_MINUTES],
  );
  const since = rows[0]?.since;
  if (since === undefined) throw new Error('insert into event_listener returned no row');
  return since;
}

/** With what it did not fetch. */
export async function deleteListener(transaction: Transaction, { teamId, id }: ListenerKey): Promise<void> {
  await transaction.query('delete from event_listener where team_id = $1 and id = $2', [teamId, id]);
}

/** An event that a listener has not taken. */
export type HeardRow = Pick<DeliveryRow, 'id' | 'eventId' | 'type' | 'data' | 'madeAt'>;

/** Takes events off a listener's list. @param taken Ids in digits; those of others are left alone. */
export async function deleteHeard(
  transaction: Transaction,
  { teamId, id }: ListenerKey,
  taken: readonly string[],
): Promise<void> {
  await transaction.query(
    'delete from heard_event where team_id = $1 and listener_id = $2 and id = any ($3::bigint[])',
    [teamId, id, taken],
  );
}

/** What a listener has not taken, the oldest first. */
export async function heardBy(
  transaction: Transaction,
  { teamId, id }: ListenerKey,
  limit: number,
): Promise<HeardRow[]> {
  const { rows } = await transaction.query<HeardRow>(
    `select id, event_id as "eventId", type, data, made_at as "madeAt" from heard_event
      where team_id = $1 and listener_id = $2 order by id limit $3`,
    [teamId, id, limit],
  );
  return rows;
}
