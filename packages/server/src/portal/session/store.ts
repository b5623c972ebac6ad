import type { Team, TeamRole } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import { newCode } from './rules.ts';
import { DELETION_COLUMNS, type DeletionRow } from './team-deletion.ts';

/** How the client presents its session: a browser by two cookies, the command line by a token. */
export type SessionKind = 'browser' | 'command-line';

/** A session that has not ended. */
export interface LiveSession {
  /** Public id. */
  readonly id: string;
  readonly kind: SessionKind;
  /** The person's id in digits. */
  readonly personId: string;
  /** The person's public code: `userCode`. */
  readonly userCode: string;
  /** Public code of the account at the identity provider. */
  readonly account: string;
  /** Provider that account belongs to. */
  readonly provider: string;
  /** SHA-256 of the provider's user id. */
  readonly subjectHash: Buffer;
  readonly source: string;
  readonly sealedToken: Buffer;
  /** Number of the key that signed the cookie which the browser is known to have; null for a session from before that was kept. */
  readonly cookieKey: number | null;
  /** Seconds since it was started by signing in. */
  readonly ageS: number;
}

interface SessionRow {
  readonly id: string;
  readonly kind: SessionKind;
  readonly person_id: string;
  readonly user_code: string;
  readonly account: string;
  readonly provider: string;
  readonly subject_hash: Buffer;
  readonly source: string;
  readonly sealed_token: Buffer;
  readonly cookie_key: number | null;
  readonly age_s: number;
  readonly unused: boolean;
}

/** When idle sessions end, and whether this request counts as use. */
export interface SessionUse {
  /** Seconds without use after which a session ends; 0 for never (`SESSION_IDLE_S`). */
  readonly idleS: number;
  /** False for a request that must not change anything. */
  readonly counts: boolean;
}

/** A use is recorded at most once in this fraction of the idle time, so that most requests only read. */
const NOTED_PART = 20;

/** Runs on each request: a session that was ended anywhere is refused everywhere from the next request on. */
export async function liveSession(pool: Pool, tokenHash: Buffer, use: SessionUse): Promise<LiveSession | undefined> {
  const { rows } = await pool.query<SessionRow>({
    name: 'live-session',
    text: `select s.id, s.kind, s.person_id, p.code as user_code, a.code as account, a.provider, a.subject_hash, s.source,
                  s.sealed_token, s.cookie_key, extract(epoch from now() - least(s.created_at, s.signed_in_at))::float8 as age_s,
                  $2::float8 > 0 and s.used_at < now() - make_interval(secs => $2::float8 / ${NOTED_PART}) as unused
             from session s
             join identity_account a on a.id = s.account_id
             join person p on p.id = s.person_id
            where s.token_hash = $1 and s.ends_at > now() and p.suspended_at is null
              and ($2::float8 = 0 or s.used_at > now() - make_interval(secs => $2::float8))`,
    values: [tokenHash, use.idleS],
  });
  const [row] = rows;
  if (row?.unused === true && use.counts) {
    await pool.query('update session set used_at = now() where id = $1', [row.id]);
  }
  return row === undefined
    ? undefined
    : {
        id: row.id,
        kind: row.kind,
        personId: row.person_id,
        userCode: row.user_code,
        account: row.account,
        provider: row.provider,
        subjectHash: row.subject_hash,
        source: row.source,
        sealedToken: row.sealed_token,
        cookieKey: row.cookie_key,
        ageS: row.age_s,
      };
}

/** A membership, before the active Team is determined. */
export interface Membership extends Omit<Team, 'isActive' | 'suspended' | 'deletion'>, DeletionRow {
  /** The Team's id in digits. */
  readonly teamId: string;
  /** True for the Team the person chose. */
  readonly chosen: boolean;
  /** Since when operators have it suspended, and why; null while they have not. */
  readonly suspendedAt: Date | null;
  readonly suspendedReason: string | null;
}

interface MembershipRow extends Pick<Membership, 'suspendedAt' | 'suspendedReason'>, DeletionRow {
  readonly team_id: string;
  readonly code: string;
  readonly name: string;
  readonly role: TeamRole;
  readonly chosen: boolean;
}

