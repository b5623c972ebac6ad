import type { Transaction } from '../../kernel/database/database.ts';
import type { CostCount, UseCount } from './counts.ts';

/**
 * Records a flush of a node. Every flush does so in the transaction that writes it.
 * @returns False for one that was written before, whose answer was lost: it must not count again.
 */
export async function isFirstFlush(transaction: Transaction, node: string, flush: number): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into use_flush as f (node, n) values ($1, $2)
     on conflict (node) do update set n = excluded.n, at = now() where f.n < excluded.n`,
    [node, flush],
  );
  return rowCount === 1;
}

/** Adds counts, in the order of their key, or the flushes of several nodes would deadlock. */
export async function addUse(transaction: Transaction, counts: readonly UseCount[]): Promise<void> {
  await transaction.query(
    `insert into app_use as u (team_id, app_id, version, minute, operation, status, n)
     select a.team_id, a.id, c.version, to_timestamp(c.minute_ms / 1000.0), c.operation, c.status, c.n
       from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
              as c (app_key, version, operation, status, minute_ms, n)
       join app a on a.app_key = c.app_key
      order by a.team_id, a.id, c.version, c.minute_ms, c.operation, c.status
     on conflict (team_id, app_id, version, minute, operation, status) do update set n = u.n + excluded.n`,
    [
      counts.map(({ appKey }) => appKey),
      counts.map(({ version }) => version),
      counts.map(({ operation }) => operation),
      counts.map(({ status }) => status),
      counts.map(({ minuteMs }) => minuteMs),
      counts.map(({ count }) => count),
    ],
  );
}

/** Adds counts of costs, in the order of their key. */
export async function addCosts(transaction: Transaction, counts: readonly CostCount[]): Promise<void> {
  await transaction.query(
    `insert into app_cost as u (team_id, app_id, slot, operation, bucket, n)
     select a.team_id, a.id, to_timestamp(c.slot_ms / 1000.0), c.operation, c.bucket, c.n
       from unnest($1::text[], $2::text[], $3::bigint[], $4::smallint[], $5::bigint[])
              as c (app_key, operation, slot_ms, bucket, n)
       join app a on a.app_key = c.app_key
      order by a.team_id, a.id, c.slot_ms, c.operation, c.bucket
     on conflict (team_id, app_id, slot, operation, bucket) do update set n = u.n + excluded.n`,
    [
      counts.map(({ appKey }) => appKey),
      counts.map(({ operation }) => operation),
      counts.map(({ slotMs }) => slotMs),
      counts.map(({ bucket }) => bucket),
      counts.map(({ count }) => count),
    ],
  );
}
