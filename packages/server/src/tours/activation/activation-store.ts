import type { Transaction } from '../../kernel/database/database.ts';
import { atCommit } from '../../kernel/database/transaction.ts';
import type { Frame } from '../frame.ts';

/** Locks a tour of the Team, so that an import and an activation of it never interleave. */
export async function lockTour(
  transaction: Transaction,
  teamId: string,
  code: string,
): Promise<{ readonly id: string; readonly active: boolean } | undefined> {
  const { rows } = await transaction.query<{ id: string; active: boolean }>(
    'select id, active from tour where team_id = $1 and code = $2 for update',
    [teamId, code],
  );
  return rows[0];
}

export async function frameToChange(
  transaction: Transaction,
  teamId: string,
  tourId: string,
  op: number,
): Promise<Frame> {
  const { rows } = await transaction.query<{ raw_len: number; crc: string; body: Buffer }>(
    'select raw_len, crc, body from frame where team_id = $1 and tour_id = $2 and op = $3',
    [teamId, tourId, op],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`tour ${tourId} has no frame of operation ${op}`);
  return { rawLength: row.raw_len, crc: Number(row.crc), body: row.body };
}

export async function replaceFrame(
  transaction: Transaction,
  teamId: string,
  tourId: string,
  op: number,
  { rawLength, crc, body }: Frame,
): Promise<void> {
  await transaction.query(
    'update frame set raw_len = $4, crc = $5, body = $6 where team_id = $1 and tour_id = $2 and op = $3',
    [teamId, tourId, op, rawLength, crc, body],
  );
}

/** Sets the tour active at the commit and notifies every node. */
export function setActive(transaction: Transaction, teamId: string, tourId: string): void {
  atCommit(transaction, {
    // The time is read once the epoch is held, as at an import: see putTours.
    text: `with bumped as (update epoch set n = n + 1 where name = 'tours' returning n, clock_timestamp() as at)
           update tour set active = true, changed_at = bumped.at, epoch = bumped.n
             from bumped where tour.team_id = $1 and tour.id = $2`,
    values: [teamId, tourId],
  });
}