/** All of the person's Teams, the longest membership first: whatever they do in one is allowed by it. */
export async function membershipsOf(pool: Pool, personId: string): Promise<Membership[]> {
  const { rows } = await pool.query<MembershipRow>({
    name: 'memberships-of',
    text: `select t.id as team_id, t.code, t.name, m.role, t.id is not distinct from p.active_team_id as chosen,
                  t.suspended_at as "suspendedAt", t.suspended_reason as "suspendedReason", ${DELETION_COLUMNS}
             from team_member m
             join team t on t.id = m.team_id
             join person p on p.id = m.person_id
            where m.person_id = $1 and (select set_config('app.person', $1::text, true)) is not null
            order by m.created_at, t.id`,
    values: [personId],
  });
  return rows.map(({ team_id, code, ...row }) => ({ ...row, teamId: team_id, id: code }));
}

/** A Team as a credential of it is in it: the one Team there is for it, with the rights of a member. */
export async function teamOfCredential(pool: Pool, teamId: string): Promise<Membership | undefined> {
  const { rows } = await pool.query<MembershipRow>({
    name: 'team-of-credential',
    text: `select t.id as team_id, t.code, t.name, 'member' as role, true as chosen,
                  t.suspended_at as "suspendedAt", t.suspended_reason as "suspendedReason", ${DELETION_COLUMNS}
             from team t where t.id = $1`,
    values: [teamId],
  });
  return rows.map(({ team_id, code, ...row }) => ({ ...row, teamId: team_id, id: code }))[0];
}

/** The account of a provider's user, created together with its person at the first sign-in. */
export async function accountOf(
  transaction: Transaction,
  provider: string,
  subjectHash: Buffer,
): Promise<{ accountId: string; account: string; personId: string }> {
  // Two concurrent first sign-ins of one person must not create two people.
  await transaction.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [
    provider,
    subjectHash.toString('hex'),
  ]);
  const { rows } = await transaction.query<{ id: string; code: string; person_id: string }>(
    'select id, code, person_id from identity_account where provider = $1 and subject_hash = $2',
    [provider, subjectHash],
  );
  const [known] = rows;
  if (known !== undefined) return { accountId: known.id, account: known.code, personId: known.person_id };
  const made = await transaction.query<{ id: string; code: string; person_id: string }>(
    `with made as (insert into person (code) values ($1) returning id)
     insert into identity_account (code, person_id, provider, subject_hash)
     select $2, made.id, $3, $4 from made returning id, code, person_id`,
    [newCode('ohu_'), newCode('oha_'), provider, subjectHash],
  );
  const [row] = made.rows;
  if (row === undefined) throw new Error('insert into identity_account returned no row');
  return { accountId: row.id, account: row.code, personId: row.person_id };
}

/**
 * Why operators have suspended a person; null while they have not. The row is locked: a suspension waits, or is seen.
 */
export async function suspensionOf(transaction: Transaction, personId: string): Promise<string | null> {
  const { rows } = await transaction.query<{ reason: string | null }>(
    'select suspended_reason as reason from person where id = $1 for share',
    [personId],
  );
  return rows[0]?.reason ?? null;
}

/** A session about to be stored. */
export interface NewSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly accountId: string;
  readonly personId: string;
  readonly source: string;
  readonly sealedToken: Buffer;
  readonly cookieKey: number;
  readonly providerSessionHash: Buffer | null;
  readonly userAgent: string;
  readonly ipAddress: string;
  readonly lifetimeS: number;
}

export async function insertSession(transaction: Transaction, session: NewSession): Promise<void> {
  await transaction.query(
    `insert into session (id, token_hash, account_id, person_id, source, sealed_token, provider_session_hash,
                          user_agent, ip_address, ends_at, cookie_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10), $11)`,
    [
      session.id,
      session.tokenHash,
      session.accountId,
      session.personId,
      session.source,
      session.sealedToken,
      session.providerSessionHash,
      session.userAgent,
      session.ipAddress,
      session.lifetimeS,
      session.cookieKey,
    ],
  );
}

/** Stores which key signed the cookie that the browser sent: it no longer needs another one. */
export async function noteCookieKey(pool: Pool, id: string, cookieKey: number): Promise<void> {
  await pool.query('update session set cookie_key = $2 where id = $1', [id, cookieKey]);
}

/** Removes sessions that ran out so many days ago. @returns Up to `limit`. */
export async function deleteRunOut(transaction: Transaction, days: number, limit: number): Promise<EndedSession[]> {
  return deleted(
    transaction,
    `delete from session where id in
       (select id from session where ends_at <= now() - make_interval(days => $1) limit $2 for update skip locked)`,
    [days, limit],
  );
}

