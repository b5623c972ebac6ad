import type { Transaction } from '../../kernel/database/database.ts';

/** A request that this process may ask the upstream for, until its lease ends. */
export interface Claim {
  /** Ids in digits. */
  readonly id: string;
  readonly teamId: string;
  readonly requestId: string;
  readonly lease: string;
  readonly attempts: number;
  readonly upstreamKey: string;
  /** Public code of the Team. */
  readonly team: string;
  readonly name: string;
  readonly slot: number;
}

/**
 * Takes the next request that is free, in a short transaction of its own (scope `*`): none stays open while the upstream
 * is asked.
 * @param leaseS Seconds until another process may take it over; longer than an upstream call may take.
 */
export async function claimRequest(transaction: Transaction, leaseS: number): Promise<Claim | undefined> {
  const { rows } = await transaction.query<Claim>(
    `with next as (
       select o.id from app_outbox o
        where o.free_at <= clock_timestamp()
        order by o.free_at limit 1 for update skip locked),
     taken as (
       update app_outbox o set lease = o.lease + 1, attempts = o.attempts + 1,
              free_at = clock_timestamp() + make_interval(secs => $1)
         from next where o.id = next.id returning o.*),
     asked as (
       update app_request r set state = 'creating' from taken
        where r.id = taken.request_id and r.state <> 'completed' returning r.id, r.name, r.slot)
     select t.id, t.team_id as "teamId", t.request_id as "requestId", t.lease, t.attempts, t.upstream_key as "upstreamKey",
            team.code as team, asked.name, asked.slot
       from taken t join asked on asked.id = t.request_id join team on team.id = t.team_id`,
    [leaseS],
  );
  return rows[0];
}

/** Gives a request back for another try. A lease that was taken over is left alone. */
export async function releaseRequest(transaction: Transaction, { id, lease }: Claim, afterS: number): Promise<void> {
  await transaction.query(
    `update app_outbox set free_at = clock_timestamp() + make_interval(secs => $3)
      where id = $1 and lease = $2`,
    [id, lease, afterS],
  );
}

/** Ends a claim. @returns False when the lease was taken over: somebody else completes the request. */
export async function endClaim(transaction: Transaction, { id, lease }: Claim): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from app_outbox where id = $1 and lease = $2', [id, lease]);
  return rowCount === 1;
}

export async function completeRequest(transaction: Transaction, requestId: string, appId: string): Promise<void> {
  await transaction.query(
    `update app_request set state = 'completed', completed_at = now(), app_id = $2 where id = $1`,
    [requestId, appId],
  );
}

/** An app whose trial information is pending. */
export interface PendingTrial {
  readonly appId: string;
  readonly teamId: string;
  readonly team: string;
  readonly appKey: string;
}

/**
 * Takes apps that came from a request and whose trial is pending, each at most once in `everyS` seconds by whichever
 * process comes first. The transaction works across Teams (scope `*`).
 */
export async function claimPendingTrials(
  transaction: Transaction,
  everyS: number,
  limit: number,
): Promise<PendingTrial[]> {
  const { rows } = await transaction.query<PendingTrial>(
    `with due as (
       select a.id from app a join app_request r on r.team_id = a.team_id and r.app_id = a.id
        where a.trial_ends_at is null and (a.trial_asked_at is null or a.trial_asked_at < now() - make_interval(secs => $1))
        order by a.trial_asked_at nulls first limit $2 for update of a skip locked)
     update app a set trial_asked_at = now() from due, team t
      where a.id = due.id and t.id = a.team_id
      returning a.id as "appId", a.team_id as "teamId", t.code as team, a.app_key as "appKey"`,
    [everyS, limit],
  );
  return rows;
}

/** @returns False when the trial is known already. */
export async function setTrialEnd(transaction: Transaction, appId: string, trialEndsAt: Date): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'update app set trial_ends_at = $2 where id = $1 and trial_ends_at is null',
    [appId, trialEndsAt],
  );
  return rowCount === 1;
}
