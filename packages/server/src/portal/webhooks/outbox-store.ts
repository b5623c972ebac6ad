import type { DeliveryProblem } from '@openhouse/contract';
import type { Transaction } from '../../kernel/database/database.ts';

/** A delivery that this process may try, until its lease ends. Ids in digits. */
export interface DeliveryClaim {
  readonly id: string;
  readonly teamId: string;
  readonly endpointId: string;
  readonly lease: number;
  readonly attempts: number;
  /** Seconds since it was first tried; 0 now. */
  readonly ageS: number;
  readonly eventId: string;
  readonly type: string;
  readonly madeAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
  readonly url: string;
  readonly sealed: Buffer;
  /** null once the overlap of a rotation is over. */
  readonly previousSealed: Buffer | null;
}

/**
 * Claims deliveries that are due, in a short transaction of its own (scope `*`). One whose tour or app has an earlier one that
 * waits, or is being tried, waits too: so they are sent in their order, by whichever process.
 * @param busy Endpoints of which this process is trying something: one that hangs holds up itself alone.
 */
export async function claimDeliveries(
  transaction: Transaction,
  { leaseS, busy, perEndpoint, limit }: { leaseS: number; busy: readonly string[]; perEndpoint: number; limit: number },
): Promise<DeliveryClaim[]> {
  const { rows } = await transaction.query<DeliveryClaim>(
    `with next as (
       select due.id from webhook_endpoint e cross join lateral (
         select d.id, d.free_at from webhook_delivery d
          where d.endpoint_id = e.id and d.done_at is null and d.free_at <= clock_timestamp()
            and not exists (
              select from webhook_delivery f
               where f.endpoint_id = d.endpoint_id and f.subject = d.subject and f.done_at is null and f.id < d.id)
          order by d.free_at, d.id limit $3 for update skip locked) due
        where e.stopped_at is null and e.id <> all ($2)
        order by due.free_at, due.id limit $4)
     update webhook_delivery d set lease = d.lease + 1, attempts = d.attempts + 1, tried_at = clock_timestamp(),
            first_tried_at = coalesce(d.first_tried_at, clock_timestamp()),
            free_at = clock_timestamp() + make_interval(secs => $1)
       from next, webhook_endpoint e
      where d.id = next.id and e.team_id = d.team_id and e.id = d.endpoint_id
     returning d.id, d.team_id as "teamId", d.endpoint_id as "endpointId", d.lease, d.attempts,
               extract(epoch from clock_timestamp() - d.first_tried_at)::float8 as "ageS", d.event_id as "eventId", d.type,
               d.made_at as "madeAt", d.data, e.url, e.sealed,
               case when e.previous_ends_at > now() then e.previous_sealed end as "previousSealed"`,
    [leaseS, busy, perEndpoint, limit],
  );
  return rows;
}

/** What came of a try. */
export interface Tried {
  readonly status: number | null;
  /** null where it was delivered. */
  readonly problem: DeliveryProblem | null;
}

/** Ends a delivery that was delivered, or is given up. A lease that was taken over is left alone. */
export async function endDelivery(
  transaction: Transaction,
  { id, lease }: DeliveryClaim,
  { status, problem }: Tried,
): Promise<void> {
  await transaction.query(
    `update webhook_delivery set done_at = clock_timestamp(), delivered = $4::text is null, status = $3, problem = $4
      where id = $1 and lease = $2 and done_at is null`,
    [id, lease, status, problem],
  );
}

/** Lets a delivery be tried again. A lease that was taken over is left alone. */
export async function postponeDelivery(
  transaction: Transaction,
  { id, lease }: DeliveryClaim,
  { status, problem }: Tried,
  afterS: number,
): Promise<void> {
  await transaction.query(
    `update webhook_delivery set free_at = clock_timestamp() + make_interval(secs => $5), status = $3, problem = $4
      where id = $1 and lease = $2 and done_at is null`,
    [id, lease, status, problem, afterS],
  );
}

/** Gives back what was claimed and not tried to its end, because this process stops. */
export async function releaseDelivery(transaction: Transaction, { id, lease }: DeliveryClaim): Promise<void> {
  await transaction.query(
    `update webhook_delivery set free_at = clock_timestamp(), attempts = attempts - 1
      where id = $1 and lease = $2 and done_at is null`,
    [id, lease],
  );
}

/** Stops an endpoint whose receiver wants no more. One that has another address by now is left alone. */
export async function stopEndpoint(
  transaction: Transaction,
  { teamId, endpointId, url }: DeliveryClaim,
): Promise<void> {
  await transaction.query(
    `update webhook_endpoint set stopped_at = now(), stopped_by_receiver = true
      where team_id = $1 and id = $2 and url = $3 and stopped_at is null`,
    [teamId, endpointId, url],
  );
}
