import type { Pool } from 'pg';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { cookieValue, readCookie } from '../http/cookies.ts';
import type { PortalCookies } from './cookies.ts';
import { commandLineTokenHash, isSignedAccount, sessionTokenHash } from './rules.ts';
import { type LiveSession, liveSession, type SessionUse } from './store.ts';

export interface FindSessionDeps {
  readonly pool: Pool;
  readonly cookies: PortalCookies;
  readonly cookieSecrets: KeyRing;
}

/**
 * The session of a Cookie header: both session cookies must occur once, and svc_account must be signed for exactly the
 * account and session of svc_token. Anything else is signed out, never half signed in (decision 0025).
 */
export async function findSession(
  deps: FindSessionDeps,
  header: string | undefined,
  use: SessionUse,
): Promise<LiveSession | undefined> {
  const { names } = deps.cookies;
  const tokenHash = sessionTokenHash(cookieValue(header, names.token) ?? '');
  const signed = cookieValue(header, names.account);
  if (tokenHash === undefined || signed === undefined) return undefined;
  const session = await liveSession(deps.pool, tokenHash, use);
  if (session === undefined) return undefined;
  const selected = { account: session.account, session: session.id };
  return isSignedAccount(deps.cookieSecrets, signed, selected) ? session : undefined;
}

/** Scheme of the command line's credential; compared without case (RFC 9110, 11.1). */
const BEARER = /^bearer +(\S+)$/i;

/** The credential that a request presents. Session cookies and a bearer token never count together (decision 0047). */
export type ShownCredential =
  | { readonly kind: 'cookies'; readonly header: string | undefined }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'both' };

/**
 * Other cookies may stand beside a bearer token: those of a load balancer, which programs with a cookie jar send back.
 * @param authorization Every Authorization header as sent. Other schemes are not ours: a proxy in front may ask
 *   browsers for one.
 */
export function shownCredential(
  authorization: readonly string[],
  cookie: string | undefined,
  names: PortalCookies['names'],
): ShownCredential {
  const tokens = authorization.flatMap((value) => BEARER.exec(value)?.[1] ?? []);
  const [token, ...others] = tokens;
  if (token === undefined) return { kind: 'cookies', header: cookie };
  const hasSession = [names.token, names.account].some((name) => readCookie(cookie, name).kind !== 'absent');
  return others.length > 0 || hasSession ? { kind: 'both' } : { kind: 'bearer', token };
}

/** The session of a bearer token. */
export async function findCommandLineSession(
  pool: Pool,
  token: string,
  use: SessionUse,
): Promise<LiveSession | undefined> {
  const tokenHash = commandLineTokenHash(token);
  return tokenHash === undefined ? undefined : liveSession(pool, tokenHash, use);
}
