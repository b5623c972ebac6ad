import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { seal } from '../../kernel/keys/sealing.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import type { ConfirmedSignIn } from '../identity/identity-provider.ts';
import { newSessionId, newSessionToken, SESSION_LIFETIME_S, shownUserAgent, signAccount } from './rules.ts';
import { accountOf, deleteSessionOfToken, insertSession, tidySessions } from './store.ts';
import { tokenPurpose } from './visitor.ts';

export interface StartSessionDeps {
  readonly database: Database;
  readonly cookieSecrets: KeyRing;
  readonly sealingKeys: KeyRing;
}

/** The browser that signs in, as the person's list of sessions shows it. */
export interface Browser {
  readonly userAgent: string | undefined;
  readonly ipAddress: string;
  /** SHA-256 of the session token it already had: that session is replaced. */
  readonly replaces: Buffer | undefined;
}

/**
 * Starts a session. Token and id are new whatever the browser had before, so none can be planted in advance.
 * @returns The values of svc_token and svc_account.
 */
export async function startSession(
  { database, cookieSecrets, sealingKeys }: StartSessionDeps,
  provider: string,
  signIn: ConfirmedSignIn,
  browser: Browser,
): Promise<{ token: string; account: string }> {
  const [token, id] = [newSessionToken(), newSessionId()];
  const account = await inTransaction(database, async (transaction) => {
    const owner = await accountOf(transaction, provider, sha256(signIn.subject));
    if (browser.replaces !== undefined) await deleteSessionOfToken(transaction, browser.replaces);
    await insertSession(transaction, {
      id,
      tokenHash: sha256(token),
      accountId: owner.accountId,
      personId: owner.personId,
      source: signIn.source,
      sealedToken: seal(sealingKeys, tokenPurpose(id), Buffer.from(signIn.token)),
      providerSessionHash: signIn.providerSession === null ? null : sha256(signIn.providerSession),
      userAgent: shownUserAgent(browser.userAgent),
      ipAddress: browser.ipAddress,
      lifetimeS: SESSION_LIFETIME_S,
    });
    await tidySessions(transaction);
    return owner.account;
  });
  return { token, account: signAccount(cookieSecrets, { account, session: id }) };
}
