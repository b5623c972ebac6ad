import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type Account, accountQuery, isSignedIn } from './account.ts';
import type { PortalClient } from './portal-client.ts';
import { accountToShow, NOTHING_SHOWN, type ShownAccount } from './shown-account.ts';
import type { Tabs } from './tabs.ts';

const PortalContext = createContext<PortalClient | undefined>(undefined);

/** @returns The client every page calls the portal with; it names the Team that the page shows. */
export function usePortal(): PortalClient {
  const portal = useContext(PortalContext);
  if (portal === undefined) throw new Error('usePortal needs a PortalProvider around it.');
  return portal;
}

interface AccountOfPage extends ShownAccount {
  /** Why the last look at the account failed; null if it did not. */
  readonly failure: Error | null;
  /** Shows a Team that was made active on this page, and tells the other tabs. */
  readonly showTeam: (id: string) => Promise<void>;
  /** Asks whatever holds the page, such as an import that goes on, whether it may be left. */
  readonly mayLeave: () => Promise<boolean>;
  /** Has that ask first. @param ask Tells whether the person agrees. @returns Ends it. */
  readonly holdPage: (ask: () => Promise<boolean>) => () => void;
  /** Tells the other tabs that the person signs out. */
  readonly signOut: () => void;
}

const AccountContext = createContext<AccountOfPage | undefined>(undefined);

/** @returns Who looks at the page, and what has happened to their account elsewhere. */
export function useAccount(): AccountOfPage {
  const account = useContext(AccountContext);
  if (account === undefined) throw new Error('useAccount needs a PortalProvider around it.');
  return account;
}

interface PortalProviderProps {
  readonly portal: PortalClient;
  readonly tabs: Tabs;
  readonly children: ReactNode;
}

/** Holds which account and which Team the page shows: the one place that decides what its calls name. */
export function PortalProvider({ portal, tabs, children }: PortalProviderProps) {
  const queries = useQueryClient();
  const [held, setHeld] = useState<Held>({ shown: NOTHING_SHOWN });
  const { data: live, error: failure } = useQuery(accountQuery(portal, held.shown.ended));
  const now = held.live === live ? held : withLive(held, live);
  if (now !== held) setHeld(now);
  const { shown, person, left } = now;

  const lookAgain = useCallback(() => queries.invalidateQueries({ queryKey: ['account'] }), [queries]);
  useEffect(
    () =>
      tabs.listen((news) => {
        // What the person saw goes with them, as it does from the tab they signed out in.
        if (news === 'signed-out') setHeld((before) => ({ ...before, left: true }));
        else void lookAgain();
      }),
    [tabs, lookAgain],
  );
  useEffect(() => {
    // After the pages have gone from the screen: one that holds work would ask whether to stay.
    if (left) window.location.reload();
  }, [left]);
  const { ended } = shown;
  useEffect(() => {
    if (person !== undefined) tabs.tell('account');
  }, [person, tabs]);
  useEffect(() => {
    // What failed because nobody was signed in is read again.
    if (!ended) void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [ended, queries]);

  const showTeam = useCallback(
    async (id: string) => {
      setHeld((before) => ({ ...withLive({ ...before, chosen: id }, before.live), chosen: id }));
      tabs.tell('account');
      await lookAgain();
    },
    [tabs, lookAgain],
  );
  const holds = useRef(new Set<() => Promise<boolean>>());
  const mayLeave = useCallback(async () => {
    for (const ask of holds.current) if (!(await ask())) return false;
    return true;
  }, []);
  const holdPage = useCallback((ask: () => Promise<boolean>) => {
    holds.current.add(ask);
    return () => void holds.current.delete(ask);
  }, []);
  const signOut = useCallback(() => tabs.tell('signed-out'), [tabs]);

  const team = shown.account?.case === 'with-team' ? shown.account.team.id : undefined;
  const named = useMemo(() => portal.inTeam(team, () => void lookAgain()), [portal, team, lookAgain]);
  const account = useMemo(
    () => ({ ...shown, failure, showTeam, mayLeave, holdPage, signOut }),
    [shown, failure, showTeam, mayLeave, holdPage, signOut],
  );
  return (
    <AccountContext value={account}>
      <PortalContext value={named}>{!left && children}</PortalContext>
    </AccountContext>
  );
}

interface Held {
  readonly live?: Account | undefined;
  readonly shown: ShownAccount;
  /** A Team chosen on this page that the account does not know yet. */
  readonly chosen?: string;
  /** Whose the pages are: what they show and have read, and what was typed into them. */
  readonly person?: string | undefined;
  /** That person signed out, or somebody else signed in: nothing of the pages is for whoever looks at them now. */
  readonly left?: boolean | undefined;
}

function withLive({ shown, chosen, person, left }: Held, live: Account | undefined): Held {
  const now = isSignedIn(live) ? live.person.userCode : person;
  return {
    live,
    shown: accountToShow(live, shown.account, chosen),
    person: now,
    left: left || (person !== undefined && person !== now),
  };
}
