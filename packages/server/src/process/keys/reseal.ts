import { secretFinder, secretVerifier } from '../../apps/app-secret.ts';
import { stampApp } from '../../apps/app-store.ts';
import { openSecret, sealSecret } from '../../apps/secret-sealing.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { firstKey, type KeyRing } from '../../kernel/keys/key-ring.ts';
import { open, seal } from '../../kernel/keys/sealing.ts';
import {
  replaceSealed,
  replaceVerifier,
  sealedOtherwise,
  secretsWithoutFinder,
  setFinder,
  verifiedSecrets,
} from '../../portal/apps/secret-store.ts';
import { tokenPurpose } from '../../portal/session/visitor.ts';
import { lockTeam } from '../../portal/teams/store.ts';
import { replaceSealedWebhook, webhooksSealedOtherwise } from '../../portal/webhooks/store.ts';
import { openWebhookSecret, sealWebhookSecret } from '../../portal/webhooks/webhook-secret.ts';
import { replaceSealedToken, tokensSealedOtherwise } from './store.ts';

/** What was sealed again, and what no key of the ring opens. */
export interface Resealed {
  readonly sealed: number;
  /** Opened by no key: made with one that is no longer in the ring. Left as it is. */
  readonly unopened: number;
}

/** Rows that are read at once. */
const BATCH = 200;

/**
 * Seals every app secret again under the first key of the ring (decision 0033). The service goes on meanwhile: a row is
 * replaced only if it is still what was read. Safe to repeat, and to stop at any point.
 */
export function resealAppSecrets(database: Database, keys: KeyRing): Promise<Resealed> {
  const { id: keyId } = firstKey(keys);
  return eachAlone(database, {
    after: { appId: '0', version: 0 },
    read: (transaction, after) => sealedOtherwise(transaction, keyId, after, BATCH),
    async renew(transaction, place) {
      const secret = openSecret(keys, place, place.sealed);
      if (secret === undefined) return 'unopened';
      await replaceSealed(transaction, place, place.sealed, sealSecret(keys, place, secret));
      return 'sealed';
    },
  });
}

/** The same for the secrets of webhooks; one whose two secrets do not both open is left as it is. */
export function resealWebhookSecrets(database: Database, keys: KeyRing): Promise<Resealed> {
  const { id: keyId } = firstKey(keys);
  return eachAlone(database, {
    after: { id: '0' },
    read: (transaction, { id }) => webhooksSealedOtherwise(transaction, keyId, id, BATCH),
    async renew(transaction, row) {
      const again = (from: Buffer | null) => {
        const value = from === null ? undefined : openWebhookSecret(keys, row, from);
        return value === undefined ? null : sealWebhookSecret(keys, row, value);
      };
      const to = { sealed: again(row.sealed), previousSealed: again(row.previousSealed) };
      if (to.sealed === null || (row.previousSealed !== null && to.previousSealed === null)) return 'unopened';
      await replaceSealedWebhook(transaction, row, { ...to, sealed: to.sealed });
      return 'sealed';
    },
  });
}

/**
 * Makes verifier and finder of every app secret anew with the first pepper (decisions 0126 and 0193). Exchanges go on meanwhile,
 * on nodes that know both peppers; each learns of a new verifier at its next look.
 * @returns `unopened`: those whose secret no sealing key opens, so that nobody knows which pepper they need.
 */
export function remakeVerifiers(database: Database, keys: KeyRing, peppers: KeyRing): Promise<Resealed> {
  const first = firstKey(peppers);
  return eachAlone(database, {
    after: { appId: '0', version: 0 },
    read: (transaction, after) => verifiedSecrets(transaction, after, BATCH),
    async renew(transaction, row) {
      const secret = row.sealed === null ? undefined : openSecret(keys, row, row.sealed);
      if (secret === undefined) return 'unopened';
      const verifier = secretVerifier(row.appKey, secret, first.key);
      const finder = secretFinder(secret, first.key);
      if (verifier.equals(row.verifier) && row.finder?.equals(finder) === true) return 'unchanged';
      await lockTeam(transaction, row.teamId);
      await replaceVerifier(transaction, row, { verifier, finder });
      // The gateway knows no finders.
      if (!verifier.equals(row.verifier)) stampApp(transaction, row.appId);
      return 'sealed';
    },
  });
}

/**
 * Gives every app secret a finder that has none: what an older program wrote, before an upgrade or beside it (decision 0193).
 * @returns How many it made. `unopened`: those whose secret no sealing key opens, so that a report does not find them.
 */
export function fillFinders(database: Database, keys: KeyRing, peppers: KeyRing): Promise<Resealed> {
  const first = firstKey(peppers);
  return eachAlone(database, {
    after: { appId: '0', version: 0 },
    read: (transaction, after) => secretsWithoutFinder(transaction, after, BATCH),
    async renew(transaction, row) {
      const secret = openSecret(keys, row, row.sealed);
      if (secret === undefined) return 'unopened';
      await setFinder(transaction, row, secretFinder(secret, first.key));
      return 'sealed';
    },
  });
}

/** Seals the identity provider's tokens of all sessions again, as app secrets are. */
export function resealSessions(database: Database, keys: KeyRing): Promise<Resealed> {
  const { id: keyId } = firstKey(keys);
  return eachAlone(database, {
    after: { id: '' },
    read: (transaction, { id }) => tokensSealedOtherwise(transaction, keyId, id, BATCH),
    async renew(transaction, { id, sealedToken }) {
      const token = open(keys, tokenPurpose(id), sealedToken);
      if (token === undefined) return 'unopened';
      await replaceSealedToken(transaction, id, sealedToken, seal(keys, tokenPurpose(id), token));
      return 'sealed';
    },
  });
}

interface Renewal<After, Row extends After> {
  /** Before the first row. */
  readonly after: After;
  /** The next rows, in their order; fewer than a batch are the last. */
  read(transaction: Transaction, after: After): Promise<readonly Row[]>;
  renew(transaction: Transaction, row: Row): Promise<'sealed' | 'unopened' | 'unchanged'>;
}

/**
 * Renews each row in a transaction of its own: whoever holds several rows and waits for another one is in a deadlock with
 * somebody who changes the same rows in their own order, as everybody may who serves meanwhile (decision 0242).
 */
async function eachAlone<After, Row extends After>(
  database: Database,
  { after, read, renew }: Renewal<After, Row>,
): Promise<Resealed> {
  const done = { sealed: 0, unopened: 0, unchanged: 0 };
  const everywhere = <Result>(run: (transaction: Transaction) => Promise<Result>) =>
    inTransaction(database, run, { team: '*' });
  let rows: readonly Row[];
  let last = after;
  do {
    rows = await everywhere((transaction) => read(transaction, last));
    for (const row of rows) done[await everywhere((transaction) => renew(transaction, row))] += 1;
    last = rows.at(-1) ?? last;
  } while (rows.length === BATCH);
  return { sealed: done.sealed, unopened: done.unopened };
}
