import { DELIVERIES_KEEP_DAYS, HEARD_KEEP_DAYS } from '@openhouse/contract';
import type { Config } from '../../config/config.ts';
import { ATTEMPTS_WINDOW_S, MAILS_WINDOW_S } from '../../portal/attempts/count-attempt.ts';

/** What is kept for a time, by the variable that says how long (decision 0137). */
export const keptKinds = ['usage', 'calls', 'audit', 'sessions', 'handshakes', 'teams'] as const;
export type KeptKind = (typeof keptKinds)[number];

/** What the operator has set. */
export interface Retention {
  /** Days of each kind; null keeps it for ever. */
  readonly days: Readonly<Record<KeptKind, number | null>>;
  /** Seconds without a use after which a session has run out; 0 for never. */
  readonly sessionIdleS: number;
}

export type RetentionSettings = Pick<
  Config,
  | 'USAGE_KEEP_DAYS'
  | 'CALLS_KEEP_DAYS'
  | 'AUDIT_KEEP_DAYS'
  | 'SESSIONS_KEEP_DAYS'
  | 'HANDSHAKES_KEEP_DAYS'
  | 'SESSION_IDLE_S'
>;

export function retentionOf(config: RetentionSettings): Retention {
  return {
    days: {
      usage: config.USAGE_KEEP_DAYS,
      calls: config.CALLS_KEEP_DAYS,
      audit: config.AUDIT_KEEP_DAYS === 0 ? null : config.AUDIT_KEEP_DAYS,
      sessions: config.SESSIONS_KEEP_DAYS,
      handshakes: config.HANDSHAKES_KEEP_DAYS,
      // What is due says so itself.
      teams: 0,
    },
    sessionIdleS: config.SESSION_IDLE_S,
  };
}

/** Rows that one transaction removes at most: a fraction of a second, in which nobody waits for them. */
export const ROWS_A_BATCH = 1000;

/** The same of tours: each has its frames and records with it. */
export const TOURS_A_BATCH = 50;

/** The same of sessions: each has an entry in the audit log of every Team of its person. */
export const SESSIONS_A_BATCH = 50;

/** A table whose rows expire by one of their timestamps. */
export interface KeptTable {
  readonly table: string;
  /** The time that a row is kept from: when it was, or when it ended. An index begins with it, or the table is small. */
  readonly from: string;
  /** Days that no variable says: what only our own processes need. */
  readonly days?: number;
  /** Seconds after that time in which it still serves. */
  readonly servesS?: number;
  /** Which rows go at all, of the table as `kept`. */
  readonly where?: string;
  /** Rows of an app, which the plan of its Team may keep for another time (decision 0191). */
  readonly byPlan?: true;
  /** Some of the rows that are old stay for ever. */
  readonly someStay?: true;
}

/**
 * Every table of each kind, in the order in which they are looked at. Sessions, audit logs and Teams leave entries: `forget.ts`.
 */
export const keptTables: Readonly<Record<Exclude<KeptKind, 'audit' | 'sessions' | 'teams'>, readonly KeptTable[]>> = {
  usage: [
    { table: 'app_use', from: 'minute', byPlan: true },
    { table: 'app_cost', from: 'slot', byPlan: true },
    {
      table: 'app_secret',
      from: 'ends_at',
      // The highest version of an app stays: its number is never given again.
      where: 'exists (select from app_secret later where later.app_id = kept.app_id and later.version > kept.version)',
      someStay: true,
    },
  ],
  calls: [
    { table: 'app_call', from: 'at' },
    // Refused calls that no app is known of: nobody asks about them later.
    { table: 'unknown_call', from: 'at', days: 1 },
    // A node that ended repeats no flush.
    { table: 'use_flush', from: 'at', days: 7 },
    // A node that has not looked for longer has been restarted.
    { table: 'tour_removal', from: 'removed_at', days: 30 },
    // What waits was given up long before, unless its webhook is stopped.
    { table: 'webhook_delivery', from: 'queued_at', days: DELIVERIES_KEEP_DAYS },
    // What waits longer is of a listener whose receiver is away.
    { table: 'heard_event', from: 'made_at', days: HEARD_KEEP_DAYS },
    { table: 'event_listener', from: 'ends_at', days: 0 },
  ],
  handshakes: [
    { table: 'spent_once', from: 'forget_at' },
    { table: 'command_line_sign_in', from: 'ends_at' },
    { table: 'keyed_action', from: 'forget_at' },
    // An address is kept no longer than the invitation serves.
    { table: 'invitation', from: 'ends_at', days: 0, where: 'email is not null' },
    { table: 'invitation', from: 'ends_at' },
    { table: 'team_credential', from: 'ends_at' },
    { table: 'reveal_attempts', from: 'window_at', servesS: ATTEMPTS_WINDOW_S, where: "counted not like 'mail-%'" },
    { table: 'reveal_attempts', from: 'window_at', servesS: MAILS_WINDOW_S },
  ],
};
