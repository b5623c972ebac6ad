import type { WebhookEvent } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import type { DeliveryRow, EndpointRow } from './rules.ts';

const ENDPOINT = `
  select e.id, e.url, e.events, e.created_at as "createdAt",
         case when e.previous_ends_at > now() then e.previous_ends_at end as "previousEndsAt", e.stopped_at as "stoppedAt",
         e.stopped_by_receiver as "stoppedByReceiver",
         (select count(*)::int from webhook_delivery d where d.endpoint_id = e.id and d.done_at is null) as waiting
    from webhook_endpoint e
   where e.team_id = $1 and (select set_config('app.team', $1::text, true)) is not null`;

export async function endpointsOf(client: Pool | Transaction, teamId: string): Promise<EndpointRow[]> {
  return (await client.query<EndpointRow>(`${ENDPOINT} order by e.id`, [teamId])).rows;
}

export async function findEndpoint(
  client: Pool | Transaction,
  teamId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  return (await client.query<EndpointRow>(`${ENDPOINT} and e.id = $2`, [teamId, id])).rows[0];
}

/** An id for an endpoint that has no row yet: its secret is sealed for it. */
export async function reserveEndpoint(transaction: Transaction): Promise<string> {
  const { rows } = await transaction.query<{ id: string }>("select nextval('webhook_endpoint_id_seq') as id");
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the sequence of webhook_endpoint gave no number');
  return id;
}

export async function insertEndpoint(
  transaction: Transaction,
  teamId: string,
  { id, url, events, sealed }: { id: string; url: string; events: readonly WebhookEvent[]; sealed: Buffer },
): Promise<void> {
  await transaction.query(
    `insert into webhook_endpoint (team_id, id, url, events, sealed) overriding system value values ($1, $2, $3, $4, $5)`,
    [teamId, id, url, events, sealed],
  );
}

export interface EndpointChange {
  readonly url?: string;
  readonly events?: readonly WebhookEvent[];
  readonly stopped?: boolean;
}

/** What is undefined stays. One that is started again begins with what waits at once. */
export async function updateEndpoint(
  transaction: Transaction,
  teamId: string,
  id: string,
  { url, events, stopped }: EndpointChange,
): Promise<void> {
  await transaction.query(
    `with started as (
       -- What is due sooner may be leased by a process that tries it.
       update webhook_delivery set free_at = now()
        where team_id = $1 and endpoint_id = $2 and done_at is null and $5::boolean is false
          and free_at > now() + interval '1 minute')
     update webhook_endpoint set url = coalesce($3, url), events = coalesce($4::text[], events),
            stopped_at = case when $5::boolean then coalesce(stopped_at, now()) when $5::boolean is null then stopped_at end,
            stopped_by_receiver = stopped_by_receiver and $5::boolean is null
      where team_id = $1 and id = $2`,
    [teamId, id, url ?? null, events ?? null, stopped ?? null],
  );
}

/** The secrets of an endpoint, as they are stored. */
export interface HeldSecrets {
  readonly sealed: Buffer;
  /** null once every overlap is over. */
  readonly previousSealed: Buffer | null;
  /** Seconds since the Unix epoch: when the last of those ends, and now. */
  readonly previousEndsAtS: number;
  readonly nowS: number;
}

/** Locked to the end of the transaction: sealed again meanwhile, they would be put back under the former key. */
export async function holdSecrets(transaction: Transaction, teamId: string, id: string): Promise<HeldSecrets> {
  const { rows } = await transaction.query<HeldSecrets>(
    `select sealed, case when previous_ends_at > now() then previous_sealed end as "previousSealed",
            coalesce(ceil(extract(epoch from previous_ends_at)), 0)::float8 as "previousEndsAtS",
            ceil(extract(epoch from now()))::float8 as "nowS"
       from webhook_endpoint where team_id = $1 and id = $2 for update`,
    [teamId, id],
  );
  return onlyOne(rows);
}

/**
 * @param overlapHours For how long the secret until now signs as well; not at all for 0.
 * @param former What signs as well in its place, where another overlap still lasts.
 */
export async function replaceSecret(
  transaction: Transaction,
  teamId: string,
  id: string,
  sealed: Buffer,
  overlapHours: number,
  former: Buffer | null = null,
): Promise<void> {
  await transaction.query(
    `update webhook_endpoint set sealed = $3,
            previous_sealed = case when $4 > 0 then coalesce($5, sealed) end,
            previous_ends_at = case when $4 > 0 then greatest(now() + make_interval(hours => $4),
                                                              case when $5::bytea is not null then previous_ends_at end) end
      where team_id = $1 and id = $2`,
    [teamId, id, sealed, overlapHours, former],
  );
}

/** Deletes a batch of an endpoint's log, along its index. @returns Whether there was a whole batch; nothing is deleted otherwise. */
export async function removeBatch(
  transaction: Transaction,
  teamId: string,
  endpointId: string,
  rows: number,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `with batch as (select ctid from webhook_delivery where team_id = $1 and endpoint_id = $2 order by id limit $3)
     delete from webhook_delivery
      where ctid = any (array(select ctid from batch)) and (select count(*) from batch) = $3`,
    [teamId, endpointId, rows],
  );
  return (rowCount ?? 0) > 0;
}

/** With what is left of its log: a part that one statement deletes. */
export async function deleteEndpoint(transaction: Transaction, teamId: string, id: string): Promise<void> {
  await transaction.query('delete from webhook_endpoint where team_id = $1 and id = $2', [teamId, id]);
}

const DELIVERY_COLUMNS = `id, event_id as "eventId", type, data, made_at as "madeAt", free_at as "freeAt", attempts,
  tried_at as "triedAt", status, problem, done_at as "doneAt", delivered`;

