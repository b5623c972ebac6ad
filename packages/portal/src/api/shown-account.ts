import type { Team } from '@openhouse/contract';
import { type Account, isSignedIn, type SignedIn } from './account.ts';

/** What the page shows of the account, and what has happened to it elsewhere. */
export interface ShownAccount {
  /** Who the page is about; its Team is the one that the page shows, whichever is active. */
  readonly account: Account | undefined;
  /** The Team that is active in place of the shown one: another tab or browser has switched. */
  readonly switchedTo: Team | undefined;
  /** True if the session ended while the page was open. Its content stays until somebody signs in. */
  readonly ended: boolean;
}

export const NOTHING_SHOWN: ShownAccount = { account: undefined, switchedTo: undefined, ended: false };

/**
 * @param live The account as the portal knows it now.
 * @param shown What the page showed until now. Neither a switch elsewhere nor the end of the session takes a page away
 *   from somebody who works on it (decision 0095); another person does.
 * @param chosen Team that the person chose on this page since; it shows as soon as they are known to be in it.
 */
export function accountToShow(live: Account | undefined, shown: Account | undefined, chosen?: string): ShownAccount {
  if (live?.case === 'anonymous' && isSignedIn(shown)) return { account: shown, switchedTo: undefined, ended: true };
  if (live?.case !== 'with-team') return { ...NOTHING_SHOWN, account: live };
  const wanted = chosen ?? teamShownTo(live, shown);
  const team = live.teams.find(({ id }) => id === wanted) ?? live.team;
  const switchedTo = team.id === live.team.id ? undefined : live.team;
  return { account: { ...live, team }, switchedTo, ended: false };
}

/** The Team of the page, if it was this person's page. */
function teamShownTo({ person }: SignedIn, shown: Account | undefined): string | undefined {
  return shown?.case === 'with-team' && shown.person.userCode === person.userCode ? shown.team.id : undefined;
}
