import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';

/** A sign-in about to be stored. */
export interface NewSignIn {
  readonly deviceHash: Buffer;
  readonly userHash: Buffer;
  readonly machine: string;
  readonly userAgent: string;
  readonly ipAddress: string;
  readonly intervalS: number;
  readonly lifetimeS: number;
}

export async function insertSignIn(pool: Pool, signIn: NewSignIn): Promise<void> {
  await pool.query(
    `insert into command_line_sign_in (device_hash, user_hash, machine, user_agent, ip_address, interval_s, ends_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [
      signIn.deviceHash,
      signIn.userHash,
      signIn.machine,
      signIn.userAgent,
      signIn.ipAddress,
      signIn.intervalS,
      signIn.lifetimeS,
    ],
  );
}

/** A sign-in that waits for its person. */
export interface WaitingSignIn {
  readonly machine: string;
  readonly ipAddress: string;
  readonly createdAt: Date;
  readonly endsAt: Date;
}

const WAITING = `select machine, ip_address as "ipAddress", created_at as "createdAt", ends_at as "endsAt"
    from command_line_sign_in where user_hash = $1 and state = 'asked' and ends_at > now()`;

export async function waitingSignIn(pool: Pool, userHash: Buffer): Promise<WaitingSignIn | undefined> {
  return (await pool.query<WaitingSignIn>(WAITING, [userHash])).rows[0];
}

/** The same, locked to the end of the transaction: of two decisions only one finds it. */
export async function holdWaitingSignIn(
  transaction: Transaction,
  userHash: Buffer,
): Promise<WaitingSignIn | undefined> {
  return (await transaction.query<WaitingSignIn>(`${WAITING} for update`, [userHash])).rows[0];
}

export async function denySignIn(transaction: Transaction, userHash: Buffer): Promise<void> {
  await transaction.query("update command_line_sign_in set state = 'denied' where user_hash = $1", [userHash]);
}

/** @param allowed The session to be created: its id, and the identity provider's token sealed for it. */
export async function allowSignIn(
  transaction: Transaction,
  userHash: Buffer,
  allowed: { readonly by: string; readonly sessionId: string; readonly sealedToken: Buffer },
): Promise<void> {
  await transaction.query(
    `update command_line_sign_in set state = 'allowed', allowed_by = $2, session_id = $3, sealed_token = $4
      where user_hash = $1`,
    [userHash, allowed.by, allowed.sessionId, allowed.sealedToken],
  );
}

/** A sign-in as the polling command finds it. */
export interface AskedSignIn {
  readonly state: 'asked' | 'allowed' | 'denied' | 'collected';
  /** Polled again before the interval was over. */
  readonly isHasty: boolean;
  readonly intervalS: number;
  /** The session that was collected, while it lives. */
  readonly session: { readonly id: string; readonly personId: string } | null;
}

/** Locks the row to the end of the transaction: of two polls with one code only one collects. */
export async function holdAskedSignIn(transaction: Transaction, deviceHash: Buffer): Promise<AskedSignIn | undefined> {
  const { rows } = await transaction.query<AskedSignIn>(
    `select case when state = 'denied' and session_id is not null then 'collected' else state end as state,
            interval_s as "intervalS",
            asked_at is not null and asked_at + make_interval(secs => interval_s) > now() as "isHasty",
            (select json_build_object('id', s.id, 'personId', s.person_id::text) from session s
              where s.id = session_id) as session
       from command_line_sign_in where device_hash = $1 and ends_at > now() for update`,
    [deviceHash],
  );
  return rows[0];
}

export async function noteQuestion(transaction: Transaction, deviceHash: Buffer, intervalS: number): Promise<void> {
  await transaction.query('update command_line_sign_in set asked_at = now(), interval_s = $2 where device_hash = $1', [
    deviceHash,
    intervalS,
  ]);
}

export async function deleteSignIn(transaction: Transaction, deviceHash: Buffer): Promise<void> {
  await transaction.query('delete from command_line_sign_in where device_hash = $1', [deviceHash]);
}

/**
 * Turns an allowed sign-in into a session of the person who allowed it, and uses it up: what is left says whose code it was, so that one
 * which comes again is known. For programs from before that, it is denied.
 * @returns Public id and end of the session; undefined when the session that allowed it has ended meanwhile.
 */
export async function becomeSession(
  transaction: Transaction,
  deviceHash: Buffer,
  tokenHash: Buffer,
  lifetimeS: number,
): Promise<{ id: string; endsAt: Date } | undefined> {
  const { rows } = await transaction.query<{ id: string; endsAt: Date }>(
    `with used as (select * from command_line_sign_in where device_hash = $1 and state = 'allowed'),
          left_over as (
            update command_line_sign_in set state = 'denied', allowed_by = null, sealed_token = null, machine = '',
                   user_agent = '', ip_address = '', asked_at = now() where device_hash = $1)
     insert into session (id, token_hash, account_id, person_id, source, sealed_token, provider_session_hash,
                          user_agent, ip_address, kind, machine, signed_in_at, ends_at)
     select used.session_id, $2, by.account_id, by.person_id, by.source, used.sealed_token, by.provider_session_hash,
            used.user_agent, used.ip_address, 'command-line', used.machine, by.signed_in_at,
            now() + make_interval(secs => $3)
       from used join session by on by.id = used.allowed_by and by.ends_at > now()
     returning id, ends_at as "endsAt"`,
    [deviceHash, tokenHash, lifetimeS],
  );
  return rows[0];
}
