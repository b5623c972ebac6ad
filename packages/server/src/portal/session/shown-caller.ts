import type { LiveSession, Membership } from './store.ts';
import { activeMembership } from './teams.ts';
import type { Visitor } from './visitor.ts';

/** The caller as the log shows it: public codes, and nothing about anonymous callers. */
export interface ShownCaller {
  readonly person?: string;
  readonly credential?: string;
  readonly team?: string;
}

/** @param named The Teams that the call names. One that the caller is not in is not shown: the call was refused. */
export function shownCaller(visitor: Visitor, named: readonly string[]): ShownCaller {
  switch (visitor.kind) {
    case 'anonymous':
      return {};
    case 'credential':
      return { credential: visitor.credential.id, team: visitor.credential.team.id };
    case 'provider unavailable':
      return { person: visitor.session.userCode };
    case 'without active Team':
    case 'in a Team':
      return shownPerson(visitor.session, visitor.memberships, named);
    default:
      return visitor satisfies never;
  }
}

/** The same where nobody asked the provider who the person is. @param memberships As far as they are known. */
export function shownPerson(
  { userCode }: LiveSession,
  memberships: readonly Membership[],
  named: readonly string[],
): ShownCaller {
  const team = workedIn(memberships, named);
  return { person: userCode, ...(team !== undefined && { team: team.id }) };
}

function workedIn(memberships: readonly Membership[], named: readonly string[]): Membership | undefined {
  const [one, ...others] = new Set(named);
  if (one === undefined) return activeMembership(memberships);
  return others.length > 0 ? undefined : memberships.find(({ id }) => id === one);
}
