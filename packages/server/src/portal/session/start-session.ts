import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { seal } from '../../kernel/keys/sealing.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import type { ConfirmedSignIn } from '../identity/identity-provider.ts';
import { auditSessions } from './audit-sessions.ts';
import { endingsOf } from './end-sessions.ts';
import { newSessionId, newSessionToken, SESSION_LIFETIME_S, shownUserAgent, signAccount } from './rules.ts';
import { accountOf, deleteSessionOfToken, insertSession, tidySessions } from './store.ts';
import { tokenPurpose } from './visitor.ts';

export interface StartSessionDeps {
  readonly database: Database;
  readonly cookieSecrets: KeyRing;
  readonly sealingKeys: KeyRing;
  /** Seconds without a use after which a session ends; 0 for never. */
  readonly sessionIdleS: number;
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
  { database, cookieSecrets, sealingKeys, sessionIdleS }: StartSessionDeps,
  provider: string,
  signIn: ConfirmedSignIn & { readonly name: string },
  browser: Browser,
): Promise<{ token: string; account: string }> {
  const [token, id] = [newSessionToken(), newSessionId()];
  const account = await inTransaction(
    database,
    async (transaction) => {
      const owner = await accountOf(transaction, provider, sha256(signIn.subject));
      const replaced = browser.replaces === undefined ? [] : await deleteSessionOfToken(transaction, browser.replaces);
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
      const runOut = await tidySessions(transaction, sessionIdleS);
      const { personId } = owner;
      const start = { personId, action: 'session.start', name: signIn.name, outcome: 'succeeded' } as const;
      await auditSessions(transaction, [
        ...endingsOf(replaced, browser.ipAddress),
        ...endingsOf(runOut, null),
        { ...start, ipAddress: browser.ipAddress, device: shownUserAgent(browser.userAgent) },
      ]);
      return owner.account;
    },
    { team: '*' },
  );
  return { token, account: signAccount(cookieSecrets, { account, session: id }) };
}
