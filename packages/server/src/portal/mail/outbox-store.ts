import type { WarningKind } from '@openhouse/contract';
import type { Transaction } from '../../kernel/database/database.ts';
import type { MailClaim } from './outbox.ts';

/**
 * Writes a mail for each new warning to each owner of its Team who has an address and has not stopped them: in the transaction
 * that writes the warnings, so that there is one for each, and one only. Scope `*`, or their Team.
 */
export async function queueWarningMails(transaction: Transaction, warningIds: readonly string[]): Promise<void> {
  await transaction.query(
    `with heard as (
       select w.team_id, w.id as warning_id, p.id as person_id
         from warning w join team_member m on m.team_id = w.team_id and m.role = 'owner' join person p on p.id = m.person_id
        where w.id = any ($1) and ${HEARS}),
     named as (
       update person set mail_code = gen_random_uuid()
        where mail_code is null and id in (select person_id from heard))
     insert into mail (team_id, warning_id, person_id) select team_id, warning_id, person_id from heard
       on conflict do nothing`,
    [warningIds],
  );
}

/** Whether a person gets mails of warnings. */
const HEARS = "p.email <> '' and p.mail_stopped_at is null and p.deleted_at is null and p.suspended_at is null";

/** Claims the next mail that is due, in a short transaction of its own (scope `*`). */
export async function claimMail(transaction: Transaction, leaseS: number): Promise<MailClaim | undefined> {
  const { rows } = await transaction.query<MailClaim>(
    `with next as (
       select id from mail where free_at <= clock_timestamp() order by free_at limit 1 for update skip locked)
     update mail m set lease = m.lease + 1, attempts = m.attempts + 1,
            free_at = clock_timestamp() + make_interval(secs => $1)
       from next where m.id = next.id
     returning m.id, m.lease, m.attempts, extract(epoch from clock_timestamp() - m.made_at)::float8 as "ageS"`,
    [leaseS],
  );
  return rows[0];
}

/** What a mail of a warning says, and to whom. */
export interface WarningMail {
  readonly warningId: string;
  readonly kind: WarningKind;
  readonly level: number;
  readonly appKey: string | null;
  readonly appName: string | null;
  readonly version: number | null;
  readonly endsAt: Date | null;
  readonly used: number | null;
  readonly most: number | null;
  /** Where a leaked secret was found; empty where that is not known, null for other kinds. */
  readonly leakedUrl: string | null;
  /** Whether the version has ended by now. */
  readonly ended: boolean;
  readonly teamName: string;
  readonly userCode: string;
  readonly email: string;
  readonly language: string | null;
  readonly mailCode: string;
}

/** @returns Undefined for a mail that nobody is to get any more: its warning is over, or the person has gone or stopped them. */
export async function warningMailOf(transaction: Transaction, { id }: MailClaim): Promise<WarningMail | undefined> {
  const { rows } = await transaction.query<WarningMail>(
    `select w.id as "warningId", w.kind, w.level, a.app_key as "appKey", a.name as "appName", w.version,
            w.ends_at as "endsAt", w.used::float8, w.most::float8, s.leaked_url as "leakedUrl",
            s.ends_at is not null and s.ends_at <= now() as ended, t.name as "teamName", p.code as "userCode", p.email,
            p.language, p.mail_code as "mailCode"
       from mail o join warning w on w.team_id = o.team_id and w.id = o.warning_id join team t on t.id = o.team_id
            join person p on p.id = o.person_id
            join team_member m on m.team_id = o.team_id and m.person_id = p.id and m.role = 'owner'
            left join app a on a.team_id = w.team_id and a.id = w.app_id
            left join app_secret s on s.team_id = w.team_id and s.app_id = w.app_id and s.version = w.version
      where o.id = $1 and w.over_at is null and ${HEARS}`,
    [id],
  );
  return rows[0];
}

/** Lets a mail be tried again. A lease that was taken over is left alone. */
export async function postponeMail(transaction: Transaction, { id, lease }: MailClaim, afterS: number): Promise<void> {
  await transaction.query(
    `update mail set free_at = clock_timestamp() + make_interval(secs => $3) where id = $1 and lease = $2`,
    [id, lease, afterS],
  );
}

/** Removes a mail that was sent, or that never will be. */
export async function endMail(transaction: Transaction, { id, lease }: MailClaim): Promise<void> {
  await transaction.query('delete from mail where id = $1 and lease = $2', [id, lease]);
}

/** Stops the mails of whoever this code is of, or lets them come again. @returns False for a code that nobody has. */
export async function stopMails(transaction: Transaction, code: string, stop: boolean): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update person set mail_stopped_at = case when $2 then coalesce(mail_stopped_at, now()) end
      where mail_code = $1 and deleted_at is null`,
    [code, stop],
  );
  return rowCount === 1;
}

/** The same of a person who is signed in. */
export async function setMails(transaction: Transaction, personId: string, wanted: boolean): Promise<void> {
  await transaction.query(
    `update person set mail_stopped_at = case when $2 then null else coalesce(mail_stopped_at, now()) end where id = $1`,
    [personId, wanted],
  );
}

/** Whether a person has not stopped them. */
export async function wantsMails(transaction: Pick<Transaction, 'query'>, personId: string): Promise<boolean> {
  const { rows } = await transaction.query<{ wanted: boolean }>(
    'select mail_stopped_at is null as wanted from person where id = $1',
    [personId],
  );
  return rows[0]?.wanted ?? false;
}