/** The same of sessions that nobody used for so long. No index finds them: a use would have to write it. */
export async function deleteUnused(
  transaction: Transaction,
  idleS: number,
  days: number,
  limit: number,
): Promise<EndedSession[]> {
  return deleted(
    transaction,
    `delete from session where id in
       (select id from session where used_at <= now() - make_interval(days => $1, secs => $2)
         limit $3 for update skip locked)`,
    [days, idleS, limit],
  );
}

export interface SessionSummary {
  readonly id: string;
  readonly kind: SessionKind;
  /** Name of the machine; empty for a browser. */
  readonly machine: string;
  readonly createdAt: Date;
  readonly endsAt: Date;
  readonly userAgent: string;
  readonly ipAddress: string;
}

/** Maximum number of sessions shown to one person. */
const SESSIONS_MAX = 100;

/** The person's live sessions, newest first. */
export async function sessionsOf(pool: Pool, personId: string, idleS: number): Promise<SessionSummary[]> {
  const { rows } = await pool.query<SessionSummary>({
    name: 'sessions-of',
    text: `select id, kind, machine, created_at as "createdAt", ends_at as "endsAt", user_agent as "userAgent",
                  ip_address as "ipAddress"
             from session where person_id = $1 and ends_at > now()
              and ($2::float8 = 0 or used_at > now() - make_interval(secs => $2::float8))
            order by created_at desc, id limit ${SESSIONS_MAX}`,
    values: [personId, idleS],
  });
  return rows;
}

/** A session that ended. */
export interface EndedSession {
  readonly personId: string;
  /** Name of the machine, or the browser. */
  readonly device: string;
  /** Where it was started from. */
  readonly ipAddress: string;
}

/** Ends one session of the person: none when it is not theirs or has ended already. */
export async function deleteSession(transaction: Transaction, personId: string, id: string): Promise<EndedSession[]> {
  return deleted(transaction, 'delete from session where person_id = $1 and id = $2', [personId, id]);
}

/** Ends the person's sessions. @param except Public id of one to keep, or null. */
export async function deleteSessions(
  transaction: Transaction,
  personId: string,
  except: string | null,
): Promise<EndedSession[]> {
  return deleted(transaction, 'delete from session where person_id = $1 and id is distinct from $2', [
    personId,
    except,
  ]);
}

/** Ends the session of a token, if there is one. */
export async function deleteSessionOfToken(transaction: Transaction, tokenHash: Buffer): Promise<EndedSession[]> {
  return deleted(transaction, 'delete from session where token_hash = $1', [tokenHash]);
}

/** Ends the sessions that an OpenID provider's logout names: one, or all of a user (decision 0027). */
export async function deleteProviderSessions(
  transaction: Transaction,
  named: { readonly provider: string; readonly subjectHash: Buffer | null; readonly sessionHash: Buffer | null },
): Promise<EndedSession[]> {
  return deleted(
    transaction,
    `delete from session using identity_account a
      where a.id = session.account_id and a.provider = $1
        and ($2::bytea is null or a.subject_hash = $2)
        and ($3::bytea is null or session.provider_session_hash = $3)
        and ($2::bytea is not null or $3::bytea is not null)`,
    [named.provider, named.subjectHash, named.sessionHash],
  );
}

async function deleted(transaction: Transaction, statement: string, values: unknown[]): Promise<EndedSession[]> {
  const { rows } = await transaction.query<EndedSession>(
    `with ended as (${statement} returning session.*)
     select person_id as "personId", case when machine = '' then user_agent else machine end as device,
            ip_address as "ipAddress" from ended`,
    values,
  );
  return rows;
}

/** A Team of a person, with the names that the audit log needs. */
interface AuditedTeam {
  /** Ids in digits. */
  readonly teamId: string;
  readonly personId: string;
  readonly userCode: string;
  readonly name: string;
}

/** The Teams of people, in the order of their ids. @param transaction For work across Teams. */
export async function auditedTeams(transaction: Transaction, people: readonly string[]): Promise<AuditedTeam[]> {
  const { rows } = await transaction.query<AuditedTeam>(
    `select m.team_id as "teamId", m.person_id as "personId", p.code as "userCode", p.name
       from team_member m join person p on p.id = m.person_id
      where m.person_id = any($1::bigint[]) order by m.team_id, m.person_id`,
    [people],
  );
  return rows;
}

/** @returns Id in digits of the person of a provider's user; undefined for somebody who never signed in. */
export async function personOfAccount(
  transaction: Transaction,
  provider: string,
  subjectHash: Buffer,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ id: string }>(
    'select person_id as id from identity_account where provider = $1 and subject_hash = $2',
    [provider, subjectHash],
  );
  return rows[0]?.id;
}
