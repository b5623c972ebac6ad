import type { Transaction } from '../../kernel/database/database.ts';

/** A tour that was read. */
export interface TourRead {
  /** Id of the Team in digits. */
  readonly teamId: string;
  readonly code: string;
  /** Milliseconds since the Unix epoch, at the start of the minute. */
  readonly minuteMs: number;
}

/**
 * Records when tours were last read. The rows are written in the order of their key, or the flushes of several nodes
 * would deadlock. A tour that was removed meanwhile gets no row.
 */
export async function noteReads(transaction: Transaction, reads: readonly TourRead[]): Promise<void> {
  await transaction.query(
    `insert into tour_read as r (team_id, tour_id, minute)
     select t.team_id, t.id, to_timestamp(max(n.minute_ms) / 1000.0)
       from unnest($1::bigint[], $2::text[], $3::bigint[]) as n (team_id, code, minute_ms)
       join tour t on t.team_id = n.team_id and t.code = n.code
      group by t.team_id, t.id order by t.team_id, t.id
     on conflict (team_id, tour_id) do update set minute = greatest(r.minute, excluded.minute)`,
    [reads.map(({ teamId }) => teamId), reads.map(({ code }) => code), reads.map(({ minuteMs }) => minuteMs)],
  );
}
