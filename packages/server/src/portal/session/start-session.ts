import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { firstKey, type KeyRing } from '../../kernel/keys/key-ring.ts';
import { seal } from '../../kernel/keys/sealing.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import type { ConfirmedSignIn } from '../identity/identity-provider.ts';
import { auditSessions } from './audit-sessions.ts';
import { endingsOf } from './end-sessions.ts';
import { newSessionId, newSessionToken, SESSION_LIFETIME_S, shownUserAgent, signAccount } from './rules.ts';
import { accountOf, deleteSessionOfToken, insertSession, suspensionOf } from './store.ts';
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
 * Starts a session. Token and id are new whatever the browser had before, which prevents session fixation.
 * @returns The values of svc_token and svc_account; or why operators have suspended the person.
 */
export async function startSession(
  { database, cookieSecrets, sealingKeys }: StartSessionDeps,
  provider: string,
  signIn: ConfirmedSignIn & { readonly name: string },
  browser: Browser,
): Promise<{ token: string; account: string } | { suspended: string }> {
  const [token, id] = [newSessionToken(), newSessionId()];
  const started = await inTransaction(
    database,
    async (transaction) => {
      const owner = await accountOf(transaction, provider, sha256(signIn.subject));
      const suspended = await suspensionOf(transaction, owner.personId);
      if (suspended !== null) return { suspended };
      const replaced = browser.replaces === undefined ? [] : await deleteSessionOfToken(transaction, browser.replaces);
      await insertSession(transaction, {
        id,
        tokenHash: sha256(token),
        accountId: owner.accountId,
        personId: owner.personId,
        source: signIn.source,
        sealedToken: seal(sealingKeys, tokenPurpose(id), Buffer.from(signIn.token)),
        cookieKey: firstKey(cookieSecrets).id,
        providerSessionHash: signIn.providerSession === null ? null : sha256(signIn.providerSession),
        userAgent: shownUserAgent(browser.userAgent),
        ipAddress: browser.ipAddress,
        lifetimeS: SESSION_LIFETIME_S,
      });
      const { personId } = owner;
      const start = { personId, action: 'session.start', name: signIn.name, outcome: 'succeeded' } as const;
      await auditSessions(transaction, [
        ...endingsOf(replaced, browser.ipAddress),
        { ...start, ipAddress: browser.ipAddress, device: shownUserAgent(browser.userAgent) },
      ]);
      return { account: owner.account };
    },
    { team: '*' },
  );
  if (started.suspended !== undefined) return { suspended: started.suspended };
  const { account } = started;
  return { token, account: signAccount(cookieSecrets, { account, session: id }) };
}
