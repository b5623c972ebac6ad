import type { Pool } from 'pg';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { type IdentityProvider, IdentityProviderUnavailable } from '../identity/identity-provider.ts';
import { type Browser, type StartSessionDeps, startSession } from '../session/start-session.ts';
import type { Handshake } from './handshake.ts';
import { spendOnce, unspend } from './store.ts';

export interface FinishSignInDeps extends StartSessionDeps {
  readonly pool: Pool;
  readonly identity: IdentityProvider;
}

export type FinishedSignIn =
  | { readonly kind: 'signed in'; readonly token: string; readonly account: string }
  /** Another callback of this handshake, or with this ticket, came first. */
  | { readonly kind: 'used before' }
  | { readonly kind: 'refused' };

/** Seconds a used nonce or ticket is remembered: longer than a ticket lives at any provider we know of. */
const REMEMBER_USED_S = 24 * 60 * 60;

/**
 * Finishes a handshake: one session at most comes of a handshake, and of a ticket (SPEC 3.1, decision 0023).
 * @throws {IdentityProviderUnavailable} The handshake may then be tried again.
 */
export async function finishSignIn(
  deps: FinishSignInDeps,
  handshake: Handshake,
  query: URLSearchParams,
  browser: Browser,
): Promise<FinishedSignIn> {
  const { pool, identity } = deps;
  const used = [
    sha256(`handshake\0${handshake.nonce}`),
    ...identity.ticketsOf(query).map((ticket) => sha256(`ticket\0${ticket}`)),
  ];
  if (!(await spendOnce(pool, used, REMEMBER_USED_S))) return { kind: 'used before' };
  try {
    const signIn = await identity.finish(query, handshake.memory);
    if (signIn === 'refused') return { kind: 'refused' };
    const profile = await identity.profile(signIn.token);
    if (profile === 'ended') return { kind: 'refused' };
    if (profile.subject !== signIn.subject) {
      throw new IdentityProviderUnavailable("it answered with another user's profile");
    }
    return { kind: 'signed in', ...(await startSession(deps, identity.name, signIn, browser)) };
  } catch (error) {
    // Nothing came of it, so reloading the callback may work.
    await unspend(pool, used);
    throw error;
  }
}
