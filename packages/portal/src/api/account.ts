import type { DeveloperAccount, SignedInAccount, Team } from '@openhouse/contract';
import { queryOptions } from '@tanstack/react-query';
import type { PortalClient } from './portal-client.ts';
import { PortalError } from './portal-error.ts';
import { readAgain } from './queries.ts';

/** The signed-in person, without their Teams. */
export type Person = Omit<SignedInAccount, 'isAuthenticated' | 'teams'>;

/**
 * Who looks at the page. SPEC 5 tells three cases apart that must not be confused (an outage is not a sign-out, and a
 * person without a Team is not a stranger); the fourth is the everyday one. Every page exhausts the union.
 */
export type Account =
  | { readonly case: 'provider-unavailable'; readonly retryAfterS: number | undefined }
  | { readonly case: 'anonymous' }
  | { readonly case: 'without-team'; readonly person: Person; readonly teams: readonly Team[] }
  | { readonly case: 'with-team'; readonly person: Person; readonly team: Team; readonly teams: readonly Team[] };

/** The two cases in which somebody is signed in. */
export type SignedIn = Extract<Account, { person: Person }>;

/** @returns The case an account answer stands for; a person whose Teams are all inactive is without a Team. */
export function accountOf(answer: DeveloperAccount): Account {
  if (!answer.isAuthenticated) return { case: 'anonymous' };
  const { isAuthenticated: _, teams, ...person } = answer;
  const team = teams.find((candidate) => candidate.isActive);
  return team === undefined ? { case: 'without-team', person, teams } : { case: 'with-team', person, team, teams };
}

/** @returns Whether somebody is signed in. */
export function isSignedIn(account: Account | undefined): account is SignedIn {
  return account !== undefined && 'person' in account;
}

/**
 * Asks who looks at the page; mints the csrf cookie on the way.
 * @param known Who it was before. An outage does not take the page away from somebody who is working on it: it is
 *   thrown then, like any other failure, and the known account stays.
 */
export async function readAccount(
  portal: Pick<PortalClient, 'call'>,
  known?: Account,
  signal?: AbortSignal,
): Promise<Account> {
  try {
    return accountOf(await portal.call('me', {}, signal));
  } catch (error) {
    const outage = error instanceof PortalError && error.code === 'IDENTITY_PROVIDER_UNAVAILABLE';
    if (!outage || isSignedIn(known)) throw error;
    return { case: 'provider-unavailable', retryAfterS: error.retryAfterS };
  }
}

/** How long an answer counts as fresh; a window that comes back later asks again. */
const ACCOUNT_FRESH_MS = 30_000;

/** How soon an outage is looked at again when the portal names no time. */
const OUTAGE_RETRY_S = 5;

/** How often a page whose session has ended looks whether somebody has signed in, in milliseconds. */
const ENDED_POLL_MS = 5_000;

/**
 * The account as a query. During an outage it asks again by itself, as often as the portal's Retry-After allows.
 * @param ended True for a page whose session has ended: it asks until somebody has signed in.
 */
export function accountQuery(portal: PortalClient, ended = false) {
  return queryOptions({
    queryKey: ['account'],
    queryFn: ({ client, signal }) => readAccount(portal, client.getQueryData<Account>(['account']), signal),
    staleTime: ACCOUNT_FRESH_MS,
    refetchInterval: ({ state: { data: account, error } }) => {
      if (account?.case === 'provider-unavailable') return (account.retryAfterS ?? OUTAGE_RETRY_S) * 1000;
      return readAgain(error, ended ? ENDED_POLL_MS : false);
    },
  });
}
