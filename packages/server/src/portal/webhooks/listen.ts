import {
  HEARD_MAX,
  LISTENERS_MAX,
  type listenForEvents,
  type PortalBodyOf,
  type PortalDataOf,
  type WebhookEvent,
} from '@openhouse/contract';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { lockTeam } from '../teams/store.ts';
import {
  deleteHeard,
  deleteListener,
  heardBy,
  insertListener,
  type ListenerKey,
  liveListeners,
  renewListener,
} from './listener-store.ts';
import { bodyOf, eventsToHear } from './rules.ts';

type Heard = PortalDataOf<typeof listenForEvents>;

/**
 * One look of a command that listens (decision 0196). Each listener has events of its own, which stay until it names them as taken:
 * an answer that is lost is repeated, and no place in a list can be passed by a transaction that commits late.
 * @throws {PortalError} LISTENER_LIMIT, CREDENTIAL_SCOPE_INSUFFICIENT
 */
export function listen(
  database: Database,
  { team, scopes }: AskingInTeam,
  listener: string,
  { events = [], taken = [], end = false }: PortalBodyOf<typeof listenForEvents>,
): Promise<Heard> {
  const wanted = eventsToHear(events, scopes);
  if (wanted === undefined) throw new PortalError('CREDENTIAL_SCOPE_INSUFFICIENT');
  const key = { teamId: team.teamId, id: listener };
  const told = { id: team.id, name: team.name };
  return inTransaction(
    database,
    async (transaction): Promise<Heard> => {
      if (end) {
        await deleteListener(transaction, key);
        return { team: told, since: null, events: [] };
      }
      const since = (await renewListener(transaction, key, wanted)) ?? (await begin(transaction, key, wanted));
      if (taken.length > 0) await deleteHeard(transaction, key, taken);
      const heard = await heardBy(transaction, key, HEARD_MAX);
      return {
        team: told,
        since: since.toISOString(),
        events: heard.map((row) => ({ id: row.id, eventId: row.eventId, type: row.type, body: bodyOf(row) })),
      };
    },
    { team: team.teamId },
  );
}

async function begin(transaction: Transaction, key: ListenerKey, events: readonly WebhookEvent[]): Promise<Date> {
  // Two that begin at once would both find room.
  await lockTeam(transaction, key.teamId);
  // The same one: its first call was repeated before it was answered.
  const begun = await renewListener(transaction, key, events);
  if (begun !== undefined) return begun;
  if ((await liveListeners(transaction, key.teamId)) >= LISTENERS_MAX) throw new PortalError('LISTENER_LIMIT');
  return insertListener(transaction, key, events);
}
