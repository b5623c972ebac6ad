import { TEAM_DELETION_DAYS, USAGE_DAYS } from '@openhouse/contract';
import { integer, type Reader, variable } from './variables.ts';

/** The store itself refuses to remove audit entries younger than this many days (`0045-retention.sql`). */
const AUDIT_LEAST_DAYS = 30;
const AUDIT_MOST_DAYS = 36_500;

/** Days, or 0 for ever. What is removed does not come back: a slip that leaves next to nothing is refused. */
const auditDays: Reader<number> = {
  takes: `0, or a whole number from ${AUDIT_LEAST_DAYS} to ${AUDIT_MOST_DAYS}`,
  read: (value) => (value === '0' ? 0 : integer(AUDIT_LEAST_DAYS, AUDIT_MOST_DAYS).read(value)),
};

/** How long what is kept stays (decision 0137). */
export const retentionVariables = {
  USAGE_KEEP_DAYS: variable(
    integer(1, 3650),
    String(USAGE_DAYS),
    'Days that usage is kept: how often apps called, and what it cost.',
  ),
  CALLS_KEEP_DAYS: variable(
    integer(1, 3650),
    String(USAGE_DAYS),
    'Days that the last calls of an app are kept, with which one is explained.',
  ),
  AUDIT_KEEP_DAYS: variable(
    auditDays,
    '0',
    'Days that entries of the audit logs are kept; 0 keeps them for ever. The logs say what was removed, and can still be verified.',
  ),
  SESSIONS_KEEP_DAYS: variable(
    integer(0, 3650),
    '0',
    'Days that a session which ran out stays in the database; one that somebody ended is removed at once.',
  ),
  HANDSHAKES_KEEP_DAYS: variable(
    integer(0, 365),
    '0',
    'Days that what served once stays after it ended: sign-ins under way, answers to repeated actions, counted attempts, invitations.',
  ),
  TEAM_DELETION_GRACE_DAYS: variable(
    integer(1, 365),
    String(TEAM_DELETION_DAYS),
    'Days from the request to delete a Team until everything of it is deleted; until then it can be called off.',
  ),
};
