import type { Pool } from 'pg';
import type { KeyRing } from '../config-variables.ts';
import { cookieValue } from '../http/portal-cookies.ts';
import type { PortalCookies } from './cookies.ts';
import { isSignedAccount, sessionTokenHash } from './rules.ts';
import { type LiveSession, liveSession } from './store.ts';

export interface FindSessionDeps {
  readonly pool: Pool;
  readonly cookies: PortalCookies;
  readonly cookieSecrets: KeyRing;
}

/**
 * The session of a Cookie header: both session cookies must be there once, and svc_account must be signed for exactly
 * the account and session of svc_token. Anything else is signed out, never half signed in (decision 0025).
 */
export async function findSession(deps: FindSessionDeps, header: string | undefined): Promise<LiveSession | undefined> {
  const { names } = deps.cookies;
  const tokenHash = sessionTokenHash(cookieValue(header, names.token) ?? '');
  const signed = cookieValue(header, names.account);
  if (tokenHash === undefined || signed === undefined) return undefined;
  const session = await liveSession(deps.pool, tokenHash);
  if (session === undefined) return undefined;
  const selected = { account: session.account, session: session.id };
  return isSignedAccount(deps.cookieSecrets, signed, selected) ? session : undefined;
}
