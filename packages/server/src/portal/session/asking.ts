import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit-chain/entry.ts';
import { PortalError, providerUnavailable } from '../http/portal-error.ts';
import type { Membership } from './store.ts';
import { activeMembership } from './teams.ts';
import type { Visitor } from './visitor.ts';

/** A signed-in person who asks for something. */
export interface Asking extends Actor {
  /** Id in digits. */
  readonly personId: string;
  /** Empty too for an address that is not verified: others would take it for this person's. */
  readonly email: string;
  /** Seconds since the session was started by signing in. */
  readonly signInAgeS: number;
  readonly memberships: readonly Membership[];
}

/** A person who asks for something in one of their Teams. */
export interface AskingInTeam extends Asking {
  readonly team: Membership;
}

/** Says who asks; routes see the three cases of SPEC 5 through it. */
export type AskingOf = (request: FastifyRequest) => Promise<Asking>;

/** @throws {PortalError} AUTH_REQUIRED for anonymous visitors, 503 while the identity provider is away. */
export function askingOf(visitor: Visitor, ipAddress: string): Asking {
  switch (visitor.kind) {
    case 'provider unavailable':
      throw providerUnavailable(visitor.retryAfterS);
    case 'anonymous':
      throw new PortalError('AUTH_REQUIRED');
    case 'without active Team':
    case 'in a Team': {
      const { session, profile, memberships } = visitor;
      const { personId, userCode, ageS: signInAgeS } = session;
      const email = profile.isEmailVerified ? profile.email : '';
      return { personId, userCode, name: profile.name, email, signInAgeS, ipAddress, memberships };
    }
    default:
      return visitor satisfies never;
  }
}

/** In the active Team. @throws {PortalError} TEAM_REQUIRED */
export function inActiveTeam(asking: Asking): AskingInTeam {
  const team = activeMembership(asking.memberships);
  if (team === undefined) throw new PortalError('TEAM_REQUIRED');
  return { ...asking, team };
}

/** In the Team of an address. A Team of others answers as a missing one. @throws {PortalError} TEAM_NOT_FOUND */
export function inTeamOf(asking: Asking, code: string): AskingInTeam {
  const team = asking.memberships.find(({ id }) => id === code);
  if (team === undefined) throw new PortalError('TEAM_NOT_FOUND');
  return { ...asking, team };
}
