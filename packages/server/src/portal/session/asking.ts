import type { CredentialScope } from '@openhouse/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit-chain/entry.ts';
import { PortalError, providerUnavailable } from '../http/portal-error.ts';
import type { LiveCredential } from './credential-store.ts';
import { isOperatorHere, type Operators } from './operators.ts';
import type { Membership } from './store.ts';
import { activeMembership } from './teams.ts';
import type { Visitor } from './visitor.ts';

/** A signed-in person who makes a request. */
export interface Asking extends Actor {
  /** Id in digits; no person's where a credential asks. */
  readonly personId: string;
  /** Also empty for an address that is not verified: others would take it for this person's. */
  readonly email: string;
  /** Seconds since the session was started by signing in. */
  readonly signInAgeS: number;
  readonly memberships: readonly Membership[];
  /** Whether this is an operator of the installation, or a command at the store. */
  readonly isOperator: boolean;
  /** Public id of the credential of a Team that asks, in place of a person (decision 0186). */
  readonly credential?: string;
  /** What that credential is good for. */
  readonly scopes?: readonly CredentialScope[];
}

/** A person who makes a request in one of their Teams. */
export interface AskingInTeam extends Asking {
  readonly team: Membership;
}

/** Returns who asks; routes see the three cases of SPEC 5 through it. */
export type AskingOf = (request: FastifyRequest) => Promise<Asking>;

/**
 * @param operators Who operates the installation.
 * @throws {PortalError} AUTH_REQUIRED for anonymous visitors, 503 while the identity provider is away.
 */
export function askingOf(visitor: Visitor, ipAddress: string, operators: Operators): Asking {
  switch (visitor.kind) {
    case 'provider unavailable':
      throw providerUnavailable(visitor.retryAfterS);
    case 'anonymous':
      throw new PortalError('AUTH_REQUIRED');
    case 'credential':
      return askingCredential(visitor.credential, ipAddress);
    case 'without active Team':
    case 'in a Team': {
      const { session, profile, memberships, operator } = visitor;
      const { personId, userCode, ageS: signInAgeS } = session;
      const email = profile.isEmailVerified ? profile.email : '';
      const isOperator = isOperatorHere(visitor, operators);
      const asking = { personId, userCode, name: profile.name, email, signInAgeS, ipAddress, memberships, isOperator };
      return operator === undefined ? asking : { ...asking, operator };
    }
    default:
      return visitor satisfies never;
  }
}

/** A credential has nothing of a person: no statement finds one by its `personId`, and no sign-in of it is recent. */
function askingCredential({ id, name, scopes, team }: LiveCredential, ipAddress: string): Asking {
  const code = `credential:${id}`;
  const nobody = { personId: code, email: '', signInAgeS: Number.POSITIVE_INFINITY, isOperator: false };
  return { ...nobody, userCode: code, name, ipAddress, memberships: [team], credential: id, scopes };
}

/** @throws {PortalError} SIGN_IN_TOO_OLD @param maxAgeS Seconds since signing in; 0 for no limit. */
export function requireFreshSignIn({ signInAgeS }: Asking, maxAgeS: number): void {
  if (maxAgeS > 0 && signInAgeS > maxAgeS) throw new PortalError('SIGN_IN_TOO_OLD');
}

/** In the active Team. @throws {PortalError} TEAM_REQUIRED */
export function inActiveTeam(asking: Asking): AskingInTeam {
  const team = activeMembership(asking.memberships);
  if (team === undefined) throw new PortalError('TEAM_REQUIRED');
  return { ...asking, team };
}

/** In the Team of an address. Another's Team answers like a missing one. @throws {PortalError} TEAM_NOT_FOUND */
export function inTeamOf(asking: Asking, code: string): AskingInTeam {
  const team = asking.memberships.find(({ id }) => id === code);
  if (team === undefined) throw new PortalError('TEAM_NOT_FOUND');
  return { ...asking, team };
}
