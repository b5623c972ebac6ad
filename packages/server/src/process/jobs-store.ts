import type { Transaction } from '../kernel/database/database.ts';
import type { JobsState } from '../observe/metrics.ts';
import type { Retention } from './retention/rules.ts';
import { overdueS } from './retention/store.ts';

/** What waits in the background, of all Teams (scope `*`), how long the audit logs are by their heads, and what stays too long. */
export async function jobsState(
  transaction: Transaction,
  retention: Retention,
  sendsMail: boolean,
): Promise<JobsState> {
  const { rows } = await transaction.query<{ waiting: number; oldest_s: number; mail_s: number; entries: string }>(
    `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as oldest_s,
            (select coalesce(extract(epoch from now() - min(since)), 0)
               from (select min(made_at) as since from mail
                     union all
                     select min(created_at) from invitation where mail_free_at is not null and ends_at > now()) unsent
            )::float8 as mail_s,
            (select coalesce(sum(number - forgotten), 0) from audit_head)::text as entries
       from app_request where state <> 'completed'`,
  );
  const [row] = rows;
  return {
    waiting: row?.waiting ?? 0,
    oldestS: row?.oldest_s ?? 0,
    // What was written before an operator took the mail server away waits for nothing.
    oldestMailS: sendsMail ? (row?.mail_s ?? 0) : 0,
    auditEntries: Number(row?.entries ?? 0),
    overdueS: await overdueS(transaction, retention),
  };
}
