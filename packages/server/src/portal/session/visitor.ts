import type { TeamRole } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { open } from '../../kernel/keys/sealing.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import type { OperatorActor } from '../audit-chain/entry.ts';
import { PortalError } from '../http/portal-error.ts';
import { type IdentityProvider, IdentityProviderUnavailable, type Profile } from '../identity/identity-provider.ts';
import type { LiveCredential } from './credential-store.ts';
import { type LiveSession, type Membership, membershipsOf } from './store.ts';
import { activeMembership } from './teams.ts';

/** Who asks (SPEC 5): every handler handles each case; a missing one does not compile. */
export type Visitor =
  /** There is a session, but the identity provider is unavailable, so it is not known whose. Cookies are kept. */
  | {
      readonly kind: 'provider unavailable';
      readonly session: LiveSession;
      /** Seconds that the provider named; null when it did not. */
      readonly retryAfterS: number | null;
    }
  | { readonly kind: 'anonymous' }
  /** A program with a credential of a Team: it is in that Team, and nobody's session (decision 0186). */
  | {
      readonly kind: 'credential';
      readonly credential: LiveCredential;
      readonly memberships: readonly Membership[];
    }
  | ({ readonly kind: 'without active Team' } & SignedIn)
  | ({ readonly kind: 'in a Team'; readonly team: { readonly id: string; readonly role: TeamRole } } & SignedIn);

interface SignedIn {
  readonly session: LiveSession;
  readonly profile: Profile;
  readonly memberships: readonly Membership[];
  /** Set by a command at the store, which has no sign-in. */
  readonly operator?: OperatorAtStore;
}

/** A command at the store: the operator, alone or on behalf of a person. */
export interface OperatorAtStore extends OperatorActor {
  readonly acts: 'alone' | 'as a person';
}

export interface VisitorDeps {
  readonly pool: Pool;
  readonly identity: IdentityProvider;
  readonly sealingKeys: KeyRing;
  /** Called with the reason when the provider counts as unavailable. */
  readonly onUnavailable: (reason: string) => void;
}

/** Purpose that a session's sealed provider token is bound to. */
export const tokenPurpose = (sessionId: string): string => `session:${sessionId}`;

/**
 * The person of a session. The profile is fetched from the provider each time (SPEC 2.3).
 * @throws What the store throws; an outage of the provider is a case, not an error.
 */
export async function visitorOf(deps: VisitorDeps, session: LiveSession | undefined): Promise<Visitor> {
  // After a change of provider, its users are others: sessions of the former one are anonymous.
  if (session === undefined || session.provider !== deps.identity.name) return { kind: 'anonymous' };
  const token = open(deps.sealingKeys, tokenPurpose(session.id), session.sealedToken);
  if (token === undefined) return { kind: 'anonymous' };
  const [profile, memberships] = await Promise.all([
    profileOf(deps, session, token.toString()),
    membershipsOf(deps.pool, session.personId),
  ]);
  if (profile === 'ended') return { kind: 'anonymous' };
  if ('unavailable' in profile) return { kind: 'provider unavailable', session, retryAfterS: profile.unavailable };
  const active = activeMembership(memberships);
  return active === undefined
    ? { kind: 'without active Team', session, profile, memberships }
    : { kind: 'in a Team', session, profile, memberships, team: { id: active.teamId, role: active.role } };
}

/**
 * The active Team of a session, without asking the provider who the person is: for pictures and other bytes that a page
 * loads by the dozen. Undefined for strangers and without an active Team.
 * @param named The Team that the call names, in its header or its address; without one the active Team is used.
 * @throws {PortalError} TEAM_NOT_ACTIVE for a page that shows another Team, TEAM_NOT_FOUND for a command line that
 *   names a Team the person is not in.
 */
export async function teamOfSession(
  { pool, identity }: Pick<VisitorDeps, 'pool' | 'identity'>,
  session: LiveSession | undefined,
  named: readonly string[],
): Promise<Membership | undefined> {
  if (session === undefined || session.provider !== identity.name) return undefined;
  const memberships = await membershipsOf(pool, session.personId);
  const active = activeMembership(memberships);
  if (named.length === 0) return active;
  const [one, ...others] = new Set(named);
  const found = others.length > 0 ? undefined : memberships.find(({ id }) => id === one);
  if (session.kind === 'browser' && (found === undefined || found.id !== active?.id)) {
    throw new PortalError('TEAM_NOT_ACTIVE');
  }
  if (found === undefined) throw new PortalError('TEAM_NOT_FOUND');
  return found;
}

async function profileOf(
  { identity, onUnavailable }: VisitorDeps,
  session: LiveSession,
  token: string,
): Promise<Profile | 'ended' | { readonly unavailable: number | null }> {
  try {
    const profile = await identity.profile(token, session.subjectHash.toString('hex'));
    if (profile === 'ended' || sha256(profile.subject).equals(session.subjectHash)) return profile;
    // Never show one person another's profile, even if the provider mixes them up.
    onUnavailable("it answered with another user's profile");
    return { unavailable: null };
  } catch (error) {
    if (!(error instanceof IdentityProviderUnavailable)) throw error;
    onUnavailable(error.message);
    return { unavailable: error.retryAfterS };
  }
}

/**
 * Refuses a page that shows another Team than the active one: its calls would act in a Team that the person does not
 * see (decision 0095). It refuses nobody whose Team cannot be known: the call itself tells them why.
 * @param named Values of the header; none is for clients that show no Team.
 * @throws {PortalError} TEAM_NOT_ACTIVE
 */
export function requireShownTeam(visitor: Visitor, named: readonly string[]): void {
  if (named.length === 0 || !('memberships' in visitor)) return;
  const active = activeMembership(visitor.memberships);
  if (named.length > 1 || named[0] !== active?.id) throw new PortalError('TEAM_NOT_ACTIVE');
}

/**
 * The visitor in the Team that this call names, independently of the person's active Team (decision 0047).
 * @param named Values of the header; none leaves everything as it is.
 * @throws {PortalError} TEAM_NOT_FOUND for a Team the person is not in, or more than one name.
 */
export function inNamedTeam(visitor: Visitor, named: readonly string[]): Visitor {
  if (named.length === 0 || !('profile' in visitor)) return visitor;
  const membership = named.length === 1 ? visitor.memberships.find(({ id }) => id === named[0]) : undefined;
  if (membership === undefined) throw new PortalError('TEAM_NOT_FOUND');
  const { kind: _, ...signedIn } = visitor;
  const memberships = visitor.memberships.map((one) => ({ ...one, chosen: one === membership }));
  const team = { id: membership.teamId, role: membership.role };
  return { ...signedIn, kind: 'in a Team', memberships, team };
}
