import type { Pool } from 'pg';
import { countedAddress } from '../../kernel/http/ip-address.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { type IdentityProvider, IdentityProviderUnavailable, SignInRefusal } from '../identity/identity-provider.ts';
import { type Browser, type StartSessionDeps, startSession } from '../session/start-session.ts';
import type { Handshake } from './handshake.ts';
import { isSpent, spendOnce, unspend } from './store.ts';

export interface FinishSignInDeps extends StartSessionDeps {
  readonly pool: Pool;
  readonly identity: IdentityProvider;
}

export type FinishedSignIn =
  | { readonly kind: 'signed in'; readonly handshake: Handshake; readonly token: string; readonly account: string }
  /** Another callback of this handshake, or with this ticket, came first. */
  | { readonly kind: 'used before' }
  | {
      readonly kind: 'refused';
      readonly refusal: SignInRefusal;
      /** The provider's user id, if the provider named somebody before the sign-in failed. */
      readonly subject: string | null;
    };

/**
 * Seconds that a used nonce or ticket is remembered: longer than the lifetime of a ticket at any provider we know of.
 */
const REMEMBER_USED_S = 24 * 60 * 60;

/** Prefix length of an IPv6 address that certainly belongs to one caller. */
const IPV6_BITS = 64;

/** Identifies a callback, without holding its ticket. */
export function callbackName(identity: IdentityProvider, query: URLSearchParams): string {
  return sha256(JSON.stringify(identity.ticketsOf(query))).toString('base64url');
}

/**
 * Finishes one handshake: a handshake and a ticket give one session at most (SPEC 3.1, decision 0023).
 * @param handshakes Those the callback may belong to, the newest first: several where the protocol does not say which
 *   (decision 0091). Those that the provider does not accept the ticket for stay as they are.
 * @throws {IdentityProviderUnavailable} The handshake may then be retried.
 */
export async function finishSignIn(
  deps: FinishSignInDeps,
  handshakes: readonly Handshake[],
  query: URLSearchParams,
  browser: Browser,
): Promise<FinishedSignIn> {
  const { pool, identity } = deps;
  const tickets = identity.ticketsOf(query).map((ticket) => sha256(`ticket\0${ticket}`));
  if (tickets.length > 0 && !(await spendOnce(pool, tickets, REMEMBER_USED_S))) return { kind: 'used before' };
  let outcome: FinishedSignIn = { kind: 'used before' };
  for (const handshake of handshakes) {
    const nonce = [sha256(`handshake\0${handshake.nonce}`)];
    let isOurs = false;
    const spend = async () => {
      isOurs ||= await spendOnce(pool, nonce, REMEMBER_USED_S);
      return isOurs;
    };
    // Of several it is spent once the provider has said that this is the one: the callback that it belongs to may come meanwhile.
    if (handshakes.length > 1 ? await isSpent(pool, nonce) : !(await spend())) continue;
    try {
      outcome = await confirm(deps, handshake, query, browser, spend);
    } catch (error) {
      // It failed, so reloading the callback may work.
      await unspend(pool, [...tickets, ...(isOurs ? nonce : [])]);
      throw error;
    }
    if (outcome.kind !== 'refused' || outcome.subject !== null) return outcome;
  }
  return outcome;
}

/** @param spend Spends the handshake; false when another callback has. */
async function confirm(
  deps: FinishSignInDeps,
  handshake: Handshake,
  query: URLSearchParams,
  browser: Browser,
  spend: () => Promise<boolean>,
): Promise<FinishedSignIn> {
  const { identity } = deps;
  const judged = identity.judge(query, handshake.memory);
  const signIn =
    judged ?? (await identity.finish(query, handshake.memory, countedAddress(browser.ipAddress, IPV6_BITS)));
  if (signIn instanceof SignInRefusal) return { kind: 'refused', refusal: signIn, subject: signIn.subject };
  const { subject } = signIn;
  const profile = await identity.profile(signIn.token, sha256(subject).toString('hex'));
  if (profile === 'ended') {
    return { kind: 'refused', refusal: new SignInRefusal('the new token stands for nobody'), subject };
  }
  if (profile.subject !== subject) {
    throw new IdentityProviderUnavailable("it answered with another user's profile", 'answer');
  }
  if (!(await spend())) return { kind: 'used before' };
  const token = identity.keep(signIn.token, profile);
  const started = await startSession(deps, identity.name, { ...signIn, token, name: profile.name }, browser);
  if ('suspended' in started) {
    return { kind: 'refused', refusal: new SignInRefusal('the person is suspended', started), subject };
  }
  return { kind: 'signed in', handshake, ...started };
}
