import type { Client } from 'pg';
import { StoreError } from './database.ts';
import type { PostgresHost } from './postgres-address.ts';

/** Which of several hosts takes changes now. */
export interface HostsInTurn {
  /** The host to connect to; asks all of them if none is known. @throws {Error} When none takes changes. */
  current(): Promise<PostgresHost>;
  /** The host that is known; undefined when all must be asked first. */
  known(): PostgresHost | undefined;
  /** A connection was lost, or could not be made: another host may have taken over. */
  doubt(): void;
}

const TAKES_CHANGES = `
  select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean as takes`;

/**
 * Finds which of several hosts takes changes (libpq's `target_session_attrs=read-write`), and remembers it until
 * `doubt()`. A single host is used without asking.
 * @param connect Connects to a host within a bounded time.
 */
export function hostsInTurn(
  hosts: readonly [PostgresHost, ...PostgresHost[]],
  connect: (host: PostgresHost) => Promise<Client>,
): HostsInTurn {
  const isAlone = hosts.length === 1;
  let known: PostgresHost | undefined = isAlone ? hosts[0] : undefined;
  let looking: Promise<PostgresHost> | undefined;

  async function look(): Promise<PostgresHost> {
    let refusal: unknown;
    const asked = hosts.map(async (host) => {
      const takes = await takesChanges(host, connect).catch((error: unknown) => {
        refusal ??= error;
        throw error;
      });
      if (!takes) throw new Error('it takes no changes');
      return host;
    });
    try {
      // Concurrently: otherwise a host that does not answer delays asking the next.
      known = await Promise.any(asked);
      return known;
    } catch {
      if (refusal instanceof Error) throw refusal;
      throw new StoreError(
        'None of the hosts takes changes: each follows another, or is read-only. See which is to lead.',
      );
    }
  }

  return {
    known: () => known,
    async current() {
      if (known !== undefined) return known;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    doubt() {
      if (!isAlone) known = undefined;
    },
  };
}

async function takesChanges(host: PostgresHost, connect: (host: PostgresHost) => Promise<Client>): Promise<boolean> {
  const client = await connect(host);
  try {
    return (await client.query<{ takes: boolean }>(TAKES_CHANGES)).rows[0]?.takes === true;
  } finally {
    void client.end().catch(() => undefined);
  }
}
