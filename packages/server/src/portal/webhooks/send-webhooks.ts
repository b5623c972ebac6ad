import { setMaxListeners } from 'node:events';
import { boundedSignal } from '../../kernel/bounded-signal.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { deliver } from './deliver.ts';
import {
  claimDeliveries,
  type DeliveryClaim,
  endDelivery,
  postponeDelivery,
  releaseDelivery,
  stopEndpoint,
  type Tried,
} from './outbox-store.ts';
import { bodyOf, GIVE_UP_S, retryAfterS, signedHeaders } from './rules.ts';
import { openFormerSecrets, openWebhookSecret } from './webhook-secret.ts';

/** Seconds until another process may take a delivery over; longer than a try may take. */
const LEASE_S = 60;
/** Tries at once of one process, and of one endpoint. */
const AT_ONCE = 32;
const AT_ONCE_PER_ENDPOINT = 8;
/** Milliseconds after which a process that is trying something looks for more. */
const LOOK_AGAIN_MS = 500;

/** What is counted of tries. */
export type WebhookOutcome = 'delivered' | 'postponed' | 'given up';

export interface SendDeps {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly fetching: typeof fetch;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  readonly onOutcome: (outcome: WebhookOutcome, reason: string) => void;
  /** Seconds of a lease, between the first two tries, and milliseconds of a try; their usual values by default. */
  readonly leaseS?: number;
  readonly retryFirstS?: number;
  readonly attemptMs?: number;
}

/**
 * Sends what is due of all Teams, several at once, until nothing is or `signal` ends it. At least once: what a receiver took just
 * before this process was killed is sent again, under the same `webhook-id` (decision 0180).
 */
export async function sendWebhooks(deps: SendDeps, signal: AbortSignal): Promise<void> {
  // Each try listens for the end, and so does who waits for one of them: more than Node.js takes for a leak.
  setMaxListeners(AT_ONCE + 1, signal);
  const trying = new Map<Promise<void>, string>();
  while (!signal.aborted) {
    const room = AT_ONCE - trying.size;
    const busy = [...new Set(trying.values())];
    const claims = room === 0 ? [] : await claim(deps, busy, room);
    if (busy.length === 0 && claims.length === 0) return;
    for (const one of claims) {
      const run: Promise<void> = tryOnce(deps, one, signal).finally(() => trying.delete(run));
      // Its failure is thrown by the race below, or at the end.
      run.catch(() => undefined);
      trying.set(run, one.endpointId);
    }
    // What ended while this one looked may have left something free.
    if (trying.size > 0) await oneOf(trying.keys(), signal);
  }
  await Promise.all(trying.keys());
}

/** Waits until one of the tries ends, for a while at most. */
async function oneOf(trying: Iterable<Promise<void>>, signal: AbortSignal): Promise<void> {
  const aWhile = boundedSignal(signal, LOOK_AGAIN_MS);
  const over = new Promise<void>((resolve) => aWhile.signal.addEventListener('abort', () => resolve()));
  try {
    await Promise.race([...trying, over]);
  } finally {
    aWhile.close();
  }
}

const acrossTeams = <T>({ database }: SendDeps, run: (transaction: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(database, run, { team: '*' });

function claim(deps: SendDeps, busy: readonly string[], limit: number): Promise<DeliveryClaim[]> {
  const { leaseS = LEASE_S } = deps;
  return acrossTeams(deps, (transaction) =>
    claimDeliveries(transaction, { leaseS, busy, perEndpoint: AT_ONCE_PER_ENDPOINT, limit }),
  );
}

async function tryOnce(deps: SendDeps, one: DeliveryClaim, signal: AbortSignal): Promise<void> {
  const tried = await attempt(deps, one, signal);
  if (tried === undefined) {
    await acrossTeams(deps, (transaction) => releaseDelivery(transaction, one));
    return;
  }
  const { status, problem } = tried;
  const outcome = problem === null ? 'delivered' : one.ageS > GIVE_UP_S ? 'given up' : 'postponed';
  await acrossTeams(deps, async (transaction) => {
    if (outcome !== 'postponed') await endDelivery(transaction, one, tried);
    else await postponeDelivery(transaction, one, tried, retryAfterS(one.attempts, deps.retryFirstS));
    if (problem === 'gone') await stopEndpoint(transaction, one);
  });
  deps.onOutcome(outcome, problem === 'status' ? `HTTP ${status}` : (problem ?? ''));
}

async function attempt(deps: SendDeps, one: DeliveryClaim, signal: AbortSignal): Promise<Tried | undefined> {
  const owner = { teamId: one.teamId, id: one.endpointId };
  const atS = Math.floor(deps.nowMs() / 1000);
  const newest = openWebhookSecret(deps.keys, owner, one.sealed);
  const former =
    one.previousSealed === null
      ? []
      : openFormerSecrets(deps.keys, owner, one.previousSealed, Number.POSITIVE_INFINITY)
          .filter(({ endsAtS }) => endsAtS > atS)
          .map(({ value }) => value);
  const secrets = newest === undefined ? former : [newest, ...former];
  // No key of this process opens it: unsigned it would be worth nothing.
  if (secrets.length === 0) return { status: null, problem: 'secret' };
  const body = bodyOf(one);
  const headers = signedHeaders(one.eventId, atS, body, secrets);
  return deliver(deps.fetching, { url: one.url, headers, body }, signal, deps.attemptMs);
}