const OF_STATE = {
  waiting: 'and done_at is null',
  delivered: 'and delivered',
  'given-up': 'and done_at is not null and not delivered',
} as const;
export type DeliveryState = keyof typeof OF_STATE;

/** Newest first. @param before Id of a delivery: only those before it. */
export async function deliveriesOf(
  pool: Pool,
  teamId: string,
  endpointId: string,
  { state, before }: { readonly state?: DeliveryState | undefined; readonly before?: string | undefined },
  limit: number,
): Promise<DeliveryRow[]> {
  const { rows } = await pool.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from webhook_delivery
      where team_id = $1 and endpoint_id = $2 and id < coalesce($3::bigint, 9223372036854775807)
        and (select set_config('app.team', $1::text, true)) is not null ${state === undefined ? '' : OF_STATE[state]}
      order by id desc limit $4`,
    [teamId, endpointId, before ?? null, limit],
  );
  return rows;
}

/** Writes a test for this endpoint alone. */
export async function insertTest(
  transaction: Transaction,
  teamId: string,
  endpointId: string,
  event: { readonly eventId: string; readonly type: string },
): Promise<DeliveryRow> {
  const { rows } = await transaction.query<DeliveryRow>(
    `insert into webhook_delivery (team_id, endpoint_id, event_id, type, data)
     values ($1, $2, $3, $4, jsonb_build_object('webhook', $2::bigint::text)) returning ${DELIVERY_COLUMNS}`,
    [teamId, endpointId, event.eventId, event.type],
  );
  return onlyOne(rows);
}

/** The same event once more. @returns Undefined where the endpoint has no such delivery. */
export async function repeatDelivery(
  transaction: Transaction,
  teamId: string,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await transaction.query<DeliveryRow>(
    `insert into webhook_delivery (team_id, endpoint_id, event_id, type, subject, data, made_at)
     select team_id, endpoint_id, event_id, type, subject, data, made_at from webhook_delivery
      where team_id = $1 and endpoint_id = $2 and id = $3 returning ${DELIVERY_COLUMNS}`,
    [teamId, endpointId, id],
  );
  return rows[0];
}

function onlyOne<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement about one row returned none');
  return row;
}

/** Tells of new warnings, in the transaction that writes them (decision 0154). Scope `*`, or their Team. */
export async function queueWarnings(transaction: Transaction, warningIds: readonly string[]): Promise<void> {
  await transaction.query(
    `select queue_webhook(w.team_id,
              case w.kind when 'trial-ends' then 'app.expiring' when 'secret-ends' then 'secret.overlap_ending'
                          when 'secret-leaked' then 'secret.leaked'
                          else 'quota.reached' end,
              'app:' || a.app_key,
              jsonb_strip_nulls(jsonb_build_object(
                'app_key', a.app_key, 'name', a.name, 'version', w.version, 'ends_at', w.ends_at,
                'quota', case when w.ends_at is null and w.kind <> 'secret-leaked' then w.kind end, 'used', w.used,
                'limit', w.most, 'url', nullif(s.leaked_url, ''),
                'retired', case w.kind when 'secret-leaked' then s.ends_at is not null and s.ends_at <= now() end)))
       from warning w left join app a on a.team_id = w.team_id and a.id = w.app_id
            left join app_secret s on s.team_id = w.team_id and s.app_id = w.app_id and s.version = w.version
                                  and w.kind = 'secret-leaked'
      where w.id = any ($1) and w.kind not in ('refusals', 'unused')
        and (exists (select from webhook_endpoint e where e.team_id = w.team_id)
             or exists (select from event_listener l where l.team_id = w.team_id))
      order by w.id`,
    [warningIds],
  );
}

/** A sealed secret of an endpoint, the one before the last rotation included. */
export interface SealedWebhookSecret {
  readonly teamId: string;
  readonly id: string;
  readonly sealed: Buffer;
  readonly previousSealed: Buffer | null;
}

/** Endpoints after `after` with something that another key than this one sealed. Scope `*`. */
export async function webhooksSealedOtherwise(
  transaction: Transaction,
  keyId: number,
  after: string,
  limit: number,
): Promise<SealedWebhookSecret[]> {
  const { rows } = await transaction.query<SealedWebhookSecret>(
    `select team_id as "teamId", id, sealed, previous_sealed as "previousSealed" from webhook_endpoint
      where id > $2 and (get_byte(sealed, 0) <> $1 or get_byte(previous_sealed, 0) <> $1) order by id limit $3`,
    [keyId, after, limit],
  );
  return rows;
}

/** Replaces what is sealed, unless it has been rotated meanwhile. */
export async function replaceSealedWebhook(
  transaction: Transaction,
  from: SealedWebhookSecret,
  to: Pick<SealedWebhookSecret, 'sealed' | 'previousSealed'>,
): Promise<void> {
  await transaction.query(
    `update webhook_endpoint set sealed = $4, previous_sealed = $5
      where team_id = $1 and id = $2 and sealed = $3 and previous_sealed is not distinct from $6`,
    [from.teamId, from.id, from.sealed, to.sealed, to.previousSealed, from.previousSealed],
  );
}

/** Forgets secrets whose overlap is over, a bounded number at a time. Scope `*`. @returns How many. */
export async function forgetPreviousSecrets(transaction: Transaction, limit: number): Promise<number> {
  // A row that somebody holds is left for the next time (decision 0242): it may be getting another overlap, and the update
  // would not look at its end again.
  const { rowCount } = await transaction.query(
    `update webhook_endpoint set previous_sealed = null, previous_ends_at = null
      where id = any (array(
        select id from webhook_endpoint where previous_ends_at <= now() limit $1 for update skip locked))`,
    [limit],
  );
  return rowCount ?? 0;
}
