import type { TeamRole } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { open } from '../../kernel/keys/sealing.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { PortalError } from '../http/portal-error.ts';
import { type IdentityProvider, IdentityProviderUnavailable, type Profile } from '../identity/identity-provider.ts';
import { type LiveSession, type Membership, membershipsOf } from './store.ts';
import { activeMembership } from './teams.ts';

/** Who asks (SPEC 5): every handler decides each case; a missing one does not compile. */
export type Visitor =
  /** There is a session, but the identity provider cannot say now who it is. Cookies are kept. */
  | {
      readonly kind: 'provider unavailable';
      readonly session: LiveSession;
      /** Seconds that the provider named; null when it did not. */
      readonly retryAfterS: number | null;
    }
  | { readonly kind: 'anonymous' }
  | ({ readonly kind: 'without active Team' } & SignedIn)
  | ({ readonly kind: 'in a Team'; readonly team: { readonly id: string; readonly role: TeamRole } } & SignedIn);

interface SignedIn {
  readonly session: LiveSession;
  readonly profile: Profile;
  readonly memberships: readonly Membership[];
}

export interface VisitorDeps {
  readonly pool: Pool;
  readonly identity: IdentityProvider;
  readonly sealingKeys: KeyRing;
  /** Told why the provider counted as unavailable. */
  readonly onUnavailable: (reason: string) => void;
}

/** What a session's sealed provider token is bound to. */
export const tokenPurpose = (sessionId: string): string => `session:${sessionId}`;

/**
 * Who the session stands for. The profile is asked from the provider each time (SPEC 2.3).
 * @throws What the store throws; an outage of the provider is a case, not an error.
 */
export async function visitorOf(deps: VisitorDeps, session: LiveSession | undefined): Promise<Visitor> {
  // After a change of provider, its users are others: their sessions stand for nobody.
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
 * loads by the dozen. Undefined for anybody who is not signed in or has no active Team.
 */
export async function teamOfSession(
  { pool, identity }: Pick<VisitorDeps, 'pool' | 'identity'>,
  session: LiveSession | undefined,
): Promise<Membership | undefined> {
  if (session === undefined || session.provider !== identity.name) return undefined;
  return activeMembership(await membershipsOf(pool, session.personId));
}

async function profileOf(
  { identity, onUnavailable }: VisitorDeps,
  session: LiveSession,
  token: string,
): Promise<Profile | 'ended' | { readonly unavailable: number | null }> {
  try {
    const profile = await identity.profile(token, session.subjectHash.toString('hex'));
    if (profile === 'ended' || sha256(profile.subject).equals(session.subjectHash)) return profile;
    // Never show one person another's profile, whatever the provider mixes up.
    onUnavailable("it answered with another user's profile");
    return { unavailable: null };
  } catch (error) {
    if (!(error instanceof IdentityProviderUnavailable)) throw error;
    onUnavailable(error.message);
    return { unavailable: error.retryAfterS };
  }
}

/**
 * Refuses a page that shows another Team than the active one: what it asks for would happen in a Team that the person
 * does not see (decision 0095). Nobody is refused whose Team cannot be known: they are told why by the call itself.
 * @param named Values of the header; none is for clients that show no Team.
 * @throws {PortalError} TEAM_NOT_ACTIVE
 */
export function requireShownTeam(visitor: Visitor, named: readonly string[]): void {
  if (named.length === 0 || !('memberships' in visitor)) return;
  const active = activeMembership(visitor.memberships);
  if (named.length > 1 || named[0] !== active?.id) throw new PortalError('TEAM_NOT_ACTIVE');
}

/**
 * The visitor in the Team that one call names, whatever Team the person has chosen (decision 0047).
 * @param named Values of the header; none leaves everything as it is.
 * @throws {PortalError} TEAM_NOT_FOUND for a Team the person is not in, or more than one name.
 */
export function inNamedTeam(visitor: Visitor, named: readonly string[]): Visitor {
  if (named.length === 0 || !('memberships' in visitor)) return visitor;
  const membership = named.length === 1 ? visitor.memberships.find(({ id }) => id === named[0]) : undefined;
  if (membership === undefined) throw new PortalError('TEAM_NOT_FOUND');
  const { session, profile } = visitor;
  const memberships = visitor.memberships.map((one) => ({ ...one, chosen: one === membership }));
  const team = { id: membership.teamId, role: membership.role };
  return { kind: 'in a Team', session, profile, memberships, team };
}
