import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { StoreError } from './database.ts';

/** An address, the variable that it comes from, and how to connect to it. */
export interface NamedAddress {
  readonly variable: string;
  /** Servers and database, for the message. */
  readonly where: string;
  connect(): Promise<Client>;
}

/**
 * Refuses a second address that leads to another database than the first: an advisory lock that one holds is seen by every
 * connection to the same database of the same running server, through poolers too, and by no other: not by a copy of it with the
 * same names and identifiers, and not by its replica.
 * @throws {StoreError} Names both variables and where they lead.
 */
export async function requireSameDatabase(one: NamedAddress, other: NamedAddress): Promise<void> {
  const lock = randomBytes(8).readBigInt64BE().toString();
  const holder = await one.connect();
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock($1)', [lock]);
    const asked = await other.connect();
    try {
      const { rows } = await asked.query<{ isFree: boolean; follows: boolean }>(
        'select pg_try_advisory_xact_lock($1) as "isFree", pg_is_in_recovery() as follows',
        [lock],
      );
      if (rows[0]?.isFree === false) return;
      const which = rows[0]?.follows === true ? 'a replica' : 'another database';
      throw new StoreError(
        `${other.variable} leads to ${which} (${other.where}) and ${one.variable} to ${one.where}: both are to lead to one ` +
          `database, as different users. Write host, port and database of ${one.variable} into ${other.variable}.`,
      );
    } finally {
      await asked.end();
    }
  } finally {
    // A pooler would throw away the server's connection of a client that leaves in mid-transaction.
    await holder.query('rollback').catch(() => undefined);
    await holder.end();
  }
}
