import type { Pool } from 'pg';
import type { Part } from '../../config/parts.ts';
import type { Transaction } from '../../kernel/database/database.ts';

/** Lets one process at a time change a file of key rings, until the transaction ends. */
export async function lockRings(transaction: Transaction): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('openhouse key rings'))");
}

/** Provider tokens of sessions that a ring's first key did not seal, in the order of their ids. */
export async function tokensSealedOtherwise(
  transaction: Transaction,
  keyId: number,
  after: string,
  limit: number,
): Promise<{ id: string; sealedToken: Buffer }[]> {
  const { rows } = await transaction.query<{ id: string; sealedToken: Buffer }>(
    `select id, sealed_token as "sealedToken" from session
      where get_byte(sealed_token, 0) <> $1 and id > $2 order by id limit $3`,
    [keyId, after, limit],
  );
  return rows;
}

/** Replaces one sealed token, unless it changed meanwhile. */
export async function replaceSealedToken(
  transaction: Transaction,
  id: string,
  from: Buffer,
  to: Buffer,
): Promise<void> {
  await transaction.query('update session set sealed_token = $3 where id = $1 and sealed_token = $2', [id, from, to]);
}

/** A process and the keys it holds. */
export interface Holder {
  readonly process: string;
  readonly host: string;
  readonly part: Part;
  /** By the name of the ring: its keys as `shownKey` shows them, the first of them first. */
  readonly rings: Readonly<Record<string, readonly string[]>>;
}

/**
 * Notes that a process is there.
 * @param limits Where it counts limits; null while it cannot tell.
 */
export async function noteHolder(
  pool: Pool,
  { process, host, part, rings }: Holder,
  limits: string | null,
): Promise<void> {
  await pool.query(
    `insert into key_holder (process, host, part, rings, limits, limits_since) values ($1, $2, $3, $4, $5, now())
     on conflict (process) do update set seen_at = now(), limits = excluded.limits,
       limits_since = case when key_holder.limits is distinct from excluded.limits then now() else key_holder.limits_since end`,
    [process, host, part, JSON.stringify(rings), limits],
  );
}

/** A process by its names. */
export type NamedHolder = Pick<Holder, 'host' | 'part'>;

/**
 * Processes that count limits elsewhere than one of them does, of those parts. Only what was noted after the process found its
 * own place counts: a Redis that was started empty has a new name, and not everybody has asked for it yet.
 */
export async function countingApart(pool: Pool, process: string, parts: readonly Part[]): Promise<NamedHolder[]> {
  const { rows } = await pool.query<NamedHolder>(
    `select distinct other.host, other.part
       from key_holder mine join key_holder other on other.limits <> mine.limits
      where mine.process = $1 and other.part = any($2) and not other.ended
        and other.seen_at > greatest(mine.limits_since, now() - make_interval(secs => $3))
      order by 1, 2`,
    [process, parts, PRESENT_S],
  );
  return rows;
}

/** Processes that are there and count limits elsewhere than at this place. */
export async function countingElsewhere(pool: Pool, place: string, parts: readonly Part[]): Promise<NamedHolder[]> {
  const { rows } = await pool.query<NamedHolder>(
    `select distinct host, part from key_holder
      where limits <> $1 and part = any($2) and not ended and seen_at > now() - make_interval(secs => $3)
      order by 1, 2`,
    [place, parts, PRESENT_S],
  );
  return rows;
}

/** `host`, or `host (part)` of one that is not everything. */
export const shownHolder = ({ host, part }: NamedHolder): string => (part === 'all' ? host : `${host} (${part})`);

export async function endHolder(pool: Pool, process: string): Promise<void> {
  await pool.query('update key_holder set seen_at = now(), ended = true where process = $1', [process]);
}

/** Days that a process is remembered: longer than anything lives that it made with its keys and that is not counted. */
const HOLDERS_KEPT_DAYS = 30;

export async function forgetHolders(pool: Pool): Promise<void> {
  await pool.query('delete from key_holder where seen_at < now() - make_interval(days => $1)', [HOLDERS_KEPT_DAYS]);
}

/** Seconds after its last note in which a process is taken to be there: some of its notes may fail. */
export const PRESENT_S = 60;

export interface KnownHolder extends Holder {
  readonly since: Date;
  readonly seenAt: Date;
  /** Whether it has said that it ends, at `seenAt`. */
  readonly ended: boolean;
  /** Whether it is there, as far as one knows. */
  readonly present: boolean;
}

/** Every process that is remembered, the latest first, and the database's time. */
export async function holders(pool: Pool): Promise<{ readonly holders: KnownHolder[]; readonly now: Date }> {
  const { rows } = await pool.query<KnownHolder>(
    `select process, host, part, rings, since, seen_at as "seenAt", ended,
            not ended and seen_at > now() - make_interval(secs => $1) as present
       from key_holder order by seen_at desc`,
    [PRESENT_S],
  );
  const { rows: clock } = await pool.query<{ now: Date }>('select now()');
  return { holders: rows, now: clock[0]?.now ?? new Date() };
}

/** What a key of SESSION_SEALING_KEYS has sealed and is still of use. */
export interface SealedForPeople {
  readonly sessions: number;
  readonly signIns: number;
  readonly answers: number;
}

export async function sealedForPeople(pool: Pool, keyId: number): Promise<SealedForPeople> {
  const { rows } = await pool.query<SealedForPeople>(
    `select (select count(*)::int from session
              where ends_at > now() and substring(sealed_token from 1 for 1) = $1) as sessions,
            (select count(*)::int from command_line_sign_in
              where ends_at > now() and substring(sealed_token from 1 for 1) = $1) as "signIns",
            (select count(*)::int from keyed_action
              where forget_at > now() and substring(sealed_answer from 1 for 1) = $1) as answers`,
    [Buffer.from([keyId])],
  );
  return rows[0] ?? { sessions: 0, signIns: 0, answers: 0 };
}

/** Sessions of browsers whose cookie this key signed, or may have, and when the last of them ends. */
export async function cookiesSignedBy(
  pool: Pool,
  keyId: number,
): Promise<{ readonly count: number; readonly until: Date | null }> {
  const { rows } = await pool.query<{ count: number; until: Date | null }>(
    `select count(*)::int as count, max(ends_at) as until from session
      where kind = 'browser' and ends_at > now() and (cookie_key = $1 or cookie_key is null)`,
    [keyId],
  );
  return rows[0] ?? { count: 0, until: null };
}

/** App secrets, and endpoints of webhooks, that a key of APP_SECRET_SEALING_KEYS sealed. @param transaction For work across Teams. */
export async function secretsSealedBy(transaction: Transaction, keyId: number): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    `select ((select count(*) from app_secret where substring(sealed from 1 for 1) = $1)
           + (select count(*) from webhook_endpoint
               where $1 in (substring(sealed from 1 for 1), substring(previous_sealed from 1 for 1))))::int as count`,
    [Buffer.from([keyId])],
  );
  return rows[0]?.count ?? 0;
}
