import type { TeamRole } from '@openhouse/contract';
import type { Transaction } from '../../kernel/database/database.ts';
import type { MailClaim } from '../mail/outbox.ts';

/** Claims the next invitation whose mail is due. */
export async function claimInvitationMail(transaction: Transaction, leaseS: number): Promise<MailClaim | undefined> {
  const { rows } = await transaction.query<MailClaim>(
    `with next as (
       select id from invitation where mail_free_at <= clock_timestamp() and ends_at > now()
        order by mail_free_at limit 1 for update skip locked)
     update invitation i set mail_lease = mail_lease + 1, mail_attempts = mail_attempts + 1,
            mail_free_at = clock_timestamp() + make_interval(secs => $1)
       from next where i.id = next.id
     returning i.id, mail_lease as lease, mail_attempts as attempts,
               extract(epoch from clock_timestamp() - created_at)::float8 as "ageS"`,
    [leaseS],
  );
  return rows[0];
}

/** What the mail of an invitation says, and to whom. */
export interface InvitationMailRow {
  readonly email: string;
  readonly role: TeamRole;
  readonly endsAt: Date;
  readonly sealedToken: Buffer;
  readonly teamName: string;
  /** Of whoever made it; may be empty. */
  readonly byName: string;
  /** Of their pages; null where nobody knows. */
  readonly language: string | null;
}

/** @returns Undefined for an invitation that was used or withdrawn, or that would be refused. */
export async function invitationMailOf(
  transaction: Transaction,
  { id }: MailClaim,
): Promise<InvitationMailRow | undefined> {
  const { rows } = await transaction.query<InvitationMailRow>(
    `select i.email, i.role, i.ends_at as "endsAt", i.mail_token as "sealedToken", t.name as "teamName",
            p.name as "byName", p.language
       from invitation i join team t on t.id = i.team_id join person p on p.id = i.created_by
      where i.id = $1 and i.mail_token is not null and i.ends_at > now() and t.suspended_at is null
        and t.deletion_due_at is null and p.suspended_at is null and p.deleted_at is null`,
    [id],
  );
  return rows[0];
}

export async function postponeInvitationMail(
  transaction: Transaction,
  { id, lease }: MailClaim,
  afterS: number,
): Promise<void> {
  await transaction.query(
    `update invitation set mail_free_at = clock_timestamp() + make_interval(secs => $3)
      where id = $1 and mail_lease = $2 and mail_state = 'waiting'`,
    [id, lease, afterS],
  );
}

/** What was sealed goes with the mail; the invitation says what became of it. */
export async function endInvitationMail(
  transaction: Transaction,
  { id, lease }: MailClaim,
  state: 'sent' | 'failed',
): Promise<void> {
  await transaction.query(
    `update invitation set mail_state = $3, mail_token = null, mail_free_at = null
      where id = $1 and mail_lease = $2 and mail_state = 'waiting'`,
    [id, lease, state],
  );
}

/** Tokens of links that a key of APP_SECRET_SEALING_KEYS sealed. Scope `*`. */
export async function mailsSealedBy(transaction: Transaction, keyId: number): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*)::int as count from invitation where substring(mail_token from 1 for 1) = $1',
    [Buffer.from([keyId])],
  );
  return rows[0]?.count ?? 0;
}
