import type { Transaction } from '../../kernel/database/database.ts';

/** A request that this process may send to the upstream, until its lease ends. */
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
  /** Days of trial that the Team's plan names; null for the usual ones. */
  readonly trialDays: number | null;
}

/**
 * Claims the next request that is due, in a short transaction of its own (scope `*`), so that none stays open during
 * the call to the upstream.
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
            team.code as team, asked.name, asked.slot, p.trial_days as "trialDays"
       from taken t join asked on asked.id = t.request_id join team on team.id = t.team_id
       join plan p on p.name = team.plan`,
    [leaseS],
  );
  return rows[0];
}

/** Releases a request for a retry. A lease that was taken over is left alone. */
export async function releaseRequest(transaction: Transaction, { id, lease }: Claim, afterS: number): Promise<void> {
  await transaction.query(
    `update app_outbox set free_at = clock_timestamp() + make_interval(secs => $3)
      where id = $1 and lease = $2`,
    [id, lease, afterS],
  );
}

/** Ends a claim. @returns False when the lease was taken over: another process completes the request. */
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

/** An app whose trial the upstream is asked about. */
export interface AskedTrial {
  readonly appId: string;
  readonly teamId: string;
  readonly team: string;
  readonly appKey: string;
  readonly name: string;
  /** As known here; null while it is pending. */
  readonly trialEndsAt: Date | null;
}

/** Seconds between two questions about a pending trial, and the minimum for any other. */
const TRIAL_QUESTION_S = 60;
/**
 * The interval for a known trial is this part of the time to its end, or since it: frequent around the end, rare far
 * from it.
 */
const TRIAL_QUESTION_PART = 4;

/** When the upstream is next asked about a trial: never, once an operator has set its end. */
const NEXT_QUESTION = `case
    when a.trial_set_by_operator then null
    when a.trial_ends_at is null then now() + interval '${TRIAL_QUESTION_S} seconds'
    when $1 then now() + greatest(interval '${TRIAL_QUESTION_S} seconds',
      make_interval(secs => abs(extract(epoch from a.trial_ends_at - now())) / ${TRIAL_QUESTION_PART}))
  end`;

/**
 * Claims apps whose trial is due to be asked about, each for one process. The transaction works across Teams (scope
 * `*`).
 * @param changes Whether the upstream may change a known trial.
 */
export async function claimTrials(transaction: Transaction, changes: boolean, limit: number): Promise<AskedTrial[]> {
  const { rows } = await transaction.query<AskedTrial & { asked: boolean }>(
    `with due as (
       select a.id from app a where a.trial_ask_at <= now() and a.deleted_at is null order by a.trial_ask_at limit $2 for update of a skip locked)
     update app a set trial_ask_at = case when exists (
              select from app_request r where r.team_id = a.team_id and r.app_id = a.id) then ${NEXT_QUESTION} end
       from due, team t
      where a.id = due.id and t.id = a.team_id
      returning a.id as "appId", a.team_id as "teamId", t.code as team, a.app_key as "appKey", a.name,
                a.trial_ends_at as "trialEndsAt", a.trial_ask_at is not null as asked`,
    [changes, limit],
  );
  return rows.filter(({ asked }) => asked);
}

/**
 * Sets the end of a trial as reported by the upstream, unless an operator has set it, or an owner deleted the app, meanwhile.
 * @returns False when nothing changed.
 */
export async function setTrialEnd(transaction: Transaction, appId: string, trialEndsAt: Date): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update app a set trial_ends_at = $2,
            trial_ask_at = now() + greatest(interval '${TRIAL_QUESTION_S} seconds',
              make_interval(secs => abs(extract(epoch from $2::timestamptz - now())) / ${TRIAL_QUESTION_PART}))
      where id = $1 and deleted_at is null and not trial_set_by_operator and trial_ends_at is distinct from $2`,
    [appId, trialEndsAt],
  );
  return rowCount === 1;
}
