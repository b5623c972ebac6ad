import { secretFinder, secretVerifier } from '../../apps/app-secret.ts';
import { stampApp } from '../../apps/app-store.ts';
import { openSecret, sealSecret } from '../../apps/secret-sealing.ts';
import type { Database } from '../../kernel/database/database.ts';
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
import { replaceSealedWebhook, webhooksSealedOtherwise } from '../../portal/webhooks/store.ts';
import { openWebhookSecret, sealWebhookSecret } from '../../portal/webhooks/webhook-secret.ts';
import { replaceSealedToken, tokensSealedOtherwise } from './store.ts';

/** What was sealed again, and what no key of the ring opens. */
export interface Resealed {
  readonly sealed: number;
  /** Opened by no key: made with one that is no longer in the ring. Left as it is. */
  readonly unopened: number;
}

/** Rows of one transaction: short enough that nobody waits for it. */
const BATCH = 200;

/**
 * Seals every app secret again under the first key of the ring (decision 0033). The service goes on meanwhile: a row is
 * replaced only if it is still what was read. Safe to repeat, and to stop at any point.
 */
export function resealAppSecrets(database: Database, keys: KeyRing): Promise<Resealed> {
  let after = { appId: '0', version: 0 };
  return inBatches(database, firstKey(keys).id, async (transaction, keyId) => {
    const rows = await sealedOtherwise(transaction, keyId, after, BATCH);
    let sealed = 0;
    for (const place of rows) {
      const secret = openSecret(keys, place, place.sealed);
      if (secret === undefined) continue;
      await replaceSealed(transaction, place, place.sealed, sealSecret(keys, place, secret));
      sealed += 1;
    }
    const last = rows.at(-1);
    if (last !== undefined) after = { appId: last.appId, version: last.version };
    return { rows: rows.length, sealed, unopened: rows.length - sealed };
  });
}

/** The same for the secrets of webhooks; one whose two secrets do not both open is left as it is. */
export function resealWebhookSecrets(database: Database, keys: KeyRing): Promise<Resealed> {
  let after = '0';
  return inBatches(database, firstKey(keys).id, async (transaction, keyId) => {
    const rows = await webhooksSealedOtherwise(transaction, keyId, after, BATCH);
    let sealed = 0;
    for (const row of rows) {
      const again = (from: Buffer | null) => {
        const value = from === null ? undefined : openWebhookSecret(keys, row, from);
        return value === undefined ? null : sealWebhookSecret(keys, row, value);
      };
      const to = { sealed: again(row.sealed), previousSealed: again(row.previousSealed) };
      if (to.sealed === null || (row.previousSealed !== null && to.previousSealed === null)) continue;
      await replaceSealedWebhook(transaction, row, { ...to, sealed: to.sealed });
      sealed += 1;
    }
    after = rows.at(-1)?.id ?? after;
    return { rows: rows.length, sealed, unopened: rows.length - sealed };
  });
}

/**
 * Makes verifier and finder of every app secret anew with the first pepper (decisions 0126 and 0193). Exchanges go on meanwhile,
 * on nodes that know both peppers; each learns of a new verifier at its next look.
 * @returns `unopened`: those whose secret no sealing key opens, so that nobody knows which pepper they need.
 */
export function remakeVerifiers(database: Database, keys: KeyRing, peppers: KeyRing): Promise<Resealed> {
  const first = firstKey(peppers);
  let after = { appId: '0', version: 0 };
  return inBatches(database, first.id, async (transaction) => {
    const rows = await verifiedSecrets(transaction, after, BATCH);
    let [sealed, unopened] = [0, 0];
    for (const row of rows) {
      const secret = row.sealed === null ? undefined : openSecret(keys, row, row.sealed);
      if (secret === undefined) {
        unopened += 1;
        continue;
      }
      const verifier = secretVerifier(row.appKey, secret, first.key);
      const finder = secretFinder(secret, first.key);
      if (verifier.equals(row.verifier) && row.finder?.equals(finder) === true) continue;
      await replaceVerifier(transaction, row, { verifier, finder });
      // The gateway knows no finders.
      if (!verifier.equals(row.verifier)) stampApp(transaction, row.appId);
      sealed += 1;
    }
    const last = rows.at(-1);
    if (last !== undefined) after = { appId: last.appId, version: last.version };
    return { rows: rows.length, sealed, unopened };
  });
}

/**
 * Gives every app secret a finder that has none: what an older program wrote, before an upgrade or beside it (decision 0193).
 * @returns How many it made. `unopened`: those whose secret no sealing key opens, so that a report does not find them.
 */
export function fillFinders(database: Database, keys: KeyRing, peppers: KeyRing): Promise<Resealed> {
  const first = firstKey(peppers);
  let after = { appId: '0', version: 0 };
  return inBatches(database, first.id, async (transaction) => {
    const rows = await secretsWithoutFinder(transaction, after, BATCH);
    let sealed = 0;
    for (const row of rows) {
      const secret = openSecret(keys, row, row.sealed);
      if (secret === undefined) continue;
      await setFinder(transaction, row, secretFinder(secret, first.key));
      sealed += 1;
    }
    const last = rows.at(-1);
    if (last !== undefined) after = { appId: last.appId, version: last.version };
    return { rows: rows.length, sealed, unopened: rows.length - sealed };
  });
}

/** Seals the identity provider's tokens of all sessions again, as app secrets are. */
export function resealSessions(database: Database, keys: KeyRing): Promise<Resealed> {
  let after = '';
  return inBatches(database, firstKey(keys).id, async (transaction, keyId) => {
    const rows = await tokensSealedOtherwise(transaction, keyId, after, BATCH);
    let sealed = 0;
    for (const { id, sealedToken } of rows) {
      const token = open(keys, tokenPurpose(id), sealedToken);
      if (token === undefined) continue;
      await replaceSealedToken(transaction, id, sealedToken, seal(keys, tokenPurpose(id), token));
      sealed += 1;
    }
    after = rows.at(-1)?.id ?? after;
    return { rows: rows.length, sealed, unopened: rows.length - sealed };
  });
}

type Batch = (
  transaction: Parameters<Parameters<typeof inTransaction>[1]>[0],
  keyId: number,
) => Promise<{ readonly rows: number } & Resealed>;

async function inBatches(database: Database, keyId: number, batch: Batch): Promise<Resealed> {
  let [sealed, unopened] = [0, 0];
  for (;;) {
    const done = await inTransaction(database, (transaction) => batch(transaction, keyId), { team: '*' });
    sealed += done.sealed;
    unopened += done.unopened;
    if (done.rows < BATCH) return { sealed, unopened };
  }
}
